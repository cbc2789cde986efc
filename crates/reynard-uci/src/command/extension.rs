//! Commands beyond the protocol, for people at a terminal.

use alloc::borrow::Cow;
use core::fmt;

use reynard::UciMove;

use super::owned;
use crate::text::OneLine;

/// A command beyond the protocol. Such a command is recognized only at the beginning of a line.
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
    /// `d`, `board`: print the position.
    Board,
    /// `eval`, `evaluate`: print the evaluation term by term.
    Eval,
    /// `fen`: print the FEN of the position.
    Fen,
    /// `pgn`: print the PGN of the game.
    Pgn,
    /// `flip`: swap the colors.
    Flip,
    /// `see MOVE`: static exchange evaluation of a move.
    See(UciMove),
    /// `bench ..`: search fixed positions.
    Bench {
        /// Arguments, to be parsed by the engine.
        arguments: Cow<'a, str>,
    },
    /// `help`: list the commands.
    Help,
    /// `compiler`: print the compiler with which the program was built.
    Compiler,
    /// `license`: print the license.
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
            Self::See(mv) => Extension::See(mv),
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
            Self::See(mv) => return write!(f, "see {mv}"),
            Self::Bench { arguments } if arguments.is_empty() => "bench",
            Self::Bench { arguments } => return write!(f, "bench {}", OneLine(arguments)),
        })
    }
}
