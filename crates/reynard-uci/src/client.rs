//! The state of a session as the side sees it that drives the engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::command::Command;
use crate::message::{Id, Message, MessageError, OptionSpec};
use crate::note::Parsed;
use crate::text::same_name;

/// The most options that are kept of one engine.
pub const MAX_OPTIONS: usize = 1024;

/// The state of a session with an engine: what may be sent now, and what is awaited.
///
/// It does no input or output. Tell it each command before it is written and each line that comes.
///
/// ```
/// use reynard_uci::{Client, Command, ClientEvent, Message, Phase};
///
/// let mut client = Client::new();
/// client.send(&Command::Uci)?;
/// client.receive("id name Example");
/// client.receive("option name Hash type spin default 16 min 1 max 64");
/// assert_eq!(client.phase(), Phase::Greeting);
/// client.receive("uciok");
/// assert_eq!((client.phase(), client.name()), (Phase::Idle, "Example"));
/// assert!(client.option("hash").is_some());
///
/// client.send(&Command::parse("go depth 1").unwrap().value)?;
/// assert!(client.awaited().best_move);
/// assert!(client.send(&Command::UciNewGame).is_err());
/// let event = client.receive("bestmove e2e4");
/// assert!(matches!(event, ClientEvent::Message(read) if matches!(read.value, Message::BestMove(_))));
/// // One answer to one question.
/// assert!(matches!(client.receive("bestmove e2e4"), ClientEvent::Unexpected(_)));
/// # Ok::<(), reynard_uci::SendError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Client {
    phase: Phase,
    ready: u32,
    name: String,
    author: String,
    options: Vec<OptionSpec<'static>>,
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Nothing has been said.
    #[default]
    Fresh,
    /// The engine has been greeted with `uci` and says who it is.
    Greeting,
    /// It waits for commands.
    Idle,
    /// It searches.
    Searching,
    /// It counts the leaves of a tree. The protocol knows no end of that, so it may be sent anything.
    Counting,
    /// It has been told to quit.
    Quitting,
}

/// What an engine owes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Awaited {
    /// A `uciok`.
    pub uci_ok: bool,
    /// So many times `readyok`.
    pub ready_ok: u32,
    /// A `bestmove`.
    pub best_move: bool,
}

/// What a line of an engine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent<'a> {
    /// A message that belongs here.
    Message(Parsed<Message<'a>>),
    /// A message that nobody has asked for, like a second `bestmove`. It has changed nothing.
    Unexpected(Parsed<Message<'a>>),
    /// No message at all.
    Noise(MessageError),
}

impl Client {
    /// A session before its first token.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where the session stands.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// What the engine owes.
    pub const fn awaited(&self) -> Awaited {
        Awaited {
            uci_ok: matches!(self.phase, Phase::Greeting),
            ready_ok: self.ready,
            best_move: matches!(self.phase, Phase::Searching),
        }
    }

    /// What the engine calls itself; nothing if it has not said.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who wrote the engine; nothing if it has not said.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options the engine has announced, at most [`MAX_OPTIONS`].
    pub fn options(&self) -> &[OptionSpec<'static>] {
        &self.options
    }

    /// An option by its name, as [`same_name`] compares.
    pub fn option(&self, name: &str) -> Option<&OptionSpec<'static>> {
        self.options.iter().find(|option| same_name(&option.name, name))
    }

    /// Notes a command that is about to be sent.
    ///
    /// # Errors
    ///
    /// [`SendError`] if the protocol does not allow it now. Nothing has changed then.
    pub fn send(&mut self, command: &Command<'_>) -> Result<(), SendError> {
        match command {
            Command::Quit => self.phase = Phase::Quitting,
            _ if self.phase == Phase::Quitting => return Err(SendError::Quitting),
            Command::Uci if self.phase == Phase::Fresh => self.phase = Phase::Greeting,
            Command::Uci => return Err(SendError::AlreadyGreeted),
            _ if self.phase == Phase::Fresh => return Err(SendError::NotGreeted),
            _ if self.phase == Phase::Greeting => return Err(SendError::Greeting),
            Command::IsReady => self.ready = self.ready.saturating_add(1),
            Command::Go(_)
            | Command::Position(_)
            | Command::SetOption { .. }
            | Command::UciNewGame
                if self.phase == Phase::Searching =>
            {
                return Err(SendError::Searching);
            }
            Command::Go(go) if go.perft.is_some() => self.phase = Phase::Counting,
            Command::Go(_) => self.phase = Phase::Searching,
            Command::Position(_) | Command::SetOption { .. } | Command::UciNewGame => {
                self.phase = Phase::Idle;
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes a line that has come.
    pub fn receive<'a>(&mut self, line: &'a str) -> ClientEvent<'a> {
        let read = match Message::parse(line) {
            Ok(read) => read,
            Err(error) => return ClientEvent::Noise(error),
        };
        let expected = match &read.value {
            Message::Id(Id::Name(name)) => {
                self.name = name.as_ref().into();
                true
            }
            Message::Id(Id::Author(author)) => {
                self.author = author.as_ref().into();
                true
            }
            Message::Option(option) => self.note_option(option),
            Message::UciOk => self.leave(Phase::Greeting),
            Message::BestMove(_) => self.leave(Phase::Searching),
            Message::ReadyOk => {
                let expected = self.ready > 0;
                self.ready = self.ready.saturating_sub(1);
                expected
            }
            _ => true,
        };
        if expected { ClientEvent::Message(read) } else { ClientEvent::Unexpected(read) }
    }

    /// Goes from a phase to idleness; tells whether it was in that phase.
    fn leave(&mut self, phase: Phase) -> bool {
        let expected = self.phase == phase;
        if expected {
            self.phase = Phase::Idle;
        }
        expected
    }

    /// Keeps an option; one with the name of another replaces it.
    fn note_option(&mut self, option: &OptionSpec<'_>) -> bool {
        let option = option.clone().into_owned();
        let known = self.options.iter().position(|known| same_name(&known.name, &option.name));
        match known {
            Some(index) => self.options[index] = option,
            None if self.options.len() < MAX_OPTIONS => self.options.push(option),
            None => return false,
        }
        true
    }
}

/// A command is not allowed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SendError {
    /// The engine has to be greeted with `uci` first.
    NotGreeted,
    /// The engine has not said `uciok` yet.
    Greeting,
    /// The engine is greeted once.
    AlreadyGreeted,
    /// The engine searches; it has to be stopped first.
    Searching,
    /// The engine has been told to quit.
    Quitting,
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotGreeted => "the engine has not been greeted with `uci`",
            Self::Greeting => "the engine has not said `uciok` yet",
            Self::AlreadyGreeted => "the engine has been greeted before",
            Self::Searching => "the engine is searching",
            Self::Quitting => "the engine has been told to quit",
        })
    }
}

impl core::error::Error for SendError {}
