//! Moves and lines with move numbers.

use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use crate::{Color, Move, Position};

impl Position {
    /// Returns a move in SAN with its number: `12. Nf3`, `12... Nc6`.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// assert_eq!(pos.numbered_move(pos.parse_san("Nf3")?), "1. Nf3");
    /// # Ok::<(), reynard::InvalidSan>(())
    /// ```
    pub fn numbered_move(&self, mv: Move) -> String {
        let dots = if self.turn() == Color::White { "." } else { "..." };
        format!("{}{dots} {}", self.fullmove_number(), self.san(mv))
    }

    /// Returns a line in SAN with move numbers: `12... Nc6 13. d4 exd4`. It ends before the first
    /// illegal move.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// game.play_line("e2e4 e7e5 g1f3")?;
    /// let moves: Vec<_> = game.moves().collect();
    /// assert_eq!(game.root().numbered_line(&moves), "1. e4 e5 2. Nf3");
    /// # Ok::<(), reynard::game::InvalidLine>(())
    /// ```
    pub fn numbered_line(&self, moves: &[Move]) -> String {
        let mut pos = self.clone();
        let mut text = String::new();
        for &mv in moves {
            if !pos.is_legal(mv) {
                break;
            }
            // Writing to a string cannot fail.
            let _ = if text.is_empty() {
                write!(text, "{}", pos.numbered_move(mv))
            } else if pos.turn() == Color::White {
                write!(text, " {}. {}", pos.fullmove_number(), pos.san(mv))
            } else {
                write!(text, " {}", pos.san(mv))
            };
            pos.play_unchecked(mv);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_black_begins_with_dots_and_ends_before_an_illegal_move() {
        let mut game = crate::Game::new();
        game.play_line("e2e4 e7e5 g1f3 b8c6").expect("moves");
        let pos = Position::startpos().after(game.moves().next().expect("a move")).expect("legal");
        let moves: alloc::vec::Vec<Move> = game.moves().skip(1).collect();
        assert_eq!(pos.numbered_line(&moves), "1... e5 2. Nf3 Nc6");
        assert_eq!(pos.numbered_line(&moves[1..]), "", "it is not White's turn");
        assert_eq!(pos.numbered_move(moves[0]), "1... e5");
    }
}
