//! Consequences of a move: an attacked target square, or a pinned piece that leaves its line.

use crate::{Bitboard, Board, Color, Move, Position, attacks};

impl Board {
    /// Returns all squares attacked by `color`, including those occupied by its own pieces.
    ///
    /// ```
    /// use reynard::{Bitboard, Board, Color, Rank};
    ///
    /// let attacked = Board::STANDARD.attacked_by(Color::White);
    /// assert_eq!(attacked & Rank::Third, Bitboard::rank(Rank::Third));
    /// assert!((attacked & Rank::Fourth).is_empty());
    /// ```
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        let occupied = self.occupied();
        let pieces = self.iter().filter(|(_, piece)| piece.color == color);
        pieces.fold(Bitboard::EMPTY, |attacked, (square, piece)| {
            attacked | attacks::of(piece.kind, color, square, occupied)
        })
    }
}

impl Position {
    /// Returns `true` if the opponent attacks the target square of a move after the moving piece
    /// has left its square, which opens lines that it blocked. A captured piece still blocks lines,
    /// but does not attack its own square.
    ///
    /// For castling, the target square is that on which the king lands.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "3k4/8/8/8/8/r3R3/8/4K3 w - - 0 1".parse()?;
    /// assert!(pos.is_target_attacked(pos.parse_uci("e3h3")?), "along the rank it leaves");
    /// assert!(!pos.is_target_attacked(pos.parse_uci("e3e4")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_target_attacked(&self, mv: Move) -> bool {
        let occupied = self.occupied().without(mv.from());
        let attackers = self.board.attackers_to(mv.king_target(), occupied);
        !attackers.is_disjoint(self.by_color(!self.turn()))
    }

    /// Returns `true` if a move takes a pinned piece off the line between its king and the pinning
    /// piece.
    ///
    /// Moves along the line, captures of the pinning piece and king moves do not count. For a
    /// pseudo-legal move, this is one of the reasons why it may be illegal. The two pawns that
    /// leave a rank together in an en-passant capture do not count as pinned.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Position, Square};
    ///
    /// let pos: Position = "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1".parse()?;
    /// assert!(pos.breaks_pin(Move::new(Square::E2, Square::D2, MoveKind::Quiet)));
    /// assert!(!pos.breaks_pin(Move::new(Square::E2, Square::E5, MoveKind::Quiet)));
    /// assert!(!pos.breaks_pin(Move::new(Square::E2, Square::E7, MoveKind::Capture)));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn breaks_pin(&self, mv: Move) -> bool {
        let us = self.turn();
        let line = attacks::line(self.king(us), mv.from());
        self.pinned(us).contains(mv.from()) && !line.contains(mv.to())
    }
}
