//! Scores reported by an engine.

use core::fmt;

/// A score for the side to move.
///
/// ```
/// use reynard_uci::UciScore;
///
/// assert_eq!(UciScore::Centipawns(-31).to_string(), "cp -31");
/// assert_eq!(UciScore::Mate(3).to_string(), "mate 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UciScore {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in a number of moves: negative if the side to move is being mated, zero if it is
    /// already mated.
    Mate(i32),
}

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// The bound of a score that is not exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UciBound {
    /// `lowerbound`: the score is at least this.
    Lower,
    /// `upperbound`: the score is at most this.
    Upper,
}

impl fmt::Display for UciBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lower => "lowerbound",
            Self::Upper => "upperbound",
        })
    }
}

/// Win, draw and loss probabilities for the side to move, in permille. Values whose sum is not 1000,
/// give or take 2 for rounding, are skipped with a note when they are read.
///
/// ```
/// assert_eq!(reynard_uci::UciWdl { win: 30, draw: 950, loss: 20 }.to_string(), "wdl 30 950 20");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciWdl {
    /// Probability of a win.
    pub win: u16,
    /// Probability of a draw.
    pub draw: u16,
    /// Probability of a loss.
    pub loss: u16,
}

impl fmt::Display for UciWdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.win, self.draw, self.loss)
    }
}
