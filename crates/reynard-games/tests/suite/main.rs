//! Tests of collections of games, in one program, since each program is linked on its own.

mod collections;
mod conditions;
mod export;
mod kept;
mod losses;
mod names;
mod query;
mod ratings;
mod reports;
mod standings;
