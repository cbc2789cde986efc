//! Text of others.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// Writes a number with its noun, in the plural unless the number is 1.
///
/// ```
/// use reynard_base::counted;
///
/// assert_eq!(counted(1, "game"), "1 game");
/// assert_eq!(counted(2, "entry"), "2 entries");
/// assert_eq!(counted(2, "day"), "2 days");
/// ```
pub fn counted(number: u64, noun: &str) -> String {
    let is_vowel = |letter: char| "aeiou".contains(letter);
    match noun.strip_suffix('y') {
        _ if number == 1 => format!("1 {noun}"),
        Some(stem) if !stem.ends_with(is_vowel) => format!("{number} {stem}ies"),
        _ => format!("{number} {noun}s"),
    }
}

/// Returns a text as HTML shows it, in an element or in an attribute with quotes. Control
/// characters become blanks.
///
/// ```
/// use reynard_base::escape_html;
///
/// assert_eq!(escape_html("<b> O'Kelly & \"Co\""), "&lt;b&gt; O&#39;Kelly &amp; &quot;Co&quot;");
/// ```
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

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
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    // Nearly all texts, in a fifth of the time.
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
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
