//! Encodes the moves of a game in one byte each, or two bytes for some queen moves.
//!
//! The upper four bits are the rank of the moving piece among the pieces of its side, ordered by
//! square from a1 to h8. The lower four bits encode the target, differently for each piece type.
//! Moves are read and written without generating moves. The numbers are part of the file format and
//! never change.

use reynard::{
    Bitboard, Board, CastlingSide, Color, EnPassantMode, File, Move, MoveKind, PieceType, Position,
    Rank, Square,
};

use crate::Damage;
use crate::bytes::ByteCursor;

/// The bytes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveCode {
    pub(crate) first: u8,
    /// The target square of a diagonal queen move; `None` for all other moves.
    pub(crate) second: Option<u8>,
}

impl MoveCode {
    /// Appends the bytes.
    #[inline]
    pub(crate) fn put(self, out: &mut Vec<u8>) {
        out.push(self.first);
        out.extend(self.second);
    }
}

/// Returns the code of a legal move. Returns `None` if a side has more than 16 pieces and the move
/// has no code.
#[inline]
pub(crate) fn move_code(pos: &Position, mv: Move) -> Option<MoveCode> {
    let (from, to) = (mv.from(), mv.to());
    let own = pos.by_color(pos.turn());
    let rank = Bitboard::from_bits(own.bits() & (bit(from) - 1)).len();
    let rank = u8::try_from(rank).ok().filter(|&rank| rank < 16)?;
    let piece = pos.piece_at(from)?.kind;
    let (low, second) = match piece {
        PieceType::Pawn => (pawn_code(mv), None),
        PieceType::Knight => (step_code(from, to, &KNIGHT_STEPS)?, None),
        PieceType::King => match mv.castling_side() {
            Some(CastlingSide::KingSide) => (8, None),
            Some(CastlingSide::QueenSide) => (9, None),
            None => (step_code(from, to, &KING_STEPS)?, None),
        },
        PieceType::Bishop => {
            let falling = is_falling(from, to);
            (file_of(to) | if falling { 8 } else { 0 }, None)
        }
        PieceType::Rook => (straight_code(from, to), None),
        // There is no move to its own file and rank: this code means that the target square
        // follows.
        PieceType::Queen if from.file() == to.file() || from.rank() == to.rank() => {
            (straight_code(from, to), None)
        }
        PieceType::Queen => (file_of(from), Some(index_of(to))),
    };
    Some(MoveCode { first: rank << 4 | low, second })
}

/// The target of a decoded move, as determined from the pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodedTarget {
    Castling(CastlingSide),
    /// The target of a move by a piece other than a pawn.
    Square(Square),
    /// The target of a pawn move.
    Pawn {
        to: Square,
        promotion: Option<PieceType>,
    },
}

