//! Facts about a move, each with a line that proves it.

use std::fmt;

use reynard::{Move, Outcome, PieceType, Position, Square};
use reynard_analysis::PuzzleMotif;

use crate::MaterialTrade;

/// A fact about a move that was played instead of a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LearnFact {
    /// The move ends the game in a draw.
    Draws(Outcome),
    /// The reply leads to a mate in this many moves.
    AllowsMate(usize),
    /// The reply captures a piece, and no recapture is possible.
    HangsPiece(PieceType, Square),
    /// The reply begins an exchange on this square that wins material. The second field is the gain
    /// in centipawns, by static exchange evaluation.
    LosesExchange(Square, i32),
    /// The reply shows this motif, and its line wins material.
    Allows(PuzzleMotif),
    /// The line that begins with the reply wins material, in centipawns.
    LosesMaterial(i32),
    /// The better move leads to a mate in this many moves.
    MissesMate(usize),
    /// The better move captures a piece, and no recapture is possible.
    MissesCapture(PieceType, Square),
    /// The better move shows this motif, and its line wins material.
    Misses(PuzzleMotif),
    /// The line that begins with the better move wins material, in centipawns.
    MissesMaterial(i32),
    /// The evaluation falls slightly, and no line wins material.
    PositionalOnly,
}

/// A fact and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedFact {
    /// The fact.
    pub fact: LearnFact,
    /// The position in which the line begins.
    pub from: Position,
    /// The line that proves the fact; empty if the move itself draws.
    pub line: Vec<Move>,
    /// The pieces that the line wins, including those that the move in question captured or gave
    /// up; `None` if the line does not show the whole gain.
    pub trade: Option<MaterialTrade>,
}

impl LearnFact {
    /// Returns the kind of fact, under which lists count it.
    ///
    /// ```
    /// use reynard_learn::LearnFact;
    ///
    /// assert_eq!(LearnFact::AllowsMate(3).kind().to_string(), "allowed a mate");
    /// ```
    pub const fn kind(self) -> LearnFactKind {
        match self {
            Self::Draws(_) => LearnFactKind::Draw,
            Self::AllowsMate(_) => LearnFactKind::AllowedMate,
            Self::HangsPiece(piece, _) => LearnFactKind::HungPiece(piece),
            Self::LosesExchange(..) => LearnFactKind::LostExchange,
            Self::Allows(motif) => LearnFactKind::Allowed(motif),
            Self::LosesMaterial(_) => LearnFactKind::LostMaterial,
            Self::MissesMate(_) => LearnFactKind::MissedMate,
            Self::MissesCapture(piece, _) => LearnFactKind::MissedCapture(piece),
            Self::Misses(motif) => LearnFactKind::Missed(motif),
            Self::MissesMaterial(_) => LearnFactKind::MissedMaterial,
            Self::PositionalOnly => LearnFactKind::PositionalOnly,
        }
    }
}

/// The kind of a [`LearnFact`]. Its text is a short description for lists.
///
/// ```
/// use reynard_learn::LearnFactKind;
/// use reynard_learn::reynard::PieceType;
///
/// let kind = LearnFactKind::HungPiece(PieceType::Rook);
/// assert_eq!(kind.to_string(), "lost a rook for nothing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LearnFactKind {
    /// [`LearnFact::Draws`].
    Draw,
    /// [`LearnFact::AllowsMate`].
    AllowedMate,
    /// [`LearnFact::HangsPiece`].
    HungPiece(PieceType),
    /// [`LearnFact::LosesExchange`].
    LostExchange,
    /// [`LearnFact::Allows`].
    Allowed(PuzzleMotif),
    /// [`LearnFact::LosesMaterial`].
    LostMaterial,
    /// [`LearnFact::MissesMate`].
    MissedMate,
    /// [`LearnFact::MissesCapture`].
    MissedCapture(PieceType),
    /// [`LearnFact::Misses`].
    Missed(PuzzleMotif),
    /// [`LearnFact::MissesMaterial`].
    MissedMaterial,
    /// [`LearnFact::PositionalOnly`].
    PositionalOnly,
}

impl fmt::Display for LearnFactKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("ended the game as a draw"),
            Self::AllowedMate => f.write_str("allowed a mate"),
            Self::HungPiece(piece) => write!(f, "lost a {piece} for nothing"),
            Self::LostExchange => f.write_str("lost an exchange of pieces"),
            Self::Allowed(motif) => write!(f, "allowed a {motif}"),
            Self::LostMaterial => f.write_str("lost material by a longer line"),
            Self::MissedMate => f.write_str("missed a mate"),
            Self::MissedCapture(piece) => write!(f, "missed a free {piece}"),
            Self::Missed(motif) => write!(f, "missed a {motif}"),
            Self::MissedMaterial => f.write_str("missed material"),
            Self::PositionalOnly => f.write_str("lost nothing at once"),
        }
    }
}
