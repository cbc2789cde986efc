//! Notes on skipped and repaired tokens.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use reynard::fen::FenRepair;

use crate::tokens::Token;

/// A parsed line, with notes on the skipped tokens.
///
/// The protocol requires that both sides skip unknown tokens. The notes help to find mistakes.
///
/// ```
/// use reynard_uci::{Command, NoteKind};
///
/// let read = Command::parse("joho debug on").unwrap();
/// assert_eq!(read.value, Command::Debug { on: true });
/// assert_eq!(read.notes[0].kind, NoteKind::Unknown);
/// assert_eq!(read.notes[0].to_string(), "`joho` (byte 0) is not known here and was skipped");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// Parsed value of the line.
    pub value: T,
    /// Notes on skipped or repaired tokens, in line order; at most [`MAX_NOTES`].
    pub notes: Vec<Note>,
}

impl<T> Parsed<T> {
    /// Replaces the value.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed { value: change(self.value), notes: self.notes }
    }
}

/// Maximum number of notes per line.
pub const MAX_NOTES: usize = 32;

/// A note on a skipped or repaired token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Byte offset of the token in the line.
    pub offset: usize,
    /// The token, truncated to 64 bytes.
    pub token: Box<str>,
    /// Kind of the note.
    pub kind: NoteKind,
}

/// The kind of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// An unknown token was skipped.
    Unknown,
    /// A keyword was repeated; the later value counts.
    Repeated,
    /// A keyword with an invalid value was skipped.
    BadValue,
    /// A keyword without a value was skipped.
    NoValue,
    /// A number out of range was clamped.
    Clamped,
    /// The fraction of a number was dropped.
    Fraction,
    /// A move outside a list of moves was skipped.
    StrayMove,
    /// The text of a FEN was repaired.
    Fen(FenRepair),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` (byte {}) ", self.token.escape_debug(), self.offset)?;
        f.write_str(match self.kind {
            NoteKind::Fen(repair) => return repair.fmt(f),
            NoteKind::Unknown => "is not known here and was skipped",
            NoteKind::Repeated => "came before; the later value counts",
            NoteKind::BadValue => "is not a value that its keyword can have and was skipped",
            NoteKind::NoValue => "has no value and was skipped",
            NoteKind::Fraction => "is not a whole number; its whole part counts",
            NoteKind::StrayMove => "is a move without `moves` before it and was skipped",
            NoteKind::Clamped => "is out of range; the nearest number counts",
        })
    }
}

/// A bounded collection of notes.
#[derive(Debug, Default)]
pub(crate) struct Notes(Vec<Note>);

impl Notes {
    pub(crate) fn add(&mut self, token: Token<'_>, kind: NoteKind) {
        if self.0.len() < MAX_NOTES {
            self.0.push(Note { offset: token.offset, token: shortened(token.text), kind });
        }
    }

    /// Stores a value, and adds a note if its keyword was repeated.
    pub(crate) fn set<T>(&mut self, field: &mut Option<T>, token: Token<'_>, value: T) {
        if field.replace(value).is_some() {
            self.add(token, NoteKind::Repeated);
        }
    }

    pub(crate) fn with<T>(self, value: T) -> Parsed<T> {
        Parsed { value, notes: self.0 }
    }
}

/// Maximum length, in bytes, of a token quoted in a note or an error.
const LONGEST_TOKEN: usize = 64;

/// Returns a token, truncated for use in a note or an error.
pub(crate) fn shortened(text: &str) -> Box<str> {
    let mut end = text.len().min(LONGEST_TOKEN);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].into()
}
