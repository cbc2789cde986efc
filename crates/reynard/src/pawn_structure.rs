//! Doubled, isolated, backward and passed pawns.

use crate::{Bitboard, Board, Color, PieceType, attacks};

/// Pawns of one side with common structural features, as sets of squares.
///
/// The terms are often used loosely; here each has a single definition. A pawn can be in several
/// sets, but an isolated pawn is never backward.
///
/// ```
/// use reynard::{Color, Position, Square};
///
/// let pos: Position = "4k3/8/8/3p4/1p1P4/7P/P1P4P/4K3 w - - 0 1".parse()?;
/// let pawns = pos.board().pawn_structure(Color::White);
/// assert_eq!(pawns.doubled, Square::H2.bitboard() | Square::H3);
/// assert_eq!(pawns.isolated, Square::A2.bitboard() | Square::H2 | Square::H3);
/// assert_eq!(pawns.backward, Square::C2.bitboard());
/// assert_eq!(pawns.passed, Square::H2.bitboard() | Square::H3);
/// # Ok::<(), reynard::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PawnStructure {
    /// Pawns that share their file with another pawn of their side.
    pub doubled: Bitboard,
    /// Pawns without a pawn of their side on an adjacent file.
    pub isolated: Bitboard,
    /// Pawns that are not isolated, whose neighbors on the adjacent files are all farther ahead (so
    /// none of them can ever protect these pawns), and that an enemy pawn could capture if they
    /// advanced one square.
    pub backward: Bitboard,
    /// Pawns without an enemy pawn ahead of them on their own file or an adjacent one. No enemy
    /// pawn can stop them or capture them on their way.
    pub passed: Bitboard,
}

impl Board {
    /// Returns the pawn structure of one side.
    ///
    /// ```
    /// use reynard::{Board, Color};
    ///
    /// let pawns = Board::STANDARD.pawn_structure(Color::White);
    /// assert!(pawns.doubled.is_empty() && pawns.passed.is_empty());
    /// ```
    pub fn pawn_structure(&self, color: Color) -> PawnStructure {
        let own = self.pieces(color, PieceType::Pawn);
        let theirs = self.pieces(!color, PieceType::Pawn);
        let ahead = |pawns: Bitboard| fill_forward(pawns.forward(color), color);
        let behind = |pawns: Bitboard| fill_forward(pawns.forward(!color), !color);
        let files = fill_files(own);
        let isolated = own - beside(files);
        // The stop squares that an enemy pawn attacks, and that no pawn on an adjacent file
        // protects, now or after advancing.
        let supported = fill_forward(attacks::pawns(color, own), color);
        let held_stops = attacks::pawns(!color, theirs) - supported;
        PawnStructure {
            doubled: own & (ahead(own) | behind(own)),
            isolated,
            backward: (own & held_stops.forward(!color)) - isolated,
            passed: own - behind(theirs | beside(theirs)),
        }
    }
}

/// Returns the given squares and all squares ahead of them on their files.
fn fill_forward(squares: Bitboard, color: Color) -> Bitboard {
    let mut bits = squares.bits();
    for shift in [8, 16, 32] {
        bits |= match color {
            Color::White => bits << shift,
            Color::Black => bits >> shift,
        };
    }
    Bitboard::from_bits(bits)
}

/// Returns all squares on the files of the given squares.
fn fill_files(squares: Bitboard) -> Bitboard {
    fill_forward(squares, Color::White) | fill_forward(squares, Color::Black)
}

/// Returns the squares to the left and right of the given squares.
fn beside(squares: Bitboard) -> Bitboard {
    squares.east() | squares.west()
}
