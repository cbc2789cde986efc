//! Castling rights as standard chess has them.

use alloc::vec::Vec;

use super::{FenRepair, LenientFen};
use crate::{Bitboard, CastlingNotation, Color, File, Setup, Square};

/// The files of the rooks that castle in standard chess.
const CORNERS: Bitboard =
    Bitboard::from_bits(Bitboard::file(File::A).bits() | Bitboard::file(File::H).bits());

impl Setup {
    /// Returns the rooks of castling rights that standard chess does not have beside the kings of this set-up.
    ///
    /// Of a king on its e-square these are all but the rooks in the corners. A king elsewhere on its back rank may
    /// stand where a Chess960 array has put it; but if the other king has rights on its own e-square, the array was the
    /// standard one, and the king has lost its rights by moving.
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
                Some(_) if self.castling_king(!color).is_some_and(|it| it.file() == File::E) => {
                    found |= self.castling_rooks & color.back_rank();
                }
                _ => {}
            }
        }
        found
    }

    /// The only king of a side that has rights, if it stands on its back rank.
    fn castling_king(&self, color: Color) -> Option<Square> {
        let has_rights = !self.castling_rooks.is_disjoint(Bitboard::rank(color.back_rank()));
        self.board.king(color).filter(|king| has_rights && king.rank() == color.back_rank())
    }
}

impl LenientFen {
    /// A set-up that was read strictly, with the chess that the castling rights of its FEN ask for.
    ///
    /// ```
    /// use reynard::{CastlingNotation, Setup, fen::LenientFen};
    ///
    /// let fen = "4k3/8/8/8/8/8/8/R3KR2 w FQ - 0 1";
    /// let read = LenientFen::of(Setup::from_fen(fen)?, fen);
    /// assert_eq!(read.castling, CastlingNotation::Chess960);
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn of(setup: Setup, fen: &str) -> Self {
        Self { setup, castling: castling_of(fen), repairs: Vec::new() }
    }

    /// Drops the rights that [exist in Chess960 only](Setup::chess960_rooks), with a repair for each, unless a letter of
    /// a file asks for Chess960.
    ///
    /// ```
    /// use reynard::Setup;
    ///
    /// let read = Setup::from_fen_lenient("r3k2r/8/8/8/8/8/8/R3KR2 w KQkq")?.in_standard_chess();
    /// assert_eq!(read.setup.fen(), "r3k2r/8/8/8/8/8/8/R3KR2 w Qkq - 0 1");
    /// let read = Setup::from_fen_lenient("r3k2r/8/8/8/8/8/8/R3KR2 w FQkq")?.in_standard_chess();
    /// assert!(read.repairs.is_empty());
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    #[must_use]
    pub fn in_standard_chess(mut self) -> Self {
        if self.castling == CastlingNotation::Standard {
            for rook in self.setup.chess960_rooks() {
                let color = if rook.rank() == Color::White.back_rank() {
                    Color::White
                } else {
                    Color::Black
                };
                if let Some(king) = self.setup.board.king(color) {
                    self.repairs.push(FenRepair::Chess960Right { king, rook });
                }
            }
            let stale = self.setup.chess960_rooks();
            self.setup.castling_rooks -= stale;
        }
        self
    }
}

/// Returns the chess that the castling field of a FEN asks for: Chess960 if a right is the letter of a file.
pub(super) fn castling_of(fen: &str) -> CastlingNotation {
    let field = fen.split_ascii_whitespace().nth(2).unwrap_or_default();
    let is_file = |letter: u8| matches!(letter.to_ascii_lowercase(), b'a'..=b'h');
    match field.bytes().any(is_file) {
        true => CastlingNotation::Chess960,
        false => CastlingNotation::Standard,
    }
}
