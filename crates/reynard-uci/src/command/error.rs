//! Errors in commands.

use alloc::boxed::Box;
use core::fmt;

use reynard::FenError;

use crate::note::shortened;
use crate::tokens::{MAX_LINE, NoWords, Token};

/// The error returned for a line that is not a command, or for a command that cannot be executed
/// without guessing.
///
/// ```
/// use reynard_uci::{Command, CommandErrorKind};
///
/// let error = Command::parse("position startpos moves e2e4 e9e5").unwrap_err();
/// assert_eq!(error.kind, CommandErrorKind::NotAMove { number: 2 });
/// assert_eq!(error.to_string(), "`e9e5` (byte 29): move 2 of the list is not a UCI move");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    /// Byte offset in the line: of the token, or of the place where a token is missing.
    pub offset: usize,
    /// The token, truncated to 64 bytes; empty if a token is missing.
    pub token: Box<str>,
    /// Kind of the error.
    pub kind: CommandErrorKind,
}

/// The kind of a command error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandErrorKind {
    /// The line is empty. It can be ignored.
    Empty,
    /// The line is longer than [`MAX_LINE`].
    TooLong,
    /// No token in the line is a command.
    UnknownCommand,
    /// Something is missing after the token.
    Missing(&'static str),
    /// The value of this keyword is not a number.
    NotANumber(&'static str),
    /// The FEN is invalid. The error's offset counts from the first field, assuming one blank
    /// between fields.
    Fen(FenError),
    /// A token in a list of moves is not a move.
    NotAMove {
        /// Number of the move in the list, from 1.
        number: usize,
    },
}

impl CommandError {
    pub(super) fn nothing(why: NoWords) -> Self {
        let kind = match why {
            NoWords::Empty => CommandErrorKind::Empty,
            NoWords::TooLong => CommandErrorKind::TooLong,
        };
        Self { offset: why.offset(), token: Box::default(), kind }
    }

    pub(super) fn at(token: Token<'_>, kind: CommandErrorKind) -> Self {
        Self { offset: token.offset, token: shortened(token.text), kind }
    }

    pub(super) fn missing(offset: usize, what: &'static str) -> Self {
        Self { offset, token: Box::default(), kind: CommandErrorKind::Missing(what) }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.token.is_empty() {
            write!(f, "`{}` ", self.token.escape_debug())?;
        }
        write!(f, "(byte {}): ", self.offset)?;
        match self.kind {
            CommandErrorKind::Empty => f.write_str("line is empty"),
            CommandErrorKind::TooLong => write!(f, "line is longer than {MAX_LINE} bytes"),
            CommandErrorKind::UnknownCommand => f.write_str("unknown command"),
            CommandErrorKind::Missing(what) => write!(f, "{what} is missing"),
            CommandErrorKind::NotANumber(key) => write!(f, "not a number for `{key}`"),
            CommandErrorKind::Fen(error) => write!(f, "not a FEN: {error}"),
            CommandErrorKind::NotAMove { number } => {
                write!(f, "move {number} of the list is not a UCI move")
            }
        }
    }
}

impl core::error::Error for CommandError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            CommandErrorKind::Fen(error) => Some(error),
            _ => None,
        }
    }
}
