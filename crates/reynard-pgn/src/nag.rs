//! Numeric annotation glyphs.

use std::fmt;

/// A numeric annotation glyph: a judgement by its number in section 10 of the PGN standard.
///
/// ```
/// use reynard_pgn::Nag;
///
/// assert_eq!(Nag(1).to_string(), "$1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

impl fmt::Display for Nag {
    /// Writes `$` and the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
