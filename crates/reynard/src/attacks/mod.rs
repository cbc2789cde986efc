//! Attacks of all pieces, and the lines between squares.
//!
//! * `leapers`: pawns, knights and kings, with one look-up each;
//! * `magic`: bishops, by magic multiplication;
//! * `kindergarten`: rooks, with separate look-ups for rank and file;
//! * `rays`: squares between two squares, and whole lines.
//!
//! All tables are computed at compile time, so a program needs no initialization.
//!
//! ```
//! use reynard::{Bitboard, Square, attacks};
//!
//! let blockers = Square::E6.bitboard() | Square::C4;
//! let rook = attacks::rook(Square::E4, blockers);
//! assert!(rook.contains(Square::E6) && !rook.contains(Square::E7));
//! assert_eq!(attacks::between(Square::A1, Square::D4).len(), 2);
//! ```

mod empty_board;
mod kindergarten;
mod leapers;
mod magic;
mod rays;

pub(crate) use empty_board::Mover;
pub use kindergarten::rook;
pub use leapers::{king, knight, pawn, pawns};
pub use magic::bishop;
pub use rays::{between, line};
pub(crate) use rays::{empty_bishop, empty_rook, near_king};

use crate::{Bitboard, Color, PieceType, Square};

/// Returns the squares attacked by a queen on `square`, up to and including the first blocker in
/// each direction.
///
/// ```
/// use reynard::{Bitboard, Square, attacks};
///
/// assert_eq!(attacks::queen(Square::D4, Bitboard::EMPTY).len(), 27);
/// ```
#[inline]
pub fn queen(square: Square, blockers: Bitboard) -> Bitboard {
    bishop(square, blockers) | rook(square, blockers)
}

/// Returns the squares that a piece of any kind attacks from `square`. `color` matters only for
/// pawns.
///
/// ```
/// use reynard::{Bitboard, Color, PieceType, Square, attacks};
///
/// let knight = attacks::of(PieceType::Knight, Color::White, Square::A1, Bitboard::EMPTY);
/// assert_eq!(knight, Square::B3.bitboard() | Square::C2);
/// ```
#[inline]
pub fn of(kind: PieceType, color: Color, square: Square, blockers: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn(color, square),
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, blockers),
        PieceType::Rook => rook(square, blockers),
        PieceType::Queen => queen(square, blockers),
        PieceType::King => king(square),
    }
}
