//! The encoding of a report.

use std::borrow::Cow;

/// The characters that the bytes 128 to 159 denote in Windows-1252.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes UTF-8. Any other text is decoded as Windows-1252, and a note is returned.
pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Option<String>) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (Cow::Borrowed(text), None);
    }
    let letter = |&byte: &u8| match byte {
        128..=159 => WINDOWS_1252[usize::from(byte) - 128],
        _ => char::from(byte),
    };
    let note = "the file is not UTF-8, and was read as Windows-1252".to_owned();
    (Cow::Owned(bytes.iter().map(letter).collect()), Some(note))
}
