//! Consistency checks: do redundant parts of a position agree?
//!
//! Boards and positions made by the safe functions of this crate are always consistent, with one
//! exception: playing a move that is not legal by a function that trusts its caller. The check finds
//! that, and it guards boards that come from outside as sets of squares.

use alloc::vec::Vec;
use core::fmt;

use crate::{Bitboard, Board, Color, EnPassantMode, PieceType, Position, Square};

/// A board as eight sets of squares, as other programs keep it: nothing promises that they agree.
///
/// ```
/// use reynard::{Board, consistency::BoardSets};
///
/// let sets = BoardSets::of(&Board::STANDARD);
/// assert_eq!(sets.kinds[0].bits(), 0x00FF_0000_0000_FF00);
/// assert_eq!(Board::from_sets(&sets), Ok(Board::STANDARD));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoardSets {
    /// The squares of White's and of Black's pieces.
    pub colors: [Bitboard; 2],
    /// The squares of each kind of piece, from pawn to king as [`PieceType::index`] counts.
    pub kinds: [Bitboard; 6],
}

/// Something that does not agree with something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Inconsistency {
    /// A square is in the sets of both colors.
    TwoColors {
        /// The first such square.
        square: Square,
    },
    /// A square is in the sets of two kinds of pieces.
    TwoKinds {
        /// The first such square.
        square: Square,
        /// The two kinds, the lower first.
        kinds: [PieceType; 2],
    },
    /// A square is in the set of a kind of piece but of no color.
    NoColor {
        /// The first such square.
        square: Square,
    },
    /// A square is in the set of a color but of no kind of piece.
    NoKind {
        /// The first such square.
        square: Square,
    },
    /// Two representations disagree about the piece on a square.
    Mismatch {
        /// The first such square.
        square: Square,
    },
    /// A side does not have one king.
    Kings {
        /// The side.
        color: Color,
        /// The number of its kings.
        count: u32,
    },
    /// A right to castle without its king on the same rank or without its rook.
    Castling {
        /// The square where the rook should stand.
        rook: Square,
    },
    /// An en-passant square without a pawn that can have passed it.
    EnPassant {
        /// The square.
        square: Square,
    },
    /// The stored flag for a legal en-passant capture is wrong.
    EnPassantLegality {
        /// The square.
        square: Square,
    },
    /// The key is not the one of this position.
    Key {
        /// The key that is kept.
        kept: u64,
        /// The key of the position.
        computed: u64,
    },
}

impl fmt::Display for Inconsistency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoColors { square } => write!(f, "{square} holds a piece of both colors"),
            Self::TwoKinds { square, kinds: [one, other] } => {
                write!(f, "{square} holds a {one} and a {other}")
            }
            Self::NoColor { square } => write!(f, "{square} holds a piece of no color"),
            Self::NoKind { square } => write!(f, "{square} is held by a color without a piece"),
            Self::Mismatch { square } => write!(f, "two accounts of {square} differ"),
            Self::Kings { color, count } => write!(f, "{color} has {count} kings"),
            Self::Castling { rook } => {
                write!(f, "the right to castle with the rook on {rook} has no king or no rook")
            }
            Self::EnPassant { square } => write!(f, "no pawn can have passed {square}"),
            Self::EnPassantLegality { square } => {
                write!(f, "whether a capture on {square} is legal is kept wrongly")
            }
            Self::Key { kept, computed } => {
                write!(f, "the key is {kept:016x} but should be {computed:016x}")
            }
        }
    }
}

impl core::error::Error for Inconsistency {}

impl BoardSets {
    /// Returns the sets of a board.
    ///
    /// ```
    /// use reynard::{Board, consistency::BoardSets};
    ///
    /// assert!(BoardSets::of(&Board::STANDARD).inconsistencies().is_empty());
    /// ```
    pub fn of(board: &Board) -> Self {
        Self {
            colors: Color::ALL.map(|color| board.by_color(color)),
            kinds: PieceType::ALL.map(|kind| board.by_type(kind)),
        }
    }

    /// Contradictions between the sets; none if every square is in no set, or in that of one color
    /// and of one kind. All fifteen pairs of kinds are compared.
    ///
    /// ```
    /// use reynard::{Board, PieceType, Square, consistency::{BoardSets, Inconsistency}};
    ///
    /// let mut sets = BoardSets::of(&Board::STANDARD);
    /// sets.kinds[PieceType::King.index()].insert(Square::A1);
    /// let kinds = [PieceType::Rook, PieceType::King];
    /// assert_eq!(sets.inconsistencies(), [Inconsistency::TwoKinds { square: Square::A1, kinds }]);
    /// ```
    pub fn inconsistencies(&self) -> Vec<Inconsistency> {
        let [white, black] = self.colors;
        let kinds = self.kinds.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        let mut found = Vec::new();
        let colors = white & black;
        found.extend(colors.first().map(|square| Inconsistency::TwoColors { square }));
        for one in PieceType::ALL {
            for other in PieceType::ALL.into_iter().skip(one.index() + 1) {
                let both = self.kinds[one.index()] & self.kinds[other.index()];
                let kinds = [one, other];
                found.extend(both.first().map(|square| Inconsistency::TwoKinds { square, kinds }));
            }
        }
        let colorless = kinds - (white | black);
        found.extend(colorless.first().map(|square| Inconsistency::NoColor { square }));
        let empty = (white | black) - kinds;
        found.extend(empty.first().map(|square| Inconsistency::NoKind { square }));
        found
    }
}

