//! How good a position is, as an engine says it.

use core::fmt;

/// A score from the point of view of the side to move.
///
/// ```
/// use reynard_uci::UciScore;
///
/// assert_eq!(UciScore::Centipawns(-31).to_string(), "cp -31");
/// assert_eq!(UciScore::Mate(3).to_string(), "mate 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UciScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves, not plies; if the side to move is mated, a number below zero, or zero
    /// if it is mated already.
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

/// On which side of a score the truth lies, where it is not the truth itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UciBound {
    /// `lowerbound`: the position is worth at least the score.
    Lower,
    /// `upperbound`: the position is worth at most the score.
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

/// How likely the side to move is to win, draw and lose, each in parts of a thousand.
///
/// ```
/// assert_eq!(reynard_uci::UciWdl { win: 30, draw: 950, loss: 20 }.to_string(), "wdl 30 950 20");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciWdl {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

impl fmt::Display for UciWdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.win, self.draw, self.loss)
    }
}
