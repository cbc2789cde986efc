//! Castling rights that are possible in standard chess.

use crate::{Bitboard, CastlingNotation, Color, File, PieceType, Setup, Square};

/// The files of rooks with castling rights in standard chess.
const CORNERS: Bitboard =
    Bitboard::from_bits(Bitboard::file(File::A).bits() | Bitboard::file(File::H).bits());

impl Setup {
    /// Returns the rooks whose castling rights do not exist in standard chess, given the kings of
    /// this set-up.
    ///
    /// For a king on its e-square, these are all rooks except those in the corners. A king
    /// elsewhere on its back rank may be on its start square in a Chess960 array. But if the other
    /// king has castling rights on its e-square, the array was the standard one, and this king has
    /// lost its rights by moving. No array has a king in a corner.
    ///
    /// ```
    /// use reynard::{Setup, Square};
    ///
    /// let setup: Setup = "r3k2r/8/8/8/8/8/8/R3KR2 w KQkq - 0 1".parse()?;
    /// assert_eq!(setup.chess960_rooks(), Square::F1.bitboard());
    /// let castled: Setup = "r3k2r/8/8/8/8/8/8/R4RK1 b Qkq - 0 1".parse()?;
    /// assert_eq!(castled.chess960_rooks(), Square::A1.bitboard());
    /// let array: Setup = "rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1".parse()?;
    /// assert!(array.chess960_rooks().is_empty());
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn chess960_rooks(&self) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        if self.castling_rooks.is_empty() {
            return found;
        }
        for color in Color::ALL {
            match self.castling_king(color) {
                Some(king) if king.file() == File::E => {
                    found |= (self.castling_rooks & color.back_rank()) - CORNERS;
                }
                Some(king) if matches!(king.file(), File::A | File::H) => {
                    found |= self.castling_rooks & color.back_rank();
                }
                Some(_) if self.castling_king(!color).is_some_and(|it| it.file() == File::E) => {
                    found |= self.castling_rooks & color.back_rank();
                }
                _ => {}
            }
        }
        found
    }

    /// Returns the only king of a side, if it stands on its back rank and castling rights exist on
    /// that rank.
    fn castling_king(&self, color: Color) -> Option<Square> {
        let has_rights = !self.castling_rooks.is_disjoint(Bitboard::rank(color.back_rank()));
        self.board.king(color).filter(|king| has_rights && king.rank() == color.back_rank())
    }
}

/// Returns the variant that the castling field of a FEN requires: Chess960 if a right is given by a
/// rook's file letter.
pub(super) fn castling_of(setup: &Setup, fen: &str) -> CastlingNotation {
    let field = fen.split_ascii_whitespace().nth(2).unwrap_or_default();
    let names_rook = |letter: char| {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rooks = setup.board.pieces(color, PieceType::Rook);
        File::from_char(letter.to_ascii_lowercase())
            .is_some_and(|file| rooks.contains(Square::new(file, color.back_rank())))
    };
    if field.chars().any(names_rook) {
        CastlingNotation::Chess960
    } else {
        CastlingNotation::Standard
    }
}
