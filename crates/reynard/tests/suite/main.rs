//! Tests of the rules, in one program, since each program is linked on its own.

mod analysis;
mod consistency;
mod epd;
mod fen;
mod game;
mod helpmate;
mod outcome;
mod playable_epd;
mod playable_fen;
mod see;
mod setup;
mod svg;
