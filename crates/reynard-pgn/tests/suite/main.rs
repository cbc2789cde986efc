//! Tests of PGN, in one program, since each program is linked on its own.

mod kokopu;
mod outputs;
mod parsed_game;
mod round_trip;
