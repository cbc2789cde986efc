//! One game between two engines.

mod clock;
mod pgn;
mod play;
mod record;
mod tablebase;

pub use pgn::write_pgn;
pub(crate) use play::{Seat, Table, play};
pub use record::{Cause, GameRecord, MoveRecord, Overhead};
