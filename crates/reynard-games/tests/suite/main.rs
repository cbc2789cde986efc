//! Tests of collections of games, in one program, since each program is linked on its own.

mod collections;
mod export;
mod kept;
mod losses;
mod names;
mod query;
