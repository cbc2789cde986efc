//! Lines of moves as text, and the FEN before them.

use alloc::string::{String, ToString};
use core::fmt;

use super::Game;
use crate::{InvalidSan, San, UciMove};

/// The error returned by [`Game::play_line`] if a token is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLine {
    /// Number of moves played before the error.
    pub played: usize,
    /// The invalid token.
    pub token: String,
    /// The reason.
    pub error: InvalidSan,
}

impl fmt::Display for InvalidLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: `{}`: {}", self.played + 1, self.token.escape_debug(), self.error)
    }
}

impl core::error::Error for InvalidLine {}

impl Game {
    /// Plays a line of moves, in SAN or UCI notation, with or without move numbers. A leading
    /// `moves`, as in UCI, is skipped.
    ///
    /// # Errors
    ///
    /// [`InvalidLine`] for the first token that is not a legal move. The moves before it have been
    /// played.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// assert_eq!(game.play_line("1. e4 e5 2.Nf3 b8c6")?, 4);
    /// let error = game.play_line("3. Bb5 Bb6").unwrap_err();
    /// assert_eq!((error.played, error.token.as_str()), (1, "Bb6"));
    /// # Ok::<(), reynard::game::InvalidLine>(())
    /// ```
    pub fn play_line(&mut self, line: &str) -> Result<usize, InvalidLine> {
        let mut played = 0;
        for (index, token) in line.split_whitespace().enumerate() {
            let mv = without_number(token);
            if mv.is_empty() || (index == 0 && token == MOVES) {
                continue;
            }
            match self.position().parse_san_lenient(mv) {
                Ok(mv) => self.play_legal(mv),
                Err(error) => return Err(InvalidLine { played, token: mv.to_string(), error }),
            }
            played += 1;
        }
        Ok(played)
    }
}

/// The word that precedes the moves in UCI.
const MOVES: &str = "moves";

/// Splits a FEN or `startpos` from the moves after it. If there are no moves, the second part is
/// empty.
///
/// The fields of a FEN are recognized by their form, so the last ones may be missing.
///
/// ```
/// use reynard::game::split_moves;
///
/// assert_eq!(split_moves("startpos moves e2e4"), ("startpos", "moves e2e4"));
/// let (fen, moves) = split_moves("4k3/8/8/8/8/8/4P3/4K3 w - - e4 Kd7");
/// assert_eq!((fen, moves), ("4k3/8/8/8/8/8/4P3/4K3 w - -", "e4 Kd7"));
/// ```
pub fn split_moves(text: &str) -> (&str, &str) {
    let text = text.trim();
    let mut tokens = Tokens { text, at: 0 };
    let first = tokens.next().unwrap_or_default();
    let mut end = tokens.at;
    if first != "startpos" {
        let fields: [fn(&str) -> bool; 5] = [is_turn, is_rights, is_en_passant, is_count, is_count];
        for is_field in fields {
            match tokens.next() {
                Some(token) if is_field(token) => end = tokens.at,
                _ => break,
            }
        }
    }
    let (fen, rest) = text.split_at(end);
    let rest = rest.trim_start();
    let is_line = rest.split_whitespace().next().is_some_and(|token| {
        let mv = without_number(token);
        token == MOVES
            || mv.parse::<San>().is_ok()
            || mv.parse::<UciMove>().is_ok()
            || mv.is_empty()
    });
    if is_line { (fen, rest) } else { (text, "") }
}

/// Returns a token without a leading move number. The result is empty if the token is only a
/// number, such as `12.`.
fn without_number(token: &str) -> &str {
    let rest = token.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() + 1 < token.len() => rest.trim_start_matches('.'),
        _ => token,
    }
}

fn is_turn(token: &str) -> bool {
    matches!(token, "w" | "b" | "W" | "B")
}

fn is_rights(token: &str) -> bool {
    let is_right = |c: char| matches!(c, 'A'..='H' | 'a'..='h' | 'K' | 'Q' | 'k' | 'q');
    // `--` is never a legal move, so it means that there are no castling rights.
    let is_none = token.bytes().all(|byte| byte == b'-');
    is_none || (token.len() <= 4 && token.chars().all(is_right))
}

fn is_en_passant(token: &str) -> bool {
    token == "-" || token.parse::<crate::Square>().is_ok()
}

fn is_count(token: &str) -> bool {
    token == "-" || token.bytes().all(|byte| byte.is_ascii_digit())
}

/// Iterator over the tokens of a string. It also stores the end offset of the most recently
/// returned token.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let token = rest.split_whitespace().next()?;
        let blanks = rest.len() - rest.trim_start().len();
        self.at += blanks + token.len();
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn two_dashes_are_a_field_without_rights() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w -- - 0 1";
        assert_eq!(split_moves(fen), (fen, ""));
        assert_eq!(split_moves(&format!("{fen} e2")), (fen, "e2"));
    }

    #[test]
    fn fields_of_a_fen_are_told_from_moves() {
        for (text, moves) in [
            ("startpos", ""),
            ("startpos e4 e5", "e4 e5"),
            ("startpos 1. e4", "1. e4"),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 O-O-O", "O-O-O"),
            ("4k3/8/8/8/8/8/8/R3K3 w Ra4", "Ra4"),
            ("4k3/8/8/8/8/8/8/R3K3 w Q moves a1a4", "moves a1a4"),
            ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", ""),
            // Neither a FEN nor moves: the FEN reader reports the reason.
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", ""),
            ("nonsense", ""),
        ] {
            assert_eq!(split_moves(text).1, moves, "{text}");
        }
    }

    #[test]
    fn numbers_before_moves_are_skipped() {
        let mut game = Game::new();
        assert_eq!(game.play_line("1. e4 e5 2. Nf3 Nc6 3.Bb5 3...a6 O-O"), Ok(7));
        assert_eq!(game.play_line(""), Ok(0));
        let error = game.play_line("moves h7h6 Ke3").unwrap_err();
        assert_eq!((error.played, error.token.as_str()), (1, "Ke3"));
    }
}
