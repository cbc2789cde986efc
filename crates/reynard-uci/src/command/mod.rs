//! Commands to an engine.

mod error;
mod extension;
mod go;
mod position;
mod read;

use alloc::borrow::Cow;
use core::fmt;

pub use error::{CommandError, CommandErrorKind};
pub use extension::Extension;
pub use go::Go;
pub use position::{PlayableGame, PositionBase, PositionCommand, PositionError};

use reynard::Game;

use crate::text::OneLine;

/// A command to an engine.
///
/// ```
/// use reynard_uci::Command;
///
/// let read = Command::parse("setoption name Clear Hash").unwrap();
/// assert_eq!(read.value, Command::SetOption { name: "Clear Hash".into(), value: None });
/// assert_eq!(read.value.to_string(), "setoption name Clear Hash");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command<'a> {
    /// `uci`: introduce the engine and its options.
    Uci,
    /// `debug on`, `debug off`: switch debug output on or off.
    Debug {
        /// `true` for `debug on`.
        on: bool,
    },
    /// `isready`: answer once all earlier commands have been processed.
    IsReady,
    /// `setoption name .. value ..`.
    SetOption {
        /// Name of the option, in any case and possibly with blanks.
        name: Cow<'a, str>,
        /// Value of the option; `None` for a button.
        value: Option<Cow<'a, str>>,
    },
    /// `register ..`.
    Register(Register<'a>),
    /// `ucinewgame`: start a new game.
    UciNewGame,
    /// `position ..`: set the position, with the moves played so far.
    Position(PositionCommand),
    /// `go ..`: search.
    Go(Go),
    /// `stop`: end the search and answer with the best move.
    Stop,
    /// `ponderhit`: the expected move has been played.
    PonderHit,
    /// `quit`: end the program.
    Quit,
    /// A command beyond the protocol.
    Extension(Extension<'a>),
}

impl Command<'_> {
    /// Creates the command `position` for a game. Castling is written in the notation of standard
    /// chess, or in that of Chess960 if the start position requires it.
    ///
    /// ```
    /// use reynard::Game;
    /// use reynard_uci::Command;
    ///
    /// assert_eq!(Command::position(&Game::new()).to_string(), "position startpos");
    /// ```
    pub fn position(game: &Game) -> Self {
        Self::Position(game.into())
    }
}

impl Command<'_> {
    /// Converts the command to one that does not borrow from its line.
    ///
    /// ```
    /// use reynard_uci::Command;
    ///
    /// let line = String::from("setoption name Hash value 32");
    /// let command: Command<'static> = Command::parse(&line).unwrap().value.into_owned();
    /// drop(line);
    /// assert_eq!(command.to_string(), "setoption name Hash value 32");
    /// ```
    pub fn into_owned(self) -> Command<'static> {
        match self {
            Self::Uci => Command::Uci,
            Self::Debug { on } => Command::Debug { on },
            Self::IsReady => Command::IsReady,
            Self::SetOption { name, value } => {
                Command::SetOption { name: owned(name), value: value.map(owned) }
            }
            Self::Register(register) => Command::Register(register.into_owned()),
            Self::UciNewGame => Command::UciNewGame,
            Self::Position(position) => Command::Position(position),
            Self::Go(go) => Command::Go(go),
            Self::Stop => Command::Stop,
            Self::PonderHit => Command::PonderHit,
            Self::Quit => Command::Quit,
            Self::Extension(extension) => Command::Extension(extension.into_owned()),
        }
    }
}

impl fmt::Display for Command<'_> {
    /// Writes the command without a line break at the end. Line breaks in a name or a value become
    /// spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug { on: true } => f.write_str("debug on"),
            Self::Debug { on: false } => f.write_str("debug off"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: None } => {
                write!(f, "setoption name {}", OneLine(name))
            }
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {} value {}", OneLine(name), OneLine(value))
            }
            Self::Register(register) => register.fmt(f),
            Self::UciNewGame => f.write_str("ucinewgame"),
            Self::Position(position) => position.fmt(f),
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Extension(extension) => extension.fmt(f),
        }
    }
}

/// The registration of an engine (`register`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Register<'a> {
    /// Register later.
    Later,
    /// Register with a name and a code.
    As {
        /// Name.
        name: Option<Cow<'a, str>>,
        /// Code.
        code: Option<Cow<'a, str>>,
    },
}

impl Register<'_> {
    fn into_owned(self) -> Register<'static> {
        match self {
            Self::Later => Register::Later,
            Self::As { name, code } => {
                Register::As { name: name.map(owned), code: code.map(owned) }
            }
        }
    }
}

impl fmt::Display for Register<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("register")?;
        match self {
            Self::Later => f.write_str(" later"),
            Self::As { name, code } => {
                if let Some(name) = name {
                    write!(f, " name {}", OneLine(name))?;
                }
                if let Some(code) = code {
                    write!(f, " code {}", OneLine(code))?;
                }
                Ok(())
            }
        }
    }
}

/// Converts a string to an owned string.
pub(crate) fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}
