//! One game between two engines.

mod pgn;
mod play;
mod record;
mod tablebase;

pub use pgn::{PgnPlayer, write_pgn};
pub(crate) use play::{GameSetup, Seat, play};
pub use record::{Cause, GameRecord, MoveRecord, Overhead};
