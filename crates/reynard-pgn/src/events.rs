//! Facts about a game that a visitor gets.

use reynard::{Move, Position};

use crate::Termination;

/// The start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStart {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The byte with which it begins, counted from 0.
    pub offset: u64,
}

/// A legal move that has been played.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// The position after it.
    pub after: &'a Position,
    /// The move.
    pub mv: Move,
    /// The move as it was written, without marks like `!?`.
    pub token: &'a [u8],
}

/// A side that has passed.
#[derive(Clone, Copy, Debug)]
pub struct NullMove<'a> {
    /// The position before.
    pub before: &'a Position,
    /// The position after, with the other side to move.
    pub after: &'a Position,
    /// The word in the file: `--`, `Z0` or another.
    pub token: &'a [u8],
}

/// The end of a game: termination, place and integrity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The byte with which it begins, counted from 0.
    pub start: u64,
    /// The byte after its last one.
    pub end: u64,
    /// The moves of either side in the main line that were handed over, null moves included.
    pub plies: u64,
    /// The mark that ended it, if there was one.
    pub result: Option<Termination>,
    /// Whole or damaged.
    pub integrity: Integrity,
}

/// Integrity of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integrity {
    /// No error was found in it; lints do not count.
    Complete,
    /// There was an error. The game was handed over as far as it could be read: in each line, the
    /// legal moves before the first illegal one.
    Damaged,
    /// There was an error, and the [policy](crate::ErrorPolicy) is to have nothing of such games.
    Rejected,
}
