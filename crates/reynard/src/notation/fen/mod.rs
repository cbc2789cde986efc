//! FEN, the one-line notation of positions: standard, X-FEN and Shredder-FEN.
//!
//! All three are recognized when parsing: `K` denotes the outermost rook to the right of the king,
//! `H` the rook on the h-file. Writing uses a [`FenStyle`].
//!
//! X-FEN is described at <https://en.wikipedia.org/wiki/X-FEN>, FEN in section 16.1 of the PGN
//! standard.

mod castling;
mod error;
mod playable;
mod read;
mod write;

pub use error::{FenError, FenErrorKind, FenField, ParsePositionError};
pub use playable::{FenRepair, LenientFen, PlayableFen};
pub use write::{FenOptions, FenStyle, FenText};

use crate::{Board, CastlingSide, Color, File, PieceType, Square};

/// Returns the square of the rook for the letter `K`, `Q`, `k` or `q`: the outermost rook on that
/// side of the king. If there is no such rook, or if the side does not have a single king on its
/// back rank, the corner square is returned. In this way the set-up can still contain the right,
/// and validation can report all of its faults.
#[inline]
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Square {
    let rank = color.back_rank();
    let rooks = board.pieces(color, PieceType::Rook) & rank;
    let king = board.king(color).filter(|king| king.rank() == rank);
    let (outermost, corner) = match side {
        CastlingSide::KingSide => (rooks.last(), File::H),
        CastlingSide::QueenSide => (rooks.first(), File::A),
    };
    match (king, outermost) {
        (Some(king), Some(rook)) if CastlingSide::of_rook(king, rook) == side => rook,
        _ => Square::new(corner, rank),
    }
}
