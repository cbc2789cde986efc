//! Patterns of pieces on the board.

use std::str::FromStr;

use reynard::{Bitboard, Color, File, Piece, Position, Rank, Square};

use super::InvalidCondition;

/// A pattern of pieces on the board, written as the first field of a FEN with four more characters:
/// `?` for anything, `!` for any piece, `A` and `a` for any white and black one; `*` is as many `?`
/// as fill the rank. The side to move may follow.
///
/// ```
/// use reynard_games::BoardPattern;
///
/// // A rook on a8, the black king on h1, White to move.
/// let pattern: BoardPattern = "r*/*/*/*/*/*/*/*k w".parse()?;
/// assert!(pattern.matches(&"r6K/8/8/8/8/8/8/7k w - - 0 1".parse().unwrap()));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPattern {
    pieces: Vec<(Piece, Bitboard)>,
    white: Bitboard,
    black: Bitboard,
    any: Bitboard,
    empty: Bitboard,
    turn: Option<Color>,
}

impl BoardPattern {
    /// Returns `true` if the pattern is on the board.
    ///
    /// ```
    /// use reynard_games::BoardPattern;
    ///
    /// let pattern: BoardPattern = "*/*/*/*/????P*/*/*/*".parse()?;
    /// assert!(!pattern.matches(&reynard_games::reynard::Position::startpos()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(&self, pos: &Position) -> bool {
        let occupied = pos.occupied();
        self.any.is_subset(occupied)
            && self.empty.is_disjoint(occupied)
            && self.white.is_subset(pos.by_color(Color::White))
            && self.black.is_subset(pos.by_color(Color::Black))
            && self.turn.is_none_or(|turn| turn == pos.turn())
            && self
                .pieces
                .iter()
                .all(|&(piece, squares)| squares.is_subset(pos.pieces(piece.color, piece.kind)))
    }

    fn put(&mut self, square: Square, sign: char) -> Result<(), String> {
        let square = Bitboard::from(square);
        match sign {
            '?' => {}
            '!' => self.any |= square,
            'A' => self.white |= square,
            'a' => self.black |= square,
            ' ' => self.empty |= square,
            _ => {
                let piece =
                    Piece::from_char(sign).ok_or(format!("`{sign}` stands for nothing here"))?;
                match self.pieces.iter_mut().find(|(other, _)| *other == piece) {
                    Some((_, squares)) => *squares |= square,
                    None => self.pieces.push((piece, square)),
                }
            }
        }
        Ok(())
    }
}

impl FromStr for BoardPattern {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let mut pattern = Self {
            pieces: Vec::new(),
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
            any: Bitboard::EMPTY,
            empty: Bitboard::EMPTY,
            turn: None,
        };
        let mut fields = text.split_ascii_whitespace();
        let ranks: Vec<&str> = fields.next().unwrap_or_default().split('/').collect();
        if ranks.len() != 8 {
            return Err(
                format!("8 ranks are needed, with slashes between, not {}", ranks.len()).into()
            );
        }
        for (rank, signs) in Rank::ALL.into_iter().rev().zip(ranks) {
            let signs = spread(signs)?;
            for (file, sign) in File::ALL.into_iter().zip(signs) {
                pattern.put(Square::new(file, rank), sign)?;
            }
        }
        pattern.turn = match fields.next() {
            None | Some("-") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(other) => {
                return Err(format!("the side to move is w, b or -, not `{other}`").into());
            }
        };
        Ok(pattern)
    }
}

/// Expands a rank to one character for each square, blanks for empty ones.
fn spread(signs: &str) -> Result<Vec<char>, String> {
    let mut squares = Vec::new();
    for sign in signs.chars() {
        match sign.to_digit(10) {
            Some(count @ 1..=8) => squares.extend((0..count).map(|_| ' ')),
            Some(_) => return Err(format!("`{sign}` is not a number of empty squares")),
            None => squares.push(sign),
        }
    }
    if let Some(star) = squares.iter().position(|&sign| sign == '*') {
        let missing = 9_usize.saturating_sub(squares.len());
        squares.splice(star..=star, std::iter::repeat_n('?', missing));
        if squares.contains(&'*') {
            return Err(format!("`{signs}` has more than one `*`"));
        }
    }
    let good = squares.len() == 8;
    good.then_some(squares).ok_or_else(|| format!("`{signs}` is not a rank of 8 squares"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, fen: &str) -> bool {
        let pos = fen.parse().expect("a position");
        pattern.parse::<BoardPattern>().expect(pattern).matches(&pos)
    }

    #[test]
    fn patterns_match_what_they_say() {
        let fen = "4k3/p7/8/8/8/8/4P3/R3K3 w Q - 0 1";
        for pattern in [
            "4k3/p7/8/8/8/8/4P3/R3K3",
            "4k3/p7/8/8/8/8/4P3/R3K3 w",
            "*/a*/*/*/*/*/????P*/A3!*",
            "????!*/*/*/*/*/*/*/* -",
            "*k3/p*/*/*/*/*/*P3/*",
        ] {
            assert!(matches(pattern, fen), "{pattern}");
        }
        for pattern in [
            "4k3/p7/8/8/8/8/4P3/R3K3 b",
            "*/A*/*/*/*/*/*/*",
            "*/*/*/*/*/*/8/*",
            "*/!!*/*/*/*/*/*/*",
            "4q3/*/*/*/*/*/*/*",
        ] {
            assert!(!matches(pattern, fen), "{pattern}");
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "",
            "8/8",
            "9/8/8/8/8/8/8/8",
            "x7/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8 x",
            "ppp/*/*/*/*/*/*/*",
        ] {
            assert!(text.parse::<BoardPattern>().is_err(), "{text}");
        }
    }
}
