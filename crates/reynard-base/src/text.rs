//! Formatting and escaping of text.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// Formats a number with its noun, in the plural unless the number is 1.
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

/// Formats a number with its sign and a fixed number of decimals. A number that is rounded to 0 has
/// no minus sign.
///
/// ```
/// use reynard_base::signed;
///
/// assert_eq!(signed(-0.06, 1), "-0.1");
/// assert_eq!(signed(-0.04, 1), "+0.0");
/// ```
pub fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    let is_zero = !text.contains(|letter: char| letter.is_alphanumeric() && letter != '0');
    if is_zero { text.replace('-', "+") } else { text }
}

/// Escapes text for use in an HTML element or in a quoted attribute. Control characters become
/// spaces.
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

/// Returns the text with control characters and bidirectional formatting characters escaped, so
/// that untrusted data cannot control a terminal. Line breaks and tabs are kept.
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
    if !may_be_harmful(text) || !text.contains(is_harmful) {
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

/// Returns `false` only if the text certainly contains no harmful characters. Many bytes are
/// checked at once.
#[expect(clippy::needless_bitwise_bool, reason = "nothing branches, so that vectors are used")]
fn may_be_harmful(text: &str) -> bool {
    let is_suspect = |a: u8, b: u8, c: u8| {
        let control = ((a < b' ') & (a != b'\n') & (a != b'\t')) | (a == 0x7f);
        let high_control = (a == 0xc2) & (b < 0xa0);
        let mark = (a == 0xe2) & ((b == 0x80) & ((c & 0xfe == 0x8e) | (c >= 0xaa)) | (b == 0x81));
        control | high_control | mark
    };
    let bytes = text.as_bytes();
    let (second, third) = (bytes.get(1..).unwrap_or_default(), bytes.get(2..).unwrap_or_default());
    let triples = bytes.iter().zip(second).zip(third);
    triples.fold(false, |found, ((&a, &b), &c)| found | is_suspect(a, b, c))
        || text.chars().rev().take(2).any(|c| !matches!(c, ' '..='~' | '\n' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_harmful_character_is_escaped_wherever_it_stands() {
        let low = '\0'..='\u{3000}';
        for c in low.chain(['\u{feff}', '\u{ffff}', '\u{1f600}', '\u{10ffff}']) {
            let is_mark = matches!(
                u32::from(c),
                0x200e | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069
            );
            let is_harmful = is_mark || c.is_control() && c != '\n' && c != '\t';
            for text in [format!("{c}"), format!("a{c}"), format!("{c}é"), format!("½ {c} two…\n")]
            {
                let expected = if is_harmful {
                    text.replace(c, &c.escape_unicode().to_string())
                } else {
                    text.clone()
                };
                assert_eq!(printable(&text), expected);
            }
        }
    }
}
