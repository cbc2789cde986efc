//! Tests of collections of games, in one program, since each program is linked on its own.

mod collections;
mod kept;
mod losses;
mod query;
