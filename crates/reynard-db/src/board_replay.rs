//! Replays a game on a bare board, without checking the rules: the moves were checked when they
//! were written.

use reynard::{Bitboard, Board, CastlingSide, Color, File, PieceType, Rank, Square};

use crate::Damage;
use crate::bytes::ByteCursor;
use crate::move_code::{CodedTarget, nth, read_target};
use crate::target_table::{PlainTarget, TargetTable};

/// Calls a function for each position of a game from the standard start position, until the
/// function returns `false`. The function receives the board, the side to move, and the squares
/// changed by the last move (all squares for the first position).
///
/// The bytes are protected by a checksum, so moves are played without checking that they are legal.
/// Bytes that do not decode to a game are reported as damage.
pub(crate) fn replay_board(
    codes: &[u8],
    mut each: impl FnMut(&Board, Color, Bitboard) -> bool,
) -> Result<(), Damage> {
    let targets = TargetTable::get();
    let (mut board, mut turn) = (Board::STANDARD, Color::White);
    let (mut rest, mut changed) = (codes, !Bitboard::EMPTY);
    loop {
        if !each(&board, turn, changed) {
            return Ok(());
        }
        let Some((&code, behind)) = rest.split_first() else { return Ok(()) };
        let from = nth(board.by_color(turn), code >> 4).ok_or(Damage::MOVE)?;
        let kind = board.type_at(from).ok_or(Damage::MOVE)?;
        changed = match targets.target(turn, kind, from, code) {
            Some(PlainTarget::Square(to)) => {
                rest = behind;
                board.relocate(from, to);
                Bitboard::from(from) | Bitboard::from(to)
            }
            Some(PlainTarget::PawnCapture(to)) => {
                rest = behind;
                take_with_pawn(&mut board, from, to)
            }
            None => {
                let mut cursor = ByteCursor::new(rest);
                let changed = play(&mut board, turn, &mut cursor)?;
                rest = cursor.rest();
                changed
            }
        };
        turn = !turn;
    }
}

/// Plays a capture by a pawn, and returns the changed squares.
fn take_with_pawn(board: &mut Board, from: Square, to: Square) -> Bitboard {
    let mut changed = Bitboard::from(from) | Bitboard::from(to);
    if board.type_at(to).is_none() {
        // En passant.
        let taken = Square::new(to.file(), from.rank());
        board.set(taken, None);
        changed |= Bitboard::from(taken);
    }
    board.relocate(from, to);
    changed
}

/// Plays the next move, and returns the changed squares.
fn play(board: &mut Board, turn: Color, cursor: &mut ByteCursor<'_>) -> Result<Bitboard, Damage> {
    let (from, target) = read_target(cursor, board, turn)?;
    let changed = |to| Bitboard::from(from) | Bitboard::from(to);
    Ok(match target {
        CodedTarget::Castling(side) => {
            castle(board, turn, from, side)?;
            Bitboard::rank(from.rank())
        }
        CodedTarget::Square(to) => {
            board.relocate(from, to);
            changed(to)
        }
        CodedTarget::Pawn { to, promotion } => {
            let changed = if to.file() == from.file() {
                board.relocate(from, to);
                changed(to)
            } else {
                take_with_pawn(board, from, to)
            };
            if let Some(kind) = promotion {
                board.set(to, Some(kind.of(turn)));
            }
            changed
        }
    })
}

fn castle(board: &mut Board, turn: Color, king: Square, side: CastlingSide) -> Result<(), Damage> {
    let rank = if turn == Color::White { Rank::First } else { Rank::Eighth };
    let (rook, king_to, rook_to) = match side {
        CastlingSide::KingSide => (File::H, File::G, File::F),
        CastlingSide::QueenSide => (File::A, File::C, File::D),
    };
    let [rook, king_to, rook_to] = [rook, king_to, rook_to].map(|file| Square::new(file, rank));
    let has = |square, kind: PieceType| board.piece_at(square) == Some(kind.of(turn));
    if !has(king, PieceType::King) || !has(rook, PieceType::Rook) {
        return Err(Damage::MOVE);
    }
    board.set(king, None);
    board.set(rook, None);
    board.set(king_to, Some(PieceType::King.of(turn)));
    board.set(rook_to, Some(PieceType::Rook.of(turn)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use reynard::{Move, MoveKind, Position};

    use super::*;
    use crate::move_code::move_code;

    #[test]
    fn boards_are_those_of_the_game_with_all_rules() {
        let (mut seed, mut plies, mut castled) = (9_u64, 0, 0);
        for _ in 0..300 {
            let (mut pos, mut codes) = (Position::startpos(), Vec::new());
            let mut boards = vec![*pos.board()];
            for _ in 0..150 {
                let legal = pos.legal_moves();
                if legal.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let any = usize::try_from(seed >> 33).expect("31 bits") % legal.len();
                let rare = legal.iter().position(|mv| {
                    mv.castling_side().is_some() || mv.kind() == MoveKind::EnPassant
                });
                let mv: Move = legal[rare.unwrap_or(any)];
                castled += u32::from(mv.castling_side().is_some());
                move_code(&pos, mv).expect("a code").put(&mut codes);
                pos.play_unchecked(mv);
                boards.push(*pos.board());
            }
            let mut turn = Color::White;
            let mut read: Vec<Board> = Vec::new();
            replay_board(&codes, |board, side, changed| {
                assert_eq!(side, turn);
                if let Some(before) = read.last() {
                    for square in !changed {
                        assert_eq!(board.piece_at(square), Board::piece_at(before, square));
                    }
                }
                turn = !turn;
                read.push(*board);
                true
            })
            .expect("intact");
            assert!(read == boards);
            plies += read.len();
        }
        assert!(plies > 20_000 && castled > 50, "{plies} {castled}");
    }

    #[test]
    fn bytes_that_no_game_has_are_damage() {
        // A step that is not a knight's move; a rook that stays on its square; a queen without a
        // target.
        for codes in [&[0x18][..], &[0x00], &[0x33]] {
            assert!(replay_board(codes, |_, _, _| true).is_err(), "{codes:?}");
        }
    }
}
