//! One game between two engines.

mod adjudicate;
mod clock;
mod pgn;
mod play;
mod record;
mod rules;
mod tables;

pub(crate) use adjudicate::Judge;
pub use adjudicate::{Adjudication, DrawRule, ResignRule};
pub use pgn::write_pgn;
pub(crate) use play::{Seat, Table, play};
pub use record::{Cause, GameRecord, MoveRecord, Overhead};
pub(crate) use rules::end_by_rules;
