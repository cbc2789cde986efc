//! What was skipped or mended while a line was read.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::tokens::Token;

/// The value of a line and what was overlooked on the way to it.
///
/// The protocol demands that both sides ignore what they do not know and read on. What was ignored
/// is kept here, so that it can be shown to somebody who looks for a fault.
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
    /// What the line says.
    pub value: T,
    /// What was overlooked, in the order of the line; at most [`MAX_NOTES`].
    pub notes: Vec<Note>,
}

impl<T> Parsed<T> {
    /// The same notes about another value.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed { value: change(self.value), notes: self.notes }
    }
}

/// The number of notes about one line after which no more are made.
pub const MAX_NOTES: usize = 32;

/// Something in a line that was skipped or mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The byte of the line at which it stands, counted from 0.
    pub offset: usize,
    /// The token in question, cut to 64 bytes if it is longer.
    pub token: Box<str>,
    /// What was done about it.
    pub kind: NoteKind,
}

/// What was done about a token that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// It is not known at this place and was skipped.
    Unknown,
    /// The keyword came for a second time; the later value counts.
    Repeated,
    /// The value of a keyword cannot be read; the keyword was ignored.
    BadValue,
    /// The keyword has no value and was ignored.
    NoValue,
    /// The number is out of its range; the nearest possible one counts.
    Clamped,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` (byte {}) ", self.token.escape_debug(), self.offset)?;
        f.write_str(match self.kind {
            NoteKind::Unknown => "is not known here and was skipped",
            NoteKind::Repeated => "came before; the later value counts",
            NoteKind::BadValue => "is not a value that its keyword can have and was skipped",
            NoteKind::NoValue => "has no value and was skipped",
            NoteKind::Clamped => "is out of range; the nearest number counts",
        })
    }
}

/// Collects notes, and no more than there may be.
#[derive(Debug, Default)]
pub(crate) struct Notes(Vec<Note>);

impl Notes {
    pub(crate) fn add(&mut self, token: Token<'_>, kind: NoteKind) {
        if self.0.len() < MAX_NOTES {
            self.0.push(Note { offset: token.offset, token: shortened(token.text), kind });
        }
    }

    /// Stores a value that may come only once.
    pub(crate) fn set<T>(&mut self, field: &mut Option<T>, token: Token<'_>, value: T) {
        if field.replace(value).is_some() {
            self.add(token, NoteKind::Repeated);
        }
    }

    pub(crate) fn with<T>(self, value: T) -> Parsed<T> {
        Parsed { value, notes: self.0 }
    }
}

/// The longest token that a note or an error repeats, in bytes.
const LONGEST_TOKEN: usize = 64;

/// The beginning of a token that is fit to be repeated.
pub(crate) fn shortened(text: &str) -> Box<str> {
    let mut end = text.len().min(LONGEST_TOKEN);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].into()
}
