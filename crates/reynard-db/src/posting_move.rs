//! The move of a posting: one byte in nearly all cases, decoded without move generation.
//!
//! The byte is the move code. A diagonal queen move, which would take two bytes as a move code,
//! uses a code of the sixteenth piece instead if the side has fewer than 16 pieces. The numbers are
//! part of the file format and never change.

use reynard::{Bitboard, Move, PieceType, Position, attacks};

use crate::Damage;
use crate::bytes::{ByteCursor, low_byte, low_half};
use crate::move_code::{MoveCode, move_code};

/// The byte before an escaped move, which is stored as its rank among the legal moves.
const ESCAPE: u16 = 254;

/// The lowest number that represents an escaped move.
const RANKS: u16 = 256;

/// The piece number used for diagonal queen moves.
const DIAGONAL: u8 = 15 << 4;

/// A move of a posting, or the end of the game.
///
/// A number below 256 is the byte in the file. A number from 256 on represents an escaped move: 256
/// plus its rank among the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PostingMove(u16);

impl PostingMove {
    /// The game ends in this position.
    pub(crate) const END: Self = Self(255);

    /// Creates the posting move for a legal move whose move code is `code`.
    #[inline]
    pub(crate) fn new(pos: &Position, mv: Move, code: Option<MoveCode>) -> Self {
        let byte = match code {
            Some(MoveCode { first, second: None }) => Some(first),
            Some(_) => diagonal_code(pos, mv),
            None => None,
        };
        match byte.map(u16::from).filter(|&byte| byte < ESCAPE) {
            Some(byte) => Self(byte),
            None => Self(RANKS + rank_of(pos, mv)),
        }
    }

    /// Creates the posting move for a legal move.
    pub(crate) fn of(pos: &Position, mv: Move) -> Self {
        Self::new(pos, mv, move_code(pos, mv))
    }

    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the posting move that consists of a single byte; `None` if another byte follows.
    #[inline]
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        Some(Self(byte.into())).filter(|it| it.0 != ESCAPE)
    }

    /// Returns the move as encoded in the file, packed into a word, and the length of the encoding
    /// in bytes.
    #[inline]
    pub(crate) const fn word(self) -> (u16, usize) {
        if self.0 < RANKS { (self.0, 1) } else { (self.0 << 8 | ESCAPE, 2) }
    }

    /// Appends the encoded bytes.
    #[inline]
    pub(crate) fn put(self, out: &mut Vec<u8>) {
        if self.0 >= RANKS {
            out.push(low_byte(u64::from(ESCAPE)));
        }
        out.push(low_byte(u64::from(self.0)));
    }

    /// Reads an encoded move.
    #[inline]
    pub(crate) fn read(cursor: &mut ByteCursor<'_>) -> Result<Self, Damage> {
        match Self::from_byte(cursor.byte()?) {
            Some(mv) => Ok(mv),
            None => Ok(Self(RANKS + u16::from(cursor.byte()?))),
        }
    }
}

/// The legal moves of a position, indexed by the moves of its postings.
pub(crate) struct PostingMoves {
    /// The moves ordered by [`Move::bits`].
    pub(crate) legal: Vec<Move>,
    /// For each byte, the rank of its move plus one, or 0 if no legal move has that byte.
    ranks: [u8; 256],
}

impl PostingMoves {
    pub(crate) fn new(pos: &Position) -> Self {
        let mut legal = pos.legal_moves().to_vec();
        legal.sort_unstable_by_key(|mv| mv.bits());
        let mut ranks = [0; 256];
        for (number, &mv) in (1..).zip(&legal) {
            if let Some(rank) = ranks.get_mut(usize::from(PostingMove::of(pos, mv).0)) {
                *rank = number;
            }
        }
        Self { legal, ranks }
    }

    /// Returns the rank of a move; `None` if no legal move has this code.
    #[inline]
    pub(crate) fn rank(&self, mv: PostingMove) -> Option<usize> {
        match self.ranks.get(usize::from(mv.0)) {
            Some(&number) => usize::from(number).checked_sub(1),
            None => Some(usize::from(mv.0 - RANKS)).filter(|&rank| rank < self.legal.len()),
        }
    }
}

/// Encodes a diagonal move of a side's first queen in one byte, if the side has no sixteenth piece.
/// The code is the index of the target among the squares of both diagonals.
fn diagonal_code(pos: &Position, mv: Move) -> Option<u8> {
    let own = pos.by_color(pos.turn());
    let queens = own & pos.by_type(PieceType::Queen);
    if own.len() > 15 || queens.first() != Some(mv.from()) {
        return None;
    }
    let below = (1 << mv.to() as u8) - 1;
    let squares = attacks::bishop(mv.from(), Bitboard::EMPTY);
    let number = Bitboard::from_bits(squares.bits() & below).len();
    Some(DIAGONAL | u8::try_from(number).ok()?)
}

/// Returns the rank of a legal move among all legal moves, ordered by [`Move::bits`].
fn rank_of(pos: &Position, mv: Move) -> u16 {
    let smaller = pos.legal_moves().iter().filter(|other| other.bits() < mv.bits()).count();
    low_half(smaller as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_is_found_by_its_bytes_and_no_two_share_them() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w FBfb - 0 1",
            "4k3/1P4P1/8/3pP3/2Q1Q3/8/2Q5/4K3 w - d6 0 2",
            // The sixteenth piece is a pawn on its initial square, then a rook and a queen.
            "rnbqkb1r/pppppppp/8/8/8/5n2/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/6pR/8/8/8/PPPPPPPP/RNBQKBN1 w Q - 0 1",
            "4k3/8/6pQ/8/8/8/PPPPPPPP/RNB1KBNR w KQ - 0 1",
        ];
        let (mut seed, mut escaped, mut moves) = (1_u64, 0, 0);
        for start in starts {
            for _ in 0..40 {
                let mut pos: Position = start.parse().expect("a position");
                for _ in 0..120 {
                    let table = PostingMoves::new(&pos);
                    assert_eq!(table.rank(PostingMove::END), None, "{}", pos.fen());
                    for (rank, &mv) in table.legal.iter().enumerate() {
                        let mut bytes = Vec::new();
                        PostingMove::of(&pos, mv).put(&mut bytes);
                        let mut cursor = ByteCursor::new(&bytes);
                        let read = PostingMove::read(&mut cursor).expect("a move");
                        assert!(cursor.is_empty());
                        assert_eq!(table.rank(read), Some(rank), "{} {mv:?}", pos.fen());
                        escaped += u32::from(bytes.len() > 1);
                        moves += 1;
                    }
                    if table.legal.is_empty() {
                        break;
                    }
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let pick = usize::try_from(seed >> 33).expect("31 bits") % table.legal.len();
                    pos.play_unchecked(table.legal[pick]);
                }
            }
        }
        assert!(moves > 100_000 && escaped > 1_000, "{moves} {escaped}");
    }

    #[test]
    fn bytes_that_no_move_has_are_found_out() {
        let table = PostingMoves::new(&Position::startpos());
        let found = (0..512).filter(|&bits| table.rank(PostingMove::from_bits(bits)).is_some());
        // Twenty take a byte, and each can be escaped.
        assert_eq!(found.count(), 19 + 20);
        assert!(PostingMove::read(&mut ByteCursor::new(&[254])).is_err());
    }
}
