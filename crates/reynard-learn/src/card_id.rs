//! Identity of cards.

use std::fmt;
use std::str::FromStr;

use reynard::Position;

/// Identity of a card. It consists of the position with the side to move, the castling rights, and
/// the en passant square if a pawn can capture there.
///
/// The identity does not depend on the analysis, the file or the kind of card. It is written as its
/// Zobrist key, whose values never change, in 16 hexadecimal digits.
///
/// ```
/// use reynard_learn::CardId;
/// use reynard_learn::reynard::Position;
///
/// let id = CardId::of(&Position::startpos());
/// assert_eq!(id.to_string(), "463b96181691fc9c");
/// assert_eq!("463b96181691fc9c".parse(), Ok(id));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(u64);

impl CardId {
    /// Returns the identity of a position's card.
    pub const fn of(pos: &Position) -> Self {
        Self(pos.key())
    }

    /// Returns the identity with the Zobrist key `key`.
    ///
    /// ```
    /// use reynard_learn::CardId;
    ///
    /// assert_eq!(CardId::from_key(5).key(), 5);
    /// ```
    pub const fn from_key(key: u64) -> Self {
        Self(key)
    }

    /// Returns the Zobrist key.
    pub const fn key(self) -> u64 {
        self.0
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The error returned for text that is not the identity of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCardId;

impl fmt::Display for InvalidCardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 16 hexadecimal digits")
    }
}

impl std::error::Error for InvalidCardId {}

impl FromStr for CardId {
    type Err = InvalidCardId;

    fn from_str(text: &str) -> Result<Self, InvalidCardId> {
        let is_plain = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let key = is_plain.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        key.map(Self).ok_or(InvalidCardId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_and_dead_en_passant_squares_do_not_change_a_card() {
        let id = |fen: &str| CardId::of(&fen.parse::<Position>().expect("a position"));
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_eq!(id(&format!("{fen} e3 0 1")), id(&format!("{fen} - 7 30")));
        let other = fen.replace(" b ", " w ");
        assert_ne!(id(&format!("{fen} - 0 1")), id(&format!("{other} - 0 1")));
        let with = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
        assert_ne!(id(with), id(&with.replace("e3 0", "- 0")), "a capture is possible");
    }

    #[test]
    fn signs_and_short_texts_are_refused() {
        for text in ["", "463b96181691fc9", "+63b96181691fc9c", "463b96181691fc9cc"] {
            assert_eq!(text.parse::<CardId>(), Err(InvalidCardId), "{text}");
        }
    }
}
