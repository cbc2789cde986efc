//! Files that are not text, recognized by their first bytes.

use std::fmt;

/// The kind of a file that does not contain readable text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForeignFile {
    /// Compressed by xz.
    Xz,
    /// A 7z archive.
    SevenZip,
    /// A RAR archive.
    Rar,
    /// A program.
    Program,
    /// A PDF document.
    Pdf,
    /// A picture.
    Picture,
    /// A database of Reynard.
    Database,
    /// Any other file with many control characters, such as a book.
    Binary,
}

impl ForeignFile {
    /// Recognizes a file by its first bytes. Returns `None` if it may be text.
    ///
    /// ```
    /// use reynard_pgn::ForeignFile;
    ///
    /// assert_eq!(ForeignFile::of(b"\xfd7zXZ\0.."), Some(ForeignFile::Xz));
    /// assert_eq!(ForeignFile::of(b"[Event \"?\"]"), None);
    /// ```
    pub fn of(beginning: &[u8]) -> Option<Self> {
        Some(match beginning {
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::SevenZip,
            [b'R', b'a', b'r', b'!', 0x1a, ..] => Self::Rar,
            [0x7f, b'E', b'L', b'F', ..]
            | [0xcf, 0xfa, 0xed, 0xfe, ..]
            | [b'M', b'Z', 0..=0x1f | 0x80..=0xff, ..] => Self::Program,
            [b'%', b'P', b'D', b'F', b'-', ..] => Self::Pdf,
            [0x89, b'P', b'N', b'G', ..]
            | [0xff, 0xd8, 0xff, ..]
            | [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Self::Picture,
            [b'r', b'e', b'd', b'b', 0x1a, ..] => Self::Database,
            // UTF-16, which is converted, or UTF-32, which the reader names.
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return None,
            _ if beginning.len() >= 16
                && !begins_with_tag(beginning)
                && many_controls(beginning) =>
            {
                Self::Binary
            }
            _ => return None,
        })
    }
}

/// Returns `true` if the bytes begin with a tag pair, up to the opening quote of its value.
fn begins_with_tag(bytes: &[u8]) -> bool {
    let [b'[', rest @ ..] = bytes else { return false };
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name > 0 && rest[name..].starts_with(b" \"")
}

/// Returns `true` if at least an eighth of the bytes are control characters that do not occur in
/// text. Zeros at the end do not count: after a power failure a file may be padded with them.
fn many_controls(bytes: &[u8]) -> bool {
    let length = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
    let controls =
        bytes[..length].iter().filter(|byte| matches!(byte, 0..=8 | 14..=31 | 127)).count();
    controls * 8 >= length
}

impl fmt::Display for ForeignFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Xz => "packed by xz, which is not read: unpack it, `xz -dc FILE | reynard .. -`",
            Self::SevenZip => "a 7z archive, which is not read: unpack it first",
            Self::Rar => "a RAR archive, which is not read: unpack it first",
            Self::Program => "a program, not a text",
            Self::Pdf => "a PDF document, not a text",
            Self::Picture => "a picture, not a text",
            Self::Database => {
                "a database: `reynard db export FILE -o games.pgn` writes its games to a file"
            }
            Self::Binary => "not a text: a book or another binary file",
        })
    }
}

impl std::error::Error for ForeignFile {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_text_are_named() {
        let book =
            [[0x46_u8, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 3, 12, 0, 10, 0, 0, 0, 0]; 8];
        for (bytes, kind) in [
            (&b"\xfd7zXZ\0\0\x04"[..], Some(ForeignFile::Xz)),
            (b"7z\xbc\xaf\x27\x1c\0\x04", Some(ForeignFile::SevenZip)),
            (b"Rar!\x1a\x07\x01\0", Some(ForeignFile::Rar)),
            (b"\x7fELF\x02\x01\x01\0", Some(ForeignFile::Program)),
            (b"MZ\x90\0\x03\0\0\0", Some(ForeignFile::Program)),
            (b"%PDF-1.7", Some(ForeignFile::Pdf)),
            (b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR and readable text", Some(ForeignFile::Picture)),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", Some(ForeignFile::Picture)),
            (b"GIF89a and readable text", Some(ForeignFile::Picture)),
            (b"GIF89 is a name", None),
            (b"redb\x1a\n\xa9\r\n\x05\0\0", Some(ForeignFile::Database)),
            (b"redb is a name", None),
            (&book.concat(), Some(ForeignFile::Binary)),
            (b"MZ is not a name", None),
            (b"% an escape", None),
            (b"\xff\xfe[\0E\0v\0e\0n\0t\0", None),
            (b"1. e4 \0 e5 2. Nf3 Nc6 3. Bb5", None),
            ("[White \"Карпов, Анатолий\"]".as_bytes(), None),
            (b"", None),
            (&[&b"1. e4 e5 *\n"[..], &[0; 50]].concat(), None),
            (&[&b"[White \"a\"]\n\n"[..], &[0; 50], b"1. e4 e5 *\n"].concat(), None),
            (&[0; 50], Some(ForeignFile::Binary)),
            (b"[\0E\0v\0e\0n\0t\0 \0\"\0", Some(ForeignFile::Binary)),
        ] {
            assert_eq!(ForeignFile::of(bytes), kind, "{bytes:?}");
        }
    }
}
