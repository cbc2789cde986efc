//! Zobrist keys: a 64-bit number for each position.
//!
//! The key is the exclusive-or of the random numbers for each piece on its square, each castling
//! right, the file of a *legal* en-passant capture, and the side to move. The numbers are those of
//! the Polyglot book format. The values of the keys are part of this crate's API: they are the same
//! on every machine and will not change.
//!
//! Keys are coarser than positions in two respects: inner and outer rooks on the same side of the
//! king share one castling key, and a 64-bit key cannot distinguish all positions. Polyglot's own
//! key differs in one point: it includes en passant if an enemy pawn stands beside the moved pawn,
//! whether or not the capture is legal. [`Position::polyglot_key`](crate::Position::polyglot_key)
//! returns this key.
//!
//! ```
//! use reynard::Position;
//!
//! assert_eq!(Position::startpos().key(), 0x463B_9618_1691_FC9C);
//! ```

mod constants;

use crate::board::Code;
use crate::{Bitboard, CastlingSide, Color, File, Piece, PieceType, Square};

/// Returns the key of a piece on a square.
///
/// ```
/// use reynard::{Color, PieceType, Square, zobrist};
///
/// let pawn = PieceType::Pawn.of(Color::Black);
/// assert_eq!(zobrist::piece(pawn, Square::A1), 0x9D39_247E_3377_6D41);
/// ```
#[inline]
pub fn piece(piece: Piece, square: Square) -> u64 {
    code(Code::new(piece.kind, piece.color), square)
}

/// Returns the key of a code on a square; 0 for an empty square.
#[inline(always)]
pub(crate) fn code(code: Code, square: Square) -> u64 {
    CODES[code.index()][square as usize]
}

/// Returns the key of a castling right.
///
/// ```
/// use reynard::{CastlingSide, Color, zobrist};
///
/// let key = zobrist::castling(Color::White, CastlingSide::KingSide);
/// assert_ne!(key, zobrist::castling(Color::Black, CastlingSide::KingSide));
/// ```
#[inline]
pub const fn castling(color: Color, side: CastlingSide) -> u64 {
    constants::CASTLING[2 * color as usize + side as usize]
}

/// Returns the key of all castling rights, given the castling rooks and the kings.
pub(crate) fn castling_rooks(mut rooks: Bitboard, kings: [Square; 2]) -> u64 {
    let mut key = 0;
    while let Some(rook) = rooks.pop_first() {
        let color = if rook as u8 >= Square::A8 as u8 { Color::Black } else { Color::White };
        key ^= castling(color, CastlingSide::of_rook(kings[color as usize], rook));
    }
    key
}

/// Returns the key of the file on which a pawn can be captured en passant.
///
/// ```
/// use reynard::{File, zobrist};
///
/// let keys = File::ALL.map(zobrist::en_passant);
/// assert!(keys.iter().all(|&key| key != 0));
/// ```
#[inline]
pub const fn en_passant(file: File) -> u64 {
    constants::EN_PASSANT[file as usize]
}

/// Returns the key of the side to move. It is 0 for Black.
#[inline]
pub const fn turn(color: Color) -> u64 {
    match color {
        Color::White => constants::TURN,
        Color::Black => 0,
    }
}

/// The value XORed into the key when the side to move changes.
pub(crate) const TURN_CHANGE: u64 = constants::TURN;

/// The keys by code and square, with zeros for the code of an empty square.
static CODES: [[u64; 64]; Code::COUNT] = codes();

const fn codes() -> [[u64; 64]; Code::COUNT] {
    let mut table = [[0; 64]; Code::COUNT];
    let mut kind = 0;
    while kind < 6 {
        let mut color = 0;
        while color < 2 {
            let code = Code::new(PieceType::ALL[kind], Color::ALL[color]);
            // Polyglot puts Black first.
            let block = 64 * (2 * kind + 1 - color);
            let mut square = 0;
            while square < 64 {
                table[code.index()][square] = constants::PIECES[block + square];
                square += 1;
            }
            color += 1;
        }
        kind += 1;
    }
    table
}
