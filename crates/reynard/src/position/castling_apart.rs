//! Castling rights that cannot originate from the same array.

use crate::{CastlingSide, Color, Position, Square};

impl Position {
    /// Returns `true` if the castling rights of both sides cannot originate from the same array:
    /// the kings, or the castling rooks on the same side of the board, are on different files.
    ///
    /// Such positions occur in double Fischer random chess, but not in standard chess or Chess960.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let apart: Position = "r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1".parse()?;
    /// assert!(apart.has_castling_apart());
    /// assert!(!Position::startpos().has_castling_apart());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn has_castling_apart(&self) -> bool {
        let rights = self.castling_rights();
        let rook = |color, side| rights.rook(color, side).map(Square::file);
        let has_any = |color| CastlingSide::ALL.into_iter().any(|side| rook(color, side).is_some());
        let differ = |side| match (rook(Color::White, side), rook(Color::Black, side)) {
            (Some(white), Some(black)) => white != black,
            _ => false,
        };
        let king = |color| self.king(color).file();
        has_any(Color::White)
            && has_any(Color::Black)
            && (king(Color::White) != king(Color::Black)
                || CastlingSide::ALL.into_iter().any(differ))
    }
}
