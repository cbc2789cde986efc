//! Tests of the engine, in one program, since each program is linked on its own.

mod drawn_material;
mod endgames;
mod evaluation;
mod limits;
mod mates;
mod oracle;
mod rules;
mod session;
mod threads;
mod time;
