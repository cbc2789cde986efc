//! Text as it appears in a file: bytes in an unknown encoding.

use std::borrow::Cow;
use std::fmt;

use crate::unread_mark::{is_unread, unread_text};

/// The value of a tag or the text of a comment, as it appears in the file.
///
/// PGN is specified to be in Latin-1, but today most files are in UTF-8, and no file declares its
/// encoding. Bytes are therefore not decoded until the caller requests it, either
/// [strictly](Text::to_str), or by [`Text::decode`], which reads bytes that are not UTF-8 as
/// Latin-1 and never fails.
///
/// In the value of a tag, a backslash escapes a quote or another backslash. Both methods, and
/// [`Text::unescaped`], resolve these escapes. Comments have no escapes.
///
/// ```
/// use reynard_pgn::Text;
///
/// let name = Text::of_tag(b"Fischer \\\"Bobby\\\"");
/// assert_eq!(name.decode(), "Fischer \"Bobby\"");
/// assert_eq!(Text::of_tag(b"H\xfcbner").decode(), "Hübner");
/// assert_eq!(Text::of_tag("Hübner".as_bytes()).to_str().as_deref(), Ok("Hübner"));
/// assert!(Text::of_tag(b"H\xfcbner").to_str().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<'a> {
    raw: &'a [u8],
    escapes: bool,
}

impl<'a> Text<'a> {
    /// Wraps the value of a tag, without its quotes.
    ///
    /// ```
    /// use reynard_pgn::Text;
    ///
    /// assert_eq!(Text::of_tag(br#"a \"b\""#).unescaped(), &br#"a "b""#[..]);
    /// ```
    pub const fn of_tag(raw: &'a [u8]) -> Self {
        Self { raw, escapes: true }
    }

    /// Wraps the text of a comment, without its braces.
    ///
    /// ```
    /// use reynard_pgn::Text;
    ///
    /// assert_eq!(Text::of_comment(b"a comment").decode(), "a comment");
    /// ```
    pub const fn of_comment(raw: &'a [u8]) -> Self {
        Self { raw, escapes: false }
    }

    /// Returns the bytes as they appear in the file.
    pub const fn raw(self) -> &'a [u8] {
        self.raw
    }

    /// Returns the bytes with escapes resolved. The bytes are copied only if there are escapes.
    pub fn unescaped(self) -> Cow<'a, [u8]> {
        if !self.escapes || memchr::memchr(b'\\', self.raw).is_none() {
            return Cow::Borrowed(self.raw);
        }
        let mut bytes = Vec::with_capacity(self.raw.len());
        let mut rest = self.raw;
        while let Some((&first, tail)) = rest.split_first() {
            let escaped = if first == b'\\' { tail.first() } else { None };
            if let Some(&byte @ (b'"' | b'\\')) = escaped {
                bytes.push(byte);
                rest = &tail[1..];
            } else {
                bytes.push(first);
                rest = tail;
            }
        }
        Cow::Owned(bytes)
    }

    /// Returns the text, with escapes resolved, if it is valid UTF-8.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidUtf8`] if the text is not valid UTF-8.
    ///
    /// ```
    /// use reynard_pgn::Text;
    ///
    /// assert!(Text::of_comment(b"R\xe9ti").to_str().is_err());
    /// ```
    pub fn to_str(self) -> Result<Cow<'a, str>, InvalidUtf8> {
        match self.unescaped() {
            Cow::Borrowed(bytes) => {
                std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| InvalidUtf8)
            }
            Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|_| InvalidUtf8),
        }
    }

    /// Decodes the text as UTF-8 if it is valid UTF-8, and as Latin-1 otherwise.
    ///
    /// ```
    /// use reynard_pgn::Text;
    ///
    /// // Latin-1, since it is not UTF-8.
    /// assert_eq!(Text::of_comment(b"R\xe9ti").decode(), "Réti");
    /// ```
    pub fn decode(self) -> Cow<'a, str> {
        self.to_str().unwrap_or_else(|InvalidUtf8| {
            Cow::Owned(self.unescaped().iter().map(|&byte| char::from(byte)).collect())
        })
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.decode())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.decode(), f)
    }
}

/// The error returned for text that is not valid UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidUtf8;

impl fmt::Display for InvalidUtf8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not UTF-8")
    }
}

impl std::error::Error for InvalidUtf8 {}

/// A comment as it appears in a file.
///
/// ```
/// use reynard_pgn::{Comment, CommentStyle, Text};
///
/// let comment = Comment { text: Text::of_comment(b" best "), style: CommentStyle::Braces };
/// assert_eq!(comment.text.decode().trim(), "best");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comment<'a> {
    /// The text between the delimiters, or the text of an escaped line with its mark. Nothing is
    /// trimmed and lines are not joined.
    pub text: Text<'a>,
    /// The style of the comment.
    pub style: CommentStyle,
}

impl<'a> Comment<'a> {
    /// Returns the unparsed text that the comment keeps: see
    /// [`CommentText::unread`](crate::CommentText::unread). Returns `None` if the comment does not
    /// keep any.
    ///
    /// ```
    /// use reynard_pgn::{Comment, CommentStyle, Text};
    ///
    /// let text = Text::of_comment(b"[%unread] 2. Ke3");
    /// let comment = Comment { text, style: CommentStyle::Braces };
    /// assert_eq!(comment.unread_text(), Some(&b"2. Ke3"[..]));
    /// ```
    pub fn unread_text(self) -> Option<&'a [u8]> {
        is_unread(self.text.raw()).then(|| unread_text(self.text.raw()))
    }
}

/// Style of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommentStyle {
    /// In braces, over any number of lines.
    Braces,
    /// From a semicolon to the end of the line.
    Line,
    /// A line that begins with a percent sign, which is part of the text. The PGN standard leaves
    /// such lines to the program that wrote them.
    Escape,
}
