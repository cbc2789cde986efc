//! Information about games, as passed to visitors.

use reynard::{Move, Position};

use crate::Termination;

/// The start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStart {
    /// The number of the game in its file, counted from 1.
    pub number: u64,
    /// Byte offset of the beginning of the game in the file, counted from 0.
    pub offset: u64,
}

/// A legal move that has been played.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// The position after the move.
    pub after: &'a Position,
    /// The move.
    pub mv: Move,
    /// The move as written, without marks like `!?`.
    pub token: &'a [u8],
}

/// A null move: the side to move passes.
#[derive(Clone, Copy, Debug)]
pub struct NullMove<'a> {
    /// The position before the null move.
    pub before: &'a Position,
    /// The position after the null move, with the other side to move.
    pub after: &'a Position,
    /// The token in the file: `--`, `Z0` or another.
    pub token: &'a [u8],
}

/// The end of a game: its termination mark, location and integrity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The number of the game in its file, counted from 1.
    pub number: u64,
    /// Byte offset of the beginning of the game in the file, counted from 0.
    pub start: u64,
    /// Byte offset of the end of the game.
    pub end: u64,
    /// Number of main-line plies that were handed over, null moves included.
    pub plies: u64,
    /// The termination mark, if there was one.
    pub result: Option<Termination>,
    /// The integrity of the game: complete, damaged or rejected.
    pub integrity: Integrity,
}

/// The integrity of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integrity {
    /// The game contains no error; lints do not count.
    Complete,
    /// There was an error. The game was handed over up to the error: in each line, the legal moves
    /// before the first illegal one.
    Damaged,
    /// There was an error, and the [policy](crate::ErrorPolicy) rejects games with errors.
    Rejected,
}
