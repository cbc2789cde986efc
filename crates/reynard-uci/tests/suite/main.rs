//! Tests of the protocol, in one program, since each program is linked on its own.

mod commands;
mod messages;
mod session;
