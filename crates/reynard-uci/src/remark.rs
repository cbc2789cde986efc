//! What was skipped or mended while a line was read.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::words::Word;

/// The value of a line and what was overlooked on the way to it.
///
/// The protocol demands that both sides ignore what they do not know and read on. What was ignored
/// is kept here, so that it can be shown to somebody who looks for a fault.
///
/// ```
/// use reynard_uci::{Command, RemarkKind};
///
/// let read = Command::parse("joho debug on").unwrap();
/// assert_eq!(read.value, Command::Debug { on: true });
/// assert_eq!(read.remarks[0].kind, RemarkKind::Unknown);
/// assert_eq!(read.remarks[0].to_string(), "`joho` (byte 0) is not known here and was skipped");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// What the line says.
    pub value: T,
    /// What was overlooked, in the order of the line; at most [`MAX_REMARKS`].
    pub remarks: Vec<Remark>,
}

impl<T> Read<T> {
    /// The same remarks about another value.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Read<U> {
        Read { value: change(self.value), remarks: self.remarks }
    }
}

/// The number of remarks about one line after which no more are made.
pub const MAX_REMARKS: usize = 32;

/// Something in a line that was skipped or mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The byte of the line at which it stands, counted from 0.
    pub offset: usize,
    /// The word in question, cut to 64 bytes if it is longer.
    pub token: Box<str>,
    /// What was done about it.
    pub kind: RemarkKind,
}

/// What was done about a word that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemarkKind {
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

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` (byte {}) ", self.token.escape_debug(), self.offset)?;
        f.write_str(match self.kind {
            RemarkKind::Unknown => "is not known here and was skipped",
            RemarkKind::Repeated => "came before; the later value counts",
            RemarkKind::BadValue => "is not a value that its keyword can have and was skipped",
            RemarkKind::NoValue => "has no value and was skipped",
            RemarkKind::Clamped => "is out of range; the nearest number counts",
        })
    }
}

/// Collects remarks, and no more than there may be.
#[derive(Debug, Default)]
pub(crate) struct Remarks(Vec<Remark>);

impl Remarks {
    pub(crate) fn add(&mut self, word: Word<'_>, kind: RemarkKind) {
        if self.0.len() < MAX_REMARKS {
            self.0.push(Remark { offset: word.offset, token: shortened(word.text), kind });
        }
    }

    /// Stores a value that may come only once.
    pub(crate) fn set<T>(&mut self, field: &mut Option<T>, word: Word<'_>, value: T) {
        if field.replace(value).is_some() {
            self.add(word, RemarkKind::Repeated);
        }
    }

    pub(crate) fn with<T>(self, value: T) -> Read<T> {
        Read { value, remarks: self.0 }
    }
}

/// The longest word that a remark or an error repeats, in bytes.
const LONGEST_TOKEN: usize = 64;

/// The beginning of a word that is fit to be repeated.
pub(crate) fn shortened(text: &str) -> Box<str> {
    let mut end = text.len().min(LONGEST_TOKEN);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].into()
}
