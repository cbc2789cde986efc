//! Tests of perft, in one program, since each program is linked on its own.

mod agreement;
mod suite;
