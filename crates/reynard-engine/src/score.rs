//! Scores: centipawns, and mates by their distance.

use std::fmt;

/// How deep the tree can get below the root, in plies.
pub const MAX_PLY: usize = 120;

/// Being mated on the spot, as a number of the search; a mate in `n` plies is worth `n` less.
pub(crate) const MATE: i32 = 32_000;
/// No mate within the depth of the tree is worth less than this.
pub(crate) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// A win that a tablebase vouches for, without a known mate.
pub(crate) const TABLEBASE: i32 = MATE_BOUND - 1_000;
/// No tablebase win within the depth of the tree is worth less than this.
pub(crate) const TABLEBASE_BOUND: i32 = TABLEBASE - 2 * MAX_PLY as i32;
/// What people are told of a certain win, in centipawns, less its distance.
const CERTAIN: i32 = 20_000;
/// More than any score.
pub(crate) const INFINITE: i32 = 32_500;
/// The drawn game.
pub(crate) const DRAW: i32 = 0;

/// The score of being mated at a ply.
#[inline]
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a score is a win or a loss that is certain.
#[inline]
pub(crate) const fn is_decisive(score: i32) -> bool {
    score.abs() >= TABLEBASE_BOUND
}

/// What a position is worth for the side to move, as people are told.
///
/// ```
/// use reynard_engine::Score;
///
/// assert_eq!(Score::Mate(-3).to_string(), "mate -3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if the side to move is mated, and 0 if it is mated already.
    Mate(i32),
}

impl Score {
    /// What the number of the search means.
    pub(crate) const fn from_search(score: i32) -> Self {
        if score >= MATE_BOUND {
            Self::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            Self::Mate(-(MATE + score) / 2)
        } else if score >= TABLEBASE_BOUND {
            // A certain win, without a known mate.
            Self::Centipawns(CERTAIN - (TABLEBASE - score))
        } else if score <= -TABLEBASE_BOUND {
            Self::Centipawns((TABLEBASE + score) - CERTAIN)
        } else {
            Self::Centipawns(score)
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It is the value that the search has found.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}
