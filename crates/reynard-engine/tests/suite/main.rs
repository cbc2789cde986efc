//! Tests of the engine, in one program, since each program is linked on its own.

mod endgames;
mod evaluation;
mod limits;
mod mates;
mod oracle;
mod rules;
mod session;
mod threads;
mod time;
