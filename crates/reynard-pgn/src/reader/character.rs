//! Non-ASCII characters that are equivalent to an ASCII character or to nothing.

/// Meaning of a character in movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A blank, or the end of a line.
    Blank,
    /// An invisible character: a direction mark or a line-break opportunity.
    Nothing,
    /// A dash of any length.
    Dash,
    /// Dots.
    Dots,
    /// Anything else.
    Other,
}

/// The maximum length of a character in bytes.
pub(super) const LONGEST: usize = 4;

/// Returns the meaning of the character at `at` and its length. A byte that is not part of valid
/// UTF-8 is read as a Latin-1 character, with the dashes and the ellipsis of Windows-1252.
pub(super) fn character_at(text: &[u8], at: usize) -> (Meaning, usize) {
    let bytes = &text[at..text.len().min(at + LONGEST)];
    let first = bytes.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    let Some(character) = first else {
        return match bytes.first() {
            None => (Meaning::Other, 0),
            Some(0xa0) => (Meaning::Blank, 1),
            Some(0xad) => (Meaning::Nothing, 1),
            Some(0x96 | 0x97) => (Meaning::Dash, 1),
            Some(0x85) => (Meaning::Dots, 1),
            Some(_) => (Meaning::Other, 1),
        };
    };
    let meaning = match character {
        '\u{200b}' => Meaning::Blank,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => {
            Meaning::Dash
        }
        '…' => Meaning::Dots,
        other if is_invisible(other) => Meaning::Nothing,
        other if other.is_whitespace() => Meaning::Blank,
        _ => Meaning::Other,
    };
    (meaning, character.len_utf8())
}

/// Returns `true` if a character is invisible: a direction mark or a line-break opportunity.
pub(crate) const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200c}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{206f}'
            | '\u{fe0e}'
            | '\u{fe0f}'
            | '\u{feff}'
    )
}

/// Returns the length in bytes of the blank or invisible character at `at`, or `None` for any other
/// character.
pub(super) fn gap_at(text: &[u8], at: usize) -> Option<usize> {
    match character_at(text, at) {
        (Meaning::Blank | Meaning::Nothing, length) if length > 0 => Some(length),
        _ => None,
    }
}

/// Returns the length in bytes of the blank or invisible character that ends just before `at`, or
/// `None` for any other character.
pub(super) fn gap_before(text: &[u8], at: usize) -> Option<usize> {
    let before = &text[..at];
    let ends = |&length: &usize| character_at(before, at - length).1 == length;
    let length = (1..=LONGEST.min(at)).rev().find(ends)?;
    gap_at(before, at - length)
}

/// Returns a token with dashes replaced by hyphens and without invisible characters.
pub(super) fn plain(word: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(word.len());
    let mut at = 0;
    while at < word.len() {
        let (meaning, length) = character_at(word, at);
        match meaning {
            Meaning::Nothing => {}
            Meaning::Dash => plain.push(b'-'),
            _ => plain.extend_from_slice(&word[at..at + length]),
        }
        at += length;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_a_meaning_in_utf_8_and_in_latin_1() {
        for (text, meaning) in [
            (&b"\xa0x"[..], (Meaning::Blank, 1)),
            (b"\xc2\xa0", (Meaning::Blank, 2)),
            ("\u{3000}".as_bytes(), (Meaning::Blank, 3)),
            ("\u{2028}".as_bytes(), (Meaning::Blank, 3)),
            ("\u{feff}e4".as_bytes(), (Meaning::Nothing, 3)),
            ("–".as_bytes(), (Meaning::Dash, 3)),
            (b"\x96", (Meaning::Dash, 1)),
            ("…".as_bytes(), (Meaning::Dots, 3)),
            ("é".as_bytes(), (Meaning::Other, 2)),
            (b"e4", (Meaning::Other, 1)),
        ] {
            assert_eq!(character_at(text, 0), meaning, "{text:?}");
        }
        assert_eq!(gap_before("\u{2003}1".as_bytes(), 3), Some(3));
        assert_eq!(gap_before("é1".as_bytes(), 2), None);
        assert_eq!(plain("O\u{2060}–O\u{200e}".as_bytes()), b"O-O");
    }
}
