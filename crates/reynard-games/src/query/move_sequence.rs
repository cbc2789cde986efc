//! First moves of games: `e4 c5 Nf3`.

use std::str::FromStr;

use reynard::{Move, Position};

use super::InvalidCondition;

/// The first moves of a game from the usual start position, in SAN or UCI notation, with or without
/// numbers.
///
/// ```
/// use reynard_games::MoveSequence;
///
/// let moves: MoveSequence = "1. e4 c5 2. Nf3".parse()?;
/// assert_eq!(moves.len(), 3);
/// assert!("e4 e4".parse::<MoveSequence>().is_err());
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSequence(Vec<Move>);

impl MoveSequence {
    /// Returns the number of moves of either side.
    #[expect(clippy::len_without_is_empty, reason = "none is empty")]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if a game with these moves, `None` for null moves, begins with the sequence.
    ///
    /// ```
    /// use reynard_games::MoveSequence;
    /// use reynard_games::reynard::Position;
    ///
    /// let e4 = Position::startpos().parse_san("e4")?;
    /// assert!("e4".parse::<MoveSequence>()?.begins(&[Some(e4)]));
    /// assert!(!"e4 c5".parse::<MoveSequence>()?.begins(&[Some(e4)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begins(&self, moves: &[Option<Move>]) -> bool {
        moves.len() >= self.0.len()
            && self.0.iter().zip(moves).all(|(wanted, mv)| Some(*wanted) == *mv)
    }
}

impl FromStr for MoveSequence {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let mut pos = Position::startpos();
        let mut moves = Vec::new();
        let tokens = text.split([' ', '\t', '\n', '.']).filter(|token| !token.is_empty());
        for token in tokens.filter(|token| !token.bytes().all(|byte| byte.is_ascii_digit())) {
            let Ok(mv) = pos.parse_san_lenient(token) else {
                return Err(illegal(&pos, token, moves.len()).into());
            };
            pos.play_unchecked(mv);
            moves.push(mv);
        }
        if moves.is_empty() {
            Err("moves are needed, like e4 c5 Nf3".into())
        } else {
            Ok(Self(moves))
        }
    }
}

/// The error for a move that is not legal, with those that may be meant.
fn illegal(pos: &Position, token: &str, plies: usize) -> String {
    let near = pos.suggest_moves(token);
    let hint = if near.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", near.join(" or "))
    };
    format!("`{token}` is not a legal move at ply {}{hint}", plies + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_any_notation() {
        let plain: MoveSequence = "e4 c5 Nf3".parse().unwrap();
        for text in ["1. e4 c5 2. Nf3", "1.e4 c5 2.Nf3", "e2e4 c7c5 g1f3", "1. e4 1... c5 2. Nf3"] {
            assert_eq!(text.parse::<MoveSequence>().as_ref(), Ok(&plain), "{text}");
        }
        for (text, error) in [
            ("", "moves are needed, like e4 c5 Nf3"),
            ("1.", "moves are needed, like e4 c5 Nf3"),
            ("e4 e5 Nf4", "`Nf4` is not a legal move at ply 3; did you mean Nf3 or f4?"),
        ] {
            assert_eq!(text.parse::<MoveSequence>().unwrap_err().to_string(), error);
        }
    }
}
