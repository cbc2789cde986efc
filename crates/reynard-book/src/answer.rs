//! Book moves in machine-readable form, such as JSON.

use reynard::{CastlingNotation, Position, UciMove};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::{BookAnswer, BookCandidate, Difference, Entry, RejectedEntry};

/// A book move, with the fields of `reynard book probe --json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BookMoveAnswer {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// The weight.
    pub weight: u16,
    /// The share of the position's total weight in percent, with two decimals.
    pub percent: f64,
    /// The learn value.
    pub learn: u32,
}

/// An entry whose move cannot be played, with the fields of `reynard book probe --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RejectedAnswer {
    /// The move.
    pub r#move: String,
    /// The weight.
    pub weight: u16,
    /// The learn value.
    pub learn: u32,
    /// The machine-readable name of the error.
    pub kind: &'static str,
    /// The error message.
    pub message: String,
}

impl BookAnswer {
    /// Returns the moves in the order in which the book lists them, with their shares.
    ///
    /// ```
    /// use reynard_book::reynard::{CastlingNotation, Position};
    /// use reynard_book::{Book, Entry};
    ///
    /// let pos = Position::startpos();
    /// let entries = [("e2e4", 2), ("d2d4", 1)].map(|(text, weight)| {
    ///     Entry::new(&pos, pos.parse_uci(text).unwrap(), weight).to_bytes()
    /// });
    /// let answer = Book::new(entries.concat())?.probe(&pos)?;
    /// let moves = answer.moves(&pos, CastlingNotation::Standard);
    /// assert_eq!((moves[0].san.as_str(), moves[0].percent), ("e4", 66.67));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self, pos: &Position, castling: CastlingNotation) -> Vec<BookMoveAnswer> {
        let total = self.total_weight();
        let answer = |&BookCandidate { mv, weight, learn }: &BookCandidate| BookMoveAnswer {
            uci: UciMove::new(mv, castling).to_string(),
            san: pos.san(mv).to_string(),
            weight,
            percent: percent(weight, total),
            learn,
        };
        self.candidates.iter().map(answer).collect()
    }
}

impl From<&RejectedEntry> for RejectedAnswer {
    fn from(RejectedEntry { entry, error }: &RejectedEntry) -> Self {
        Self {
            r#move: entry.mv.to_string(),
            weight: entry.weight,
            learn: entry.learn,
            kind: error.name(),
            message: error.to_string(),
        }
    }
}

/// Writes an entry with its key as sixteen hexadecimal digits, because JSON numbers cannot hold 64
/// bits.
impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Entry", 4)?;
        fields.serialize_field("key", &format!("{:016x}", self.key))?;
        fields.serialize_field("move", &self.mv.to_string())?;
        fields.serialize_field("weight", &self.weight)?;
        fields.serialize_field("learn", &self.learn)?;
        fields.end()
    }
}

/// Writes a difference with the fields of `reynard book compare --json`.
impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Numbers {
            weight: u16,
            learn: u32,
        }
        let numbers = |Entry { weight, learn, .. }| Numbers { weight, learn };
        let Entry { key, mv, .. } = self.entry();
        let mut fields = serializer.serialize_struct("Difference", 4)?;
        fields.serialize_field("key", &format!("{key:016x}"))?;
        fields.serialize_field("move", &mv.to_string())?;
        fields.serialize_field("first", &self.first().map(numbers))?;
        fields.serialize_field("second", &self.second().map(numbers))?;
        fields.end()
    }
}

/// Returns a weight as a percentage of the total, with two decimals.
#[expect(clippy::cast_precision_loss, reason = "weights of at most 1,024 moves are far below 2^52")]
fn percent(weight: u16, total: u64) -> f64 {
    let hundredths = f64::from(weight) * 10_000.0 / total.max(1) as f64;
    hundredths.round() / 100.0
}
