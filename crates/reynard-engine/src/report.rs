//! What a search tells while it goes on, and at its end.

use std::time::Duration;

use reynard::Move;

use crate::score::{Bound, Score};
use crate::wdl::WinDrawLoss;

/// Something that a search tells while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum SearchEvent<'a> {
    /// A line and its score.
    Line(&'a Line),
    /// The move that the search looks at now. It is told once a search takes long.
    Move(RootMoveEvent),
}

impl<'a> SearchEvent<'a> {
    /// The line, if it is one.
    pub const fn line(self) -> Option<&'a Line> {
        match self {
            Self::Line(line) => Some(line),
            Self::Move(_) => None,
        }
    }
}

/// The move of the root that a search looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMoveEvent {
    /// The iteration, in plies.
    pub depth: u32,
    /// The move.
    pub mv: Move,
    /// Which of the moves it is, from 1 for the first.
    pub number: u32,
}

/// A line and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// The number of the line, from 1 for the best.
    pub number: u32,
    /// What the root is worth for the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Bound,
    /// How often of a thousand games like this are won, drawn and lost.
    pub wdl: WinDrawLoss,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the hash table is, in thousandths.
    pub hashfull: u32,
    /// Positions that all threads have found in tablebases.
    pub tb_hits: u64,
    /// The moves.
    pub moves: Vec<Move>,
}

/// How a search ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchReport {
    /// The move to play; none if there is no legal one.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The last line of each number, the best first.
    pub lines: Vec<Line>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}
