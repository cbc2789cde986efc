//! Why a line is no message.

use alloc::boxed::Box;
use core::fmt;

use crate::note::shortened;
use crate::tokens::{MAX_LINE, NoWords, Token};

/// A line is no message of the protocol. Engines print many of those; they can be ignored.
///
/// ```
/// use reynard_uci::{Message, MessageErrorKind};
///
/// let error = Message::parse("Stockfish 15.1 by the Stockfish developers").unwrap_err();
/// assert_eq!(error.kind, MessageErrorKind::UnknownMessage);
/// assert_eq!(error.to_string(), "`Stockfish` (byte 0): unknown message");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageError {
    /// The byte of the line at which the token stands, counted from 0.
    pub offset: usize,
    /// The token, cut to 64 bytes if it is longer; empty for something that is missing.
    pub token: Box<str>,
    /// What is wrong with it.
    pub kind: MessageErrorKind,
}

/// What is wrong with a line of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageErrorKind {
    /// There is nothing in the line.
    Empty,
    /// The line is longer than [`MAX_LINE`].
    TooLong,
    /// No token of the line is a message.
    UnknownMessage,
    /// The token needs something after it.
    Missing(&'static str),
    /// The best move is neither a move nor `(none)`.
    NotAMove,
    /// An option of a type that does not exist.
    UnknownType,
}

impl MessageError {
    pub(super) fn nothing(why: NoWords) -> Self {
        let kind = match why {
            NoWords::Empty => MessageErrorKind::Empty,
            NoWords::TooLong => MessageErrorKind::TooLong,
        };
        Self { offset: why.offset(), token: Box::default(), kind }
    }

    pub(super) fn at(token: Token<'_>, kind: MessageErrorKind) -> Self {
        Self { offset: token.offset, token: shortened(token.text), kind }
    }

    pub(super) fn missing(offset: usize, what: &'static str) -> Self {
        Self { offset, token: Box::default(), kind: MessageErrorKind::Missing(what) }
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.token.is_empty() {
            write!(f, "`{}` ", self.token.escape_debug())?;
        }
        write!(f, "(byte {}): ", self.offset)?;
        match self.kind {
            MessageErrorKind::Empty => f.write_str("the line is empty"),
            MessageErrorKind::TooLong => write!(f, "the line has more than {MAX_LINE} bytes"),
            MessageErrorKind::UnknownMessage => f.write_str("unknown message"),
            MessageErrorKind::Missing(what) => write!(f, "{what} is missing"),
            MessageErrorKind::NotAMove => f.write_str("neither a UCI move nor `(none)`"),
            MessageErrorKind::UnknownType => {
                f.write_str("not a type of option: check, spin, combo, button or string")
            }
        }
    }
}

impl core::error::Error for MessageError {}
