//! Messages from an engine.

mod error;
mod info;
mod info_read;
mod option;
mod option_read;
mod read;
mod score;

use alloc::borrow::Cow;
use core::fmt;

use reynard::UciMove;

pub use error::{MessageError, MessageErrorKind};
pub use info::{CurrentLine, Info};
pub use option::{OptionKind, OptionSpec};
pub use score::{UciBound, UciScore, UciWdl};

use crate::command::owned;
use crate::text::OneLine;

/// A message from an engine. Writing a message does not allocate.
///
/// ```
/// use reynard_uci::{BestMove, Message};
///
/// let read = Message::parse("bestmove g1f3 ponder d8f6").unwrap();
/// let best = BestMove { best: "g1f3".parse().ok(), ponder: "d8f6".parse().ok() };
/// assert_eq!(read.value, Message::BestMove(best));
/// assert_eq!(Message::UciOk.to_string(), "uciok");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Message<'a> {
    /// `id ..`: name or author of the engine.
    Id(EngineId<'a>),
    /// `option ..`: an option of the engine.
    Option(OptionSpec<'a>),
    /// `uciok`: end of the introduction.
    UciOk,
    /// `readyok`: all commands have been processed.
    ReadyOk,
    /// `bestmove ..`: the result of a search.
    BestMove(BestMove),
    /// `info ..`: progress of a search.
    Info(Info<'a>),
    /// `copyprotection ..`: state of the copy protection.
    CopyProtection(RegistrationStatus),
    /// `registration ..`: state of the registration.
    Registration(RegistrationStatus),
}

impl Message<'_> {
    /// Converts the message to one that does not borrow from its line.
    pub fn into_owned(self) -> Message<'static> {
        match self {
            Self::Id(EngineId::Name(name)) => Message::Id(EngineId::Name(owned(name))),
            Self::Id(EngineId::Author(author)) => Message::Id(EngineId::Author(owned(author))),
            Self::Option(option) => Message::Option(option.into_owned()),
            Self::UciOk => Message::UciOk,
            Self::ReadyOk => Message::ReadyOk,
            Self::BestMove(best) => Message::BestMove(best),
            Self::Info(info) => Message::Info(info.into_owned()),
            Self::CopyProtection(status) => Message::CopyProtection(status),
            Self::Registration(status) => Message::Registration(status),
        }
    }
}

impl fmt::Display for Message<'_> {
    /// Writes the message without a line break at the end. Line breaks in a string become spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Option(option) => option.fmt(f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove(best) => best.fmt(f),
            Self::Info(info) => info.fmt(f),
            Self::CopyProtection(status) => write!(f, "copyprotection {status}"),
            Self::Registration(status) => write!(f, "registration {status}"),
        }
    }
}

/// The name or the author of an engine.
///
/// ```
/// assert_eq!(reynard_uci::EngineId::Name("Reynard 0.1".into()).to_string(), "id name Reynard 0.1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineId<'a> {
    /// Name, possibly with a version.
    Name(Cow<'a, str>),
    /// Author.
    Author(Cow<'a, str>),
}

impl fmt::Display for EngineId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {}", OneLine(name)),
            Self::Author(author) => write!(f, "id author {}", OneLine(author)),
        }
    }
}

/// The result of a search.
///
/// ```
/// use reynard_uci::BestMove;
///
/// assert_eq!(BestMove::default().to_string(), "bestmove (none)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BestMove {
    /// Best move; `None` if there is no legal move.
    pub best: Option<UciMove>,
    /// Expected reply, for pondering.
    pub ponder: Option<UciMove>,
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "bestmove {best}")?,
            None => f.write_str("bestmove (none)")?,
        }
        if let Some(ponder) = self.ponder {
            write!(f, " ponder {ponder}")?;
        }
        Ok(())
    }
}

/// The state of copy protection or registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegistrationStatus {
    /// Being checked.
    Checking,
    /// Valid.
    Ok,
    /// Invalid.
    Error,
}

impl fmt::Display for RegistrationStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Error => "error",
        })
    }
}
