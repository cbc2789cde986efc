//! Lines of moves as people write them.

use std::fmt::Write;

use reynard::{Color, Move, Position};

/// A move with its number: `12. Nf3`, `12... Nc6`.
pub(crate) fn numbered(pos: &Position, m: Move) -> String {
    let dots = if pos.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", pos.fullmove_number(), pos.san(m))
}

/// A line with its numbers: `12... Nc6 13. d4 exd4`. It ends before a move that is not legal.
pub(crate) fn san_line(pos: &Position, moves: &[Move]) -> String {
    let mut pos = pos.clone();
    let mut text = String::new();
    for &m in moves {
        if !pos.is_legal(m) {
            break;
        }
        // Writing to memory does not fail.
        let _ = if text.is_empty() {
            write!(text, "{}", numbered(&pos, m))
        } else if pos.turn() == Color::White {
            write!(text, " {}. {}", pos.fullmove_number(), pos.san(m))
        } else {
            write!(text, " {}", pos.san(m))
        };
        if pos.play(m).is_err() {
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_where_they_are_needed() {
        let pos: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
            .parse()
            .expect("a position");
        let mut moves = Vec::new();
        let mut after = pos.clone();
        for text in ["e7e5", "g1f3", "b8c6"] {
            let m = after.parse_uci(text).expect("a move");
            after.play(m).expect("a legal move");
            moves.push(m);
        }
        assert_eq!(san_line(&pos, &moves), "1... e5 2. Nf3 Nc6");
        assert_eq!(san_line(&pos, &moves[1..]), "", "it is not White's turn");
        assert_eq!(numbered(&pos, moves[0]), "1... e5");
    }
}
