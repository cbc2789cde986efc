//! Facts about a move, each with a line that proves it.

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
    /// Returns a short description of the kind of fact, for lists.
    ///
    /// ```
    /// use reynard_learn::LearnFact;
    ///
    /// assert_eq!(LearnFact::AllowsMate(3).kind(), "allowed a mate");
    /// ```
    pub fn kind(self) -> String {
        match self {
            Self::Draws(_) => "ended the game as a draw".to_owned(),
            Self::AllowsMate(_) => "allowed a mate".to_owned(),
            Self::HangsPiece(piece, _) => format!("lost a {piece} for nothing"),
            Self::LosesExchange(..) => "lost an exchange of pieces".to_owned(),
            Self::Allows(motif) => format!("allowed a {motif}"),
            Self::LosesMaterial(_) => "lost material by a longer line".to_owned(),
            Self::MissesMate(_) => "missed a mate".to_owned(),
            Self::MissesCapture(piece, _) => format!("missed a free {piece}"),
            Self::Misses(motif) => format!("missed a {motif}"),
            Self::MissesMaterial(_) => "missed material".to_owned(),
            Self::PositionalOnly => "lost nothing at once".to_owned(),
        }
    }
}
