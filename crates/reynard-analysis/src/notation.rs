//! Moves and lines with move numbers.

use std::fmt::Write;

use reynard::{Color, Move, Position};

/// Returns a move in SAN with its number: `12. Nf3`, `12... Nc6`.
///
/// ```
/// use reynard_analysis::numbered_move;
/// use reynard_analysis::reynard::Position;
///
/// let pos = Position::startpos();
/// assert_eq!(numbered_move(&pos, pos.parse_san("Nf3")?), "1. Nf3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn numbered_move(pos: &Position, mv: Move) -> String {
    let dots = if pos.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", pos.fullmove_number(), pos.san(mv))
}

/// Returns a line in SAN with move numbers: `12... Nc6 13. d4 exd4`. It ends before an illegal move.
///
/// ```
/// use reynard_analysis::numbered_line;
/// use reynard_analysis::reynard::Position;
///
/// let pos = Position::startpos();
/// assert_eq!(numbered_line(&pos, &[pos.parse_san("e4")?]), "1. e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn numbered_line(pos: &Position, moves: &[Move]) -> String {
    let mut pos = pos.clone();
    let mut text = String::new();
    for &mv in moves {
        if !pos.is_legal(mv) {
            break;
        }
        // Writing to memory does not fail.
        let _ = if text.is_empty() {
            write!(text, "{}", numbered_move(&pos, mv))
        } else if pos.turn() == Color::White {
            write!(text, " {}. {}", pos.fullmove_number(), pos.san(mv))
        } else {
            write!(text, " {}", pos.san(mv))
        };
        if pos.play(mv).is_err() {
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_black_begins_with_dots_and_ends_before_an_illegal_move() {
        let pos: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
            .parse()
            .expect("a position");
        let mut moves = Vec::new();
        let mut after = pos.clone();
        for text in ["e7e5", "g1f3", "b8c6"] {
            let mv = after.parse_uci(text).expect("a move");
            after.play(mv).expect("a legal move");
            moves.push(mv);
        }
        assert_eq!(numbered_line(&pos, &moves), "1... e5 2. Nf3 Nc6");
        assert_eq!(numbered_line(&pos, &moves[1..]), "", "it is not White's turn");
        assert_eq!(numbered_move(&pos, moves[0]), "1... e5");
    }
}
