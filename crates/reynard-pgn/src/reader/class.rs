//! Classes of bytes in movetext: the token that a byte begins or continues.

/// The class of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Blanks and line ends.
    Space,
    /// A digit: a move number, a result, or castling with zeros.
    Digit,
    /// A letter or a non-ASCII byte.
    Letter,
    /// A mark that may occur in a token but does not begin a move: `+`, `-`, `=`, `#`, `/`, ..
    Mark,
    /// `!` or `?`.
    Glyph,
    Dot,
    Dollar,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Semicolon,
    Percent,
    Square,
    Star,
    /// Anything else.
    Other,
}

const fn class(byte: u8) -> Class {
    match byte {
        // The last one ends a file of CP/M and DOS.
        b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c | 0x1a => Class::Space,
        b'0'..=b'9' => Class::Digit,
        b'a'..=b'z' | b'A'..=b'Z' | 0x80..=0xff => Class::Letter,
        b'+' | b'-' | b'=' | b'#' | b'/' | b'_' | b':' | b'@' | b'<' | b'>' | b'~' | b'|' => {
            Class::Mark
        }
        b'!' | b'?' => Class::Glyph,
        b'.' => Class::Dot,
        b'$' => Class::Dollar,
        b'{' => Class::OpenBrace,
        b'}' => Class::CloseBrace,
        b'(' => Class::OpenBracket,
        b')' => Class::CloseBracket,
        b';' => Class::Semicolon,
        b'%' => Class::Percent,
        b'[' => Class::Square,
        b'*' => Class::Star,
        _ => Class::Other,
    }
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let value = byte as u8;
        classes[byte] = class(value);
        byte += 1;
    }
    classes
};

/// Returns the class of a byte.
#[inline(always)]
pub(super) fn class_of(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// Returns `true` if a byte continues a token.
#[inline(always)]
pub(super) fn is_word(byte: u8) -> bool {
    matches!(class_of(byte), Class::Digit | Class::Letter | Class::Mark)
}

/// Returns `true` if a byte ends a line.
#[inline(always)]
pub(super) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