impl Board {
    /// Builds the board that these sets describe.
    ///
    /// # Errors
    ///
    /// The first [`Inconsistency`] if they contradict one another;
    /// [`BoardSets::inconsistencies`] gives all.
    ///
    /// ```
    /// use reynard::{Board, consistency::BoardSets};
    ///
    /// let sets = BoardSets::of(&Board::STANDARD);
    /// assert_eq!(Board::from_sets(&sets).ok(), Some(Board::STANDARD));
    /// ```
    pub fn from_sets(sets: &BoardSets) -> Result<Self, Inconsistency> {
        if let Some(&first) = sets.inconsistencies().first() {
            return Err(first);
        }
        let mut board = Self::EMPTY;
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in sets.colors[color as usize] & sets.kinds[kind.index()] {
                    board.set(square, Some(kind.of(color)));
                }
            }
        }
        Ok(board)
    }

    /// Contradictions between the two representations of a board, sets of squares and the piece on
    /// each square; none, unless an illegal move was played without a check.
    ///
    /// ```
    /// use reynard::Board;
    ///
    /// assert!(Board::STANDARD.inconsistencies().is_empty());
    /// ```
    pub fn inconsistencies(&self) -> Vec<Inconsistency> {
        let sets = BoardSets::of(self);
        let mut found = sets.inconsistencies();
        let in_sets = |square: &Square| {
            let color =
                Color::ALL.into_iter().find(|&color| self.by_color(color).contains(*square));
            let kind =
                PieceType::ALL.into_iter().find(|&kind| self.by_type(kind).contains(*square));
            kind.zip(color).map(|(kind, color)| kind.of(color))
        };
        let differs = |square: &Square| self.piece_at(*square) != in_sets(square);
        let mismatch = Square::ALL.into_iter().find(differs);
        found.extend(mismatch.map(|square| Inconsistency::Mismatch { square }));
        found
    }
}

impl Position {
    /// Returns everything in which this position contradicts itself: the board, the number of
    /// kings, rights to castle, the en-passant square and the key. The list is empty unless an
    /// illegal move was played by [`Position::play_unchecked`] or one of its relatives.
    ///
    /// ```
    /// use reynard::{Color, Move, MoveKind, Position, Square, consistency::Inconsistency};
    ///
    /// let mut pos = Position::startpos();
    /// assert!(pos.inconsistencies().is_empty());
    /// // Not a legal move.
    /// pos.play_unchecked(Move::new(Square::D1, Square::E8, MoveKind::Capture));
    /// assert!(pos.inconsistencies().contains(&Inconsistency::Kings { color: Color::Black, count: 0 }));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn inconsistencies(&self) -> Vec<Inconsistency> {
        let mut found = self.board().inconsistencies();
        for color in Color::ALL {
            let count = self.pieces(color, PieceType::King).len();
            if count != 1 {
                found.push(Inconsistency::Kings { color, count });
            }
        }
        let lost = self.castling_rights().rooks().iter().find(|&rook| !self.backs_right(rook));
        found.extend(lost.map(|rook| Inconsistency::Castling { rook }));
        self.check_en_passant(&mut found);
        let (kept, computed) = (self.key(), self.key_from_scratch());
        if kept != computed {
            found.push(Inconsistency::Key { kept, computed });
        }
        found
    }

    /// Returns `true` if a rook stands on `square`, on its back rank together with its king.
    fn backs_right(&self, square: Square) -> bool {
        Color::ALL.into_iter().any(|color| {
            square.rank() == color.back_rank()
                && self.pieces(color, PieceType::Rook).contains(square)
                && self.board().king(color).is_some_and(|king| king.rank() == square.rank())
        })
    }

    fn check_en_passant(&self, found: &mut Vec<Inconsistency>) {
        let Some(square) = self.en_passant(EnPassantMode::Always) else { return };
        let them = !self.turn();
        let passed = square.bitboard();
        let pawns = self.pieces(them, PieceType::Pawn);
        let way = passed | passed.forward(self.turn());
        if !passed.forward(them).is_subset(pawns) || !way.is_disjoint(self.occupied()) {
            found.push(Inconsistency::EnPassant { square });
            return;
        }
        let judged = self.judge_en_passant(square.file()).is_legal();
        if judged != self.en_passant(EnPassantMode::Legal).is_some() {
            found.push(Inconsistency::EnPassantLegality { square });
        }
    }
}
