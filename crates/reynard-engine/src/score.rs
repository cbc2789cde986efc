//! Scores: centipawns, and mates by their distance.

pub use reynard_uci::UciScore as Score;

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

/// A score, moved toward beta if it is above: the less, the deeper it was searched. What is too good
/// for the other side will not come about, so that how much too good is worth knowing only roughly.
///
/// It brings 10 ± 25 Elo (600 games, 4,000 nodes a move). The idea is Stockfish's (2023).
#[inline]
pub(crate) const fn blend_fail_high(score: i32, beta: i32, depth: i32) -> i32 {
    if score <= beta || is_decisive(score) || is_decisive(beta) {
        return score;
    }
    (score * depth + beta) / (depth + 1)
}

/// What the number of the search means to people.
pub(crate) const fn from_search(score: i32) -> Score {
    if score >= MATE_BOUND {
        Score::Mate((MATE - score + 1) / 2)
    } else if score <= -MATE_BOUND {
        Score::Mate(-(MATE + score) / 2)
    } else if score >= TABLEBASE_BOUND {
        // A certain win, without a known mate.
        Score::Centipawns(CERTAIN - (TABLEBASE - score))
    } else if score <= -TABLEBASE_BOUND {
        Score::Centipawns((TABLEBASE + score) - CERTAIN)
    } else {
        Score::Centipawns(score)
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

impl Bound {
    /// Whether a score with this bound says that a value is another than was thought.
    #[inline]
    pub(crate) const fn contradicts(self, score: i32, thought: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score > thought,
            Self::Upper => score < thought,
        }
    }
}
