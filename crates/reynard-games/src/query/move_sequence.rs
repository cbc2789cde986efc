//! The first moves of games: `e4 c5 Nf3`.

use std::str::FromStr;

use reynard::{Move, Position};

use super::InvalidCondition;

/// Consecutive moves in SAN or UCI notation, with or without numbers: the first moves of a game, or
/// moves from another given position.
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
    /// Parses moves that are played from the given position.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidCondition`] if there are no moves, or if a move is not legal. In the latter
    /// case, the message suggests similar legal moves.
    ///
    /// ```
    /// use reynard_games::MoveSequence;
    /// use reynard_games::reynard::Position;
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(MoveSequence::from_position(&pos, "1. e4 Kd7")?.moves().len(), 2);
    /// let error = MoveSequence::from_position(&pos, "e5").unwrap_err();
    /// assert!(error.to_string().contains("did you mean e"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_position(pos: &Position, text: &str) -> Result<Self, InvalidCondition> {
        let mut pos = pos.clone();
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

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.0
    }

    /// Returns the number of plies.
    #[expect(clippy::len_without_is_empty, reason = "none is empty")]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if `moves` begin with the sequence. `None` denotes a null move.
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
        Self::from_position(&Position::startpos(), text)
    }
}

/// Returns the error message for an illegal move. The message suggests similar legal moves.
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
