//! Attackers, checkers, pins and check evasions.

use crate::{Bitboard, Board, Color, PieceType, Position, Square, attacks};

/// Check state of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// The king is not attacked.
    None,
    /// One piece gives check.
    Single {
        /// The square of the checker.
        checker: Square,
        /// The target squares that end the check for pieces other than the king: the checker's
        /// square and, for a slider, the squares between it and the king. In addition, capturing a
        /// checking pawn en passant ends the check, although the capturing pawn moves to a
        /// different square.
        evasions: Bitboard,
    },
    /// Two or more pieces give check, so only the king can move.
    Double {
        /// The squares of the checkers.
        checkers: Bitboard,
    },
}

/// Checkers of a king, and pieces pinned to it.
#[derive(Clone, Copy)]
pub(crate) struct KingLines {
    /// The enemy pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The pieces on the king's side that must stay on their line with the king.
    pub(crate) pinned: Bitboard,
}

impl Board {
    /// Returns the pieces of both colors that attack `square`, assuming that only the squares in
    /// `occupied` block lines.
    ///
    /// ```
    /// use reynard::{Board, Square};
    ///
    /// let board = Board::STANDARD;
    /// let attackers = board.attackers_to(Square::F3, board.occupied());
    /// assert_eq!(attackers, Square::G1.bitboard() | Square::E2 | Square::G2);
    /// ```
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let white_pawns = self.pieces(Color::White, PieceType::Pawn);
        let black_pawns = self.pieces(Color::Black, PieceType::Pawn);
        attacks::pawn(Color::Black, square) & white_pawns
            | attacks::pawn(Color::White, square) & black_pawns
            | attacks::knight(square) & self.by_type(PieceType::Knight)
            | attacks::king(square) & self.by_type(PieceType::King)
            | attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.orthogonal_sliders()
    }
}

impl Position {
    /// Returns the pieces of `color` that attack `square`.
    ///
    /// ```
    /// use reynard::{Color, Position, Square};
    ///
    /// let pos = Position::startpos();
    /// assert_eq!(pos.attackers(Square::E3, Color::White).len(), 2);
    /// ```
    #[inline]
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.board.attackers_to(square, self.occupied()) & self.by_color(color)
    }

    /// Returns `true` if a piece of `color` attacks `square`.
    ///
    /// ```
    /// use reynard::{Color, Position, Square};
    ///
    /// assert!(Position::startpos().is_attacked(Square::F3, Color::White));
    /// ```
    #[inline]
    pub fn is_attacked(&self, square: Square, color: Color) -> bool {
        self.attackers(square, color).any()
    }

    /// Returns the enemy pieces that give check to the side to move.
    ///
    /// ```
    /// use reynard::{Position, Square};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(pos.checkers(), Square::E2.bitboard());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.king_lines(self.turn()).checkers
    }

    /// Returns `true` if the side to move is in check.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert!(!Position::startpos().is_check());
    /// ```
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns the pieces of `color` that must not leave the line between their king and an enemy
    /// slider.
    ///
    /// ```
    /// use reynard::{Color, Position, Square};
    ///
    /// let pos: Position = "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(pos.pinned(Color::White), Square::E2.bitboard());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.king_lines(color).pinned
    }

    /// Returns the checkers of the side to move, with the squares that end the check.
    ///
    /// ```
    /// use reynard::{Bitboard, CheckState, Position, Square};
    ///
    /// let pos: Position = "4k3/4r3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let CheckState::Single { checker, evasions } = pos.check_state() else { panic!() };
    /// assert_eq!((checker, evasions.len()), (Square::E7, 6));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn check_state(&self) -> CheckState {
        let checkers = self.checkers();
        match (checkers.first(), checkers.single()) {
            (None, _) => CheckState::None,
            (Some(_), None) => CheckState::Double { checkers },
            (Some(_), Some(checker)) => {
                let evasions = attacks::between(self.king(self.turn()), checker).with(checker);
                CheckState::Single { checker, evasions }
            }
        }
    }

    /// Returns the checkers of the king of `color` and the pieces pinned to it. The search goes
    /// outward from the king.
    ///
    /// No slider tables are needed. An enemy slider that would attack the king on an empty board
    /// gives check if no piece is between them, and pins a piece if that is the only piece between
    /// them and belongs to the king's side.
    #[inline]
    pub(crate) fn king_lines(&self, color: Color) -> KingLines {
        let king = self.king(color);
        let occupied = self.occupied();
        let own = self.by_color(color);
        let theirs = occupied - own;
        let leapers = attacks::knight(king) & self.by_type(PieceType::Knight)
            | attacks::pawn(color, king) & self.by_type(PieceType::Pawn);
        let sliders = attacks::empty_bishop(king) & self.board.diagonal_sliders()
            | attacks::empty_rook(king) & self.board.orthogonal_sliders();
        let mut lines = KingLines { checkers: leapers & theirs, pinned: Bitboard::EMPTY };
        for slider in sliders & theirs {
            let blockers = attacks::between(king, slider) & occupied;
            if blockers.is_empty() {
                lines.checkers.insert(slider);
            } else if !blockers.more_than_one() {
                lines.pinned |= blockers & own;
            }
        }
        lines
    }
}
