//! Errors in messages.

use alloc::boxed::Box;
use core::fmt;

use crate::note::shortened;
use crate::tokens::{MAX_LINE, NoWords, Token};

/// The error returned for a line that is not a message of the protocol. Engines print many such
/// lines, and they can be ignored.
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
    /// Byte offset of the token in the line.
    pub offset: usize,
    /// The token, truncated to 64 bytes; empty if a token is missing.
    pub token: Box<str>,
    /// Kind of the error.
    pub kind: MessageErrorKind,
}

/// The kind of a message error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageErrorKind {
    /// The line is empty.
    Empty,
    /// The line is longer than [`MAX_LINE`].
    TooLong,
    /// No token in the line is a message.
    UnknownMessage,
    /// Something is missing after the token.
    Missing(&'static str),
    /// The best move is neither a move nor `(none)`.
    NotAMove,
    /// The option has an unknown type.
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
            MessageErrorKind::Empty => f.write_str("line is empty"),
            MessageErrorKind::TooLong => write!(f, "line is longer than {MAX_LINE} bytes"),
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
