//! A game replayed on a board alone: without the rules, which the moves have followed when they
//! were written.

use reynard::{Board, CastlingSide, Color, File, PieceType, Rank, Square};

use crate::Damage;
use crate::bytes::ByteCursor;
use crate::move_code::{CodedTarget, read_target};

/// Calls a function with the board and the side to move in each position of a game that begins in
/// the start position of chess, until it returns `false`.
///
/// The bytes have a checksum. Bytes of no game are damage. A move that is only against the rules is
/// played.
pub(crate) fn replay_board(
    codes: &[u8],
    mut each: impl FnMut(&Board, Color) -> bool,
) -> Result<(), Damage> {
    let (mut board, mut turn) = (Board::STANDARD, Color::White);
    let mut cursor = ByteCursor::new(codes);
    loop {
        if !each(&board, turn) || cursor.is_empty() {
            return Ok(());
        }
        play(&mut board, turn, &mut cursor)?;
        turn = !turn;
    }
}

/// Plays the next move.
fn play(board: &mut Board, turn: Color, cursor: &mut ByteCursor<'_>) -> Result<(), Damage> {
    let (from, target) = read_target(cursor, board, turn)?;
    match target {
        CodedTarget::Castling(side) => return castle(board, turn, from, side),
        CodedTarget::Square(to) => board.relocate(from, to),
        CodedTarget::Pawn { to, promotion } => {
            if to.file() != from.file() && board.type_at(to).is_none() {
                // En passant.
                board.set(Square::new(to.file(), from.rank()), None);
            }
            board.relocate(from, to);
            if let Some(kind) = promotion {
                board.set(to, Some(kind.of(turn)));
            }
        }
    }
    Ok(())
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
            let mut read = Vec::new();
            replay_board(&codes, |board, side| {
                assert_eq!(side, turn);
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
        // A step that no knight has; a rook that stays where it is; no target of a queen.
        for codes in [&[0x18][..], &[0x00], &[0x33]] {
            assert!(replay_board(codes, |_, _| true).is_err(), "{codes:?}");
        }
    }
}
