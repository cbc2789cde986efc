//! Selections of legal moves to generate.

use crate::Bitboard;

/// Stage of move generation: the kind of moves to generate.
///
/// [`Stage::Captures`] and [`Stage::Quiets`] together are [`Stage::All`], without overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Every move.
    #[default]
    All,
    /// Captures, including en passant and capturing promotions.
    Captures,
    /// Moves that capture nothing, including castling and plain promotions.
    Quiets,
    /// Captures and all promotions: the moves of a quiescence search. Chess::Plisco calls them
    /// *attacks*.
    Tactical,
}

/// A selection of legal moves: a stage, and the permitted origin and target squares.
///
/// ```
/// use reynard::{Bitboard, Position, Rank, Selection, Square, Stage};
///
/// let pos = Position::startpos();
/// let knight_moves = pos.moves(Selection::from(Square::B1));
/// assert_eq!(knight_moves.len(), 2);
/// let double_pushes = pos.moves(Selection::to(Bitboard::rank(Rank::Fourth)));
/// assert_eq!(double_pushes.len(), 8);
/// assert!(pos.moves(Selection { stage: Stage::Captures, ..Selection::ALL }).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// The stage.
    pub stage: Stage,
    /// Only moves of pieces on these squares. Castling is a move of the king.
    pub from: Bitboard,
    /// Only moves that end on these squares. A castling king ends on the c- or g-file.
    pub to: Bitboard,
}

impl Selection {
    /// Every move.
    pub const ALL: Self = Self { stage: Stage::All, from: Bitboard::FULL, to: Bitboard::FULL };

    /// Selects every move of a stage.
    ///
    /// ```
    /// use reynard::{Position, Selection, Stage};
    ///
    /// assert_eq!(Position::startpos().moves(Selection::stage(Stage::Quiets)).len(), 20);
    /// ```
    pub const fn stage(stage: Stage) -> Self {
        Self { stage, ..Self::ALL }
    }

    /// Selects every move of the pieces on these squares.
    ///
    /// ```
    /// use reynard::{Position, Selection, Square};
    ///
    /// assert_eq!(Position::startpos().moves(Selection::from(Square::G1)).len(), 2);
    /// ```
    pub fn from(squares: impl Into<Bitboard>) -> Self {
        Self { from: squares.into(), ..Self::ALL }
    }

    /// Selects every move that ends on these squares.
    ///
    /// ```
    /// use reynard::{Position, Selection, Square};
    ///
    /// assert_eq!(Position::startpos().moves(Selection::to(Square::F3)).len(), 2);
    /// ```
    pub fn to(squares: impl Into<Bitboard>) -> Self {
        Self { to: squares.into(), ..Self::ALL }
    }
}

impl Default for Selection {
    /// Returns [`Selection::ALL`].
    fn default() -> Self {
        Self::ALL
    }
}