/// Reads the square of the moving piece, and its target.
#[inline]
pub(crate) fn read_target(
    bytes: &mut ByteCursor<'_>,
    board: &Board,
    turn: Color,
) -> Result<(Square, CodedTarget), Damage> {
    let byte = bytes.byte()?;
    let from = nth(board.by_color(turn), byte >> 4).ok_or(Damage::MOVE)?;
    let low = byte & 15;
    let piece = board.type_at(from).ok_or(Damage::MOVE)?;
    let to = match piece {
        PieceType::Pawn => {
            let (to, promotion) = read_pawn_target(from, turn, low).ok_or(Damage::MOVE)?;
            return Ok((from, CodedTarget::Pawn { to, promotion }));
        }
        PieceType::King if low >= 8 => {
            let side = if low == 8 { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            return Ok((from, CodedTarget::Castling(side)));
        }
        PieceType::Knight => stepped(from, KNIGHT_STEPS.get(usize::from(low))),
        PieceType::King => stepped(from, KING_STEPS.get(usize::from(low))),
        PieceType::Bishop => diagonal(from, low & 7, low & 8 != 0),
        PieceType::Queen if low == file_of(from) => square(bytes.byte()?),
        PieceType::Rook | PieceType::Queen => straight(from, low),
    };
    let to = to.filter(|&to| to != from).ok_or(Damage::MOVE)?;
    Ok((from, CodedTarget::Square(to)))
}

/// Reads a move and checks that it is legal.
#[inline]
pub(crate) fn read_move(bytes: &mut ByteCursor<'_>, pos: &Position) -> Result<Move, Damage> {
    let (from, target) = read_target(bytes, pos.board(), pos.turn())?;
    match target {
        CodedTarget::Castling(side) => castling(pos, from, side).ok_or(Damage::MOVE),
        CodedTarget::Pawn { to, promotion } => {
            legal(pos, pawn_move(pos, from, to, promotion).ok_or(Damage::MOVE)?)
        }
        CodedTarget::Square(to) => {
            let is_capture = pos.occupied().contains(to);
            let kind = if is_capture { MoveKind::Capture } else { MoveKind::Quiet };
            legal(pos, Move::new(from, to, kind))
        }
    }
}

fn legal(pos: &Position, mv: Move) -> Result<Move, Damage> {
    if pos.is_legal(mv) { Ok(mv) } else { Err(Damage::MOVE) }
}

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const fn bit(square: Square) -> u64 {
    1 << square as u8
}

const fn file_of(square: Square) -> u8 {
    square.file() as u8
}

const fn rank_of(square: Square) -> u8 {
    square.rank() as u8
}

const fn index_of(square: Square) -> u8 {
    square as u8
}

fn square(index: u8) -> Option<Square> {
    Square::ALL.get(usize::from(index)).copied()
}

fn at(file: i8, rank: i8) -> Option<Square> {
    let file = File::ALL.get(usize::try_from(file).ok()?)?;
    let rank = Rank::ALL.get(usize::try_from(rank).ok()?)?;
    Some(Square::new(*file, *rank))
}

/// The nth set bit of each byte, with n counted from 0, indexed by byte and n; 8 if the byte has
/// fewer set bits.
const NTH_IN_BYTE: [[u8; 8]; 256] = nth_in_byte();

const fn nth_in_byte() -> [[u8; 8]; 256] {
    let mut table = [[8; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut bit) = (0, 0_u8);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// Returns the nth square of a set, with n counted from 0.
///
/// The code is branchless, because `n` cannot be predicted. The bits of each byte and of the bytes
/// below it are counted at once, as described in
/// <https://vigna.di.unimi.it/ftp/papers/Broadword.pdf>.
#[inline]
pub(crate) fn nth(squares: Bitboard, n: u8) -> Option<Square> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    let bits = squares.bits();
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(ONES);
    if u64::from(n) >= sums >> 56 {
        return None;
    }
    // The bytes up to which there are at most n bits.
    let full = ((((u64::from(n) * ONES) | HIGH) - sums) & HIGH) >> 7;
    let place = full.wrapping_mul(ONES) >> 56 << 3;
    let rest = u64::from(n) - (sums << 8 >> place & 0xFF);
    let byte = usize::from(crate::bytes::low_byte(bits >> place));
    square(
        crate::bytes::low_byte(place)
            + NTH_IN_BYTE[byte][usize::from(crate::bytes::low_byte(rest & 7))],
    )
}

fn difference(from: Square, to: Square) -> (i8, i8) {
    let of = |a: u8, b: u8| b.cast_signed() - a.cast_signed();
    (of(file_of(from), file_of(to)), of(rank_of(from), rank_of(to)))
}

fn step_code(from: Square, to: Square, steps: &[(i8, i8); 8]) -> Option<u8> {
    let step = difference(from, to);
    steps.iter().position(|it| *it == step).and_then(|index| u8::try_from(index).ok())
}

fn stepped(from: Square, step: Option<&(i8, i8)>) -> Option<Square> {
    let (file, rank) = step?;
    at(file_of(from).cast_signed() + file, rank_of(from).cast_signed() + rank)
}

/// Encodes a straight move: the target file for a move along a rank, or 8 plus the target rank for
/// a move along a file.
const fn straight_code(from: Square, to: Square) -> u8 {
    if rank_of(from) == rank_of(to) { file_of(to) } else { 8 | rank_of(to) }
}

fn straight(from: Square, low: u8) -> Option<Square> {
    let number = (low & 7).cast_signed();
    if low & 8 == 0 {
        at(number, rank_of(from).cast_signed())
    } else {
        at(file_of(from).cast_signed(), number)
    }
}

/// Returns `true` if a diagonal move runs along a falling diagonal, on which the rank decreases as
/// the file increases.
fn is_falling(from: Square, to: Square) -> bool {
    let (files, ranks) = difference(from, to);
    (files < 0) != (ranks < 0)
}

fn diagonal(from: Square, file: u8, falling: bool) -> Option<Square> {
    let files = file.cast_signed() - file_of(from).cast_signed();
    let ranks = if falling { -files } else { files };
    at(file.cast_signed(), rank_of(from).cast_signed() + ranks)
}

/// Encodes a pawn move: one of three directions combined with one of four promotions or none, or a
/// double step.
fn pawn_code(mv: Move) -> u8 {
    if mv.kind() == MoveKind::DoublePush {
        return 15;
    }
    let (files, _) = difference(mv.from(), mv.to());
    let direction = match files {
        0 => 0,
        files if files < 0 => 1,
        _ => 2,
    };
    let promotion = match mv.promotion() {
        None => 0,
        Some(PieceType::Queen) => 1,
        Some(PieceType::Rook) => 2,
        Some(PieceType::Bishop) => 3,
        Some(_) => 4,
    };
    direction * 5 + promotion
}

/// Reads the target square of a pawn move, and its promotion.
#[inline]
fn read_pawn_target(from: Square, turn: Color, low: u8) -> Option<(Square, Option<PieceType>)> {
    let up = if turn == Color::White { 1 } else { -1 };
    let (file, rank) = (file_of(from).cast_signed(), rank_of(from).cast_signed());
    if low == 15 {
        return Some((at(file, rank + 2 * up)?, None));
    }
    let to = at(file + [0, -1, 1].get(usize::from(low / 5))?, rank + up)?;
    let promotion = match low % 5 {
        0 => None,
        1 => Some(PieceType::Queen),
        2 => Some(PieceType::Rook),
        3 => Some(PieceType::Bishop),
        _ => Some(PieceType::Knight),
    };
    Some((to, promotion))
}

/// Returns the move of a pawn to a target square.
fn pawn_move(
    pos: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<Move> {
    let (files, ranks) = difference(from, to);
    let is_capture = files != 0;
    let kind = match promotion {
        Some(piece) if is_capture => MoveKind::capture_promotion(piece)?,
        Some(piece) => MoveKind::promotion(piece)?,
        None if ranks.abs() == 2 => MoveKind::DoublePush,
        None if !is_capture => MoveKind::Quiet,
        None if pos.occupied().contains(to) => MoveKind::Capture,
        None => {
            pos.en_passant(EnPassantMode::Legal).filter(|square| *square == to)?;
            MoveKind::EnPassant
        }
    };
    Some(Move::new(from, to, kind))
}

/// Finds the legal castling move to a side by generating the legal moves. Castling is so rare that
/// this costs little.
fn castling(pos: &Position, from: Square, side: CastlingSide) -> Option<Move> {
    let moves = pos.legal_moves();
    let found = moves.iter().find(|mv| mv.from() == from && mv.castling_side() == Some(side));
    found.copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes and decodes every move of random games from ordinary and unusual positions.
    #[test]
    fn every_legal_move_is_read_as_it_was_written() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w FBfb - 0 1",
            "4k3/1P4P1/8/3pP3/2Q1Q3/8/2Q5/4K3 w - d6 0 2",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        let (mut seed, mut moves) = (1_u64, 0);
        for start in starts {
            for _ in 0..40 {
                let mut pos: Position = start.parse().expect("a position");
                for _ in 0..120 {
                    let legal = pos.legal_moves();
                    for &mv in &legal {
                        let mut bytes = Vec::new();
                        move_code(&pos, mv).expect("a code").put(&mut bytes);
                        let mut cursor = ByteCursor::new(&bytes);
                        assert_eq!(read_move(&mut cursor, &pos), Ok(mv), "{} {mv:?}", pos.fen());
                        assert!(cursor.is_empty());
                        moves += 1;
                    }
                    if legal.is_empty() {
                        break;
                    }
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let pick = usize::try_from(seed >> 33).expect("31 bits") % legal.len();
                    pos.play_unchecked(legal[pick]);
                }
            }
        }
        assert!(moves > 100_000, "{moves}");
    }

    #[test]
    fn the_nth_square_is_found_in_any_set() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for round in 0..2_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round);
            let squares = Bitboard::from_bits(match round % 4 {
                0 => bits,
                1 => bits & bits >> 7 & bits >> 13,
                2 => !0,
                _ => 0,
            });
            let all: Vec<Square> = squares.iter().collect();
            for n in 0..70 {
                assert_eq!(nth(squares, n), all.get(usize::from(n)).copied(), "{bits:x} {n}");
            }
        }
    }

    #[test]
    fn no_byte_gives_an_illegal_move() {
        let pos = Position::startpos();
        let mut legal = 0;
        for first in 0..=255 {
            if let Ok(mv) = read_move(&mut ByteCursor::new(&[first, 0]), &pos) {
                assert!(pos.is_legal(mv));
                legal += 1;
            }
        }
        assert_eq!(legal, 20);
    }
}
