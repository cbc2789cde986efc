//! Strings within a line.

use core::fmt;

use crate::tokens::is_blank;

/// A string that is written on one line, with its line breaks replaced by spaces.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.split(['\n', '\r']).enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(part)?;
        }
        Ok(())
    }
}

/// The token that represents an empty string.
pub(crate) const EMPTY: &str = "<empty>";

/// A string that is written as [`EMPTY`] if it is empty.
pub(crate) struct OrEmpty<'a>(pub(crate) &'a str);

impl fmt::Display for OrEmpty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str(EMPTY) } else { OneLine(self.0).fmt(f) }
    }
}

/// Returns the string, or an empty string for the token that represents one.
pub(crate) fn unless_empty(text: &str) -> &str {
    if text == EMPTY { "" } else { text }
}

/// Returns `true` if two strings name the same option. Case and blanks are ignored.
///
/// ```
/// assert!(reynard_uci::same_name("Move Overhead", "moveoverhead"));
/// assert!(!reynard_uci::same_name("Hash", "Hush"));
/// ```
pub fn same_name(a: &str, b: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> + '_ {
        let letters = text.bytes().filter(|&byte| !is_blank(byte));
        letters.map(|byte| byte.to_ascii_lowercase())
    }
    letters(a).eq(letters(b))
}
