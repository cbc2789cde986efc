//! Tests of PGN, in one program, since each program is linked on its own.

mod kokopu;
mod outputs;
mod round_trip;
