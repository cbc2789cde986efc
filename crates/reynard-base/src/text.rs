//! Text of others.

use alloc::borrow::Cow;
use alloc::string::String;

/// Returns a text with control characters and marks of the writing direction escaped, so that
/// foreign data cannot command a terminal. Line ends and tabs stay.
///
/// ```
/// use reynard_base::printable;
///
/// assert_eq!(printable("Réti\x1b[2J"), "Réti\\u{1b}[2J");
/// assert_eq!(printable("two\nlines"), "two\nlines");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_harmful(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}
