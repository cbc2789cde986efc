//! Commands that are not in the protocol and that people type at an engine all the same.

use alloc::borrow::Cow;
use core::fmt;

use reynard::UciMove;

use super::owned;
use crate::text::OneLine;

/// A command beyond the protocol. It is understood only at the beginning of a line.
///
/// ```
/// use reynard_uci::{Command, Extension};
///
/// let read = Command::parse("bench 13 1").unwrap();
/// assert_eq!(read.value, Command::Extension(Extension::Bench { arguments: "13 1".into() }));
/// assert_eq!(Command::parse("board").unwrap().value, Command::Extension(Extension::Board));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extension<'a> {
    /// `d`, `board`: draw the position.
    Board,
    /// `eval`, `evaluate`: explain the evaluation of the position.
    Eval,
    /// `fen`: write the position.
    Fen,
    /// `pgn`: write the game.
    Pgn,
    /// `flip`: swap the sides of the position.
    Flip,
    /// `see MOVE`: what the exchange on a square is worth.
    See(UciMove),
    /// `bench ..`: search fixed positions.
    Bench {
        /// What follows the token, to be understood by the engine.
        arguments: Cow<'a, str>,
    },
    /// `help`: list the commands.
    Help,
    /// `compiler`: say what the program was built with.
    Compiler,
    /// `license`: say under which terms it may be used.
    License,
}

impl Extension<'_> {
    pub(super) fn into_owned(self) -> Extension<'static> {
        match self {
            Self::Board => Extension::Board,
            Self::Eval => Extension::Eval,
            Self::Fen => Extension::Fen,
            Self::Pgn => Extension::Pgn,
            Self::Flip => Extension::Flip,
            Self::See(m) => Extension::See(m),
            Self::Bench { arguments } => Extension::Bench { arguments: owned(arguments) },
            Self::Help => Extension::Help,
            Self::Compiler => Extension::Compiler,
            Self::License => Extension::License,
        }
    }
}

impl fmt::Display for Extension<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "d",
            Self::Eval => "eval",
            Self::Fen => "fen",
            Self::Pgn => "pgn",
            Self::Flip => "flip",
            Self::Help => "help",
            Self::Compiler => "compiler",
            Self::License => "license",
            Self::See(m) => return write!(f, "see {m}"),
            Self::Bench { arguments } if arguments.is_empty() => "bench",
            Self::Bench { arguments } => return write!(f, "bench {}", OneLine(arguments)),
        })
    }
}
