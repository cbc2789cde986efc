//! The client side of a session, as a state machine.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::command::Command;
use crate::message::{EngineId, Message, MessageError, OptionSpec};
use crate::note::Parsed;
use crate::text::same_name;

/// Maximum number of options kept for an engine.
pub const MAX_OPTIONS: usize = 1024;

/// The client side of a session with an engine: a state machine that tracks which commands may be
/// sent and which answers are pending.
///
/// A client performs no input or output: the caller passes each command to [`UciClient::send`] before
/// writing it, and each received line to [`UciClient::receive`].
///
/// ```
/// use reynard_uci::{UciClient, Command, ClientEvent, Message, ClientPhase};
///
/// let mut client = UciClient::new();
/// client.send(&Command::Uci)?;
/// client.receive("id name Example");
/// client.receive("option name Hash type spin default 16 min 1 max 64");
/// assert_eq!(client.phase(), ClientPhase::Greeting);
/// client.receive("uciok");
/// assert_eq!((client.phase(), client.name()), (ClientPhase::Idle, "Example"));
/// assert!(client.option("hash").is_some());
///
/// client.send(&Command::parse("go depth 1").unwrap().value)?;
/// assert!(client.awaited().best_move);
/// assert!(client.send(&Command::UciNewGame).is_err());
/// let event = client.receive("bestmove e2e4");
/// let ClientEvent::Message(read) = event else { panic!("a message") };
/// assert!(matches!(read.value, Message::BestMove(_)));
/// // One answer to one question.
/// assert!(matches!(client.receive("bestmove e2e4"), ClientEvent::Unexpected(_)));
/// # Ok::<(), reynard_uci::SendError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct UciClient {
    phase: ClientPhase,
    ready: u32,
    name: String,
    author: String,
    options: Vec<OptionSpec<'static>>,
}

/// The phase of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClientPhase {
    /// Nothing has been sent.
    #[default]
    Fresh,
    /// `uci` has been sent, and the engine is introducing itself.
    Greeting,
    /// The engine is waiting for commands.
    Idle,
    /// The engine is searching.
    Searching,
    /// The engine is running perft. The protocol does not define how perft ends, so any command may
    /// be sent.
    Counting,
    /// `quit` has been sent.
    Quitting,
}

/// The pending answers of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PendingAnswers {
    /// `true` if a `uciok` is pending.
    pub uci_ok: bool,
    /// Number of pending `readyok` messages.
    pub ready_ok: u32,
    /// `true` if a `bestmove` is pending.
    pub best_move: bool,
}

/// A line from an engine, as interpreted by the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent<'a> {
    /// An expected message.
    Message(Parsed<Message<'a>>),
    /// An unexpected message, such as a second `bestmove`. The state is unchanged.
    Unexpected(Parsed<Message<'a>>),
    /// A line that is not a message.
    Noise(MessageError),
    /// A line that begins with `bestmove` but contains no move. Such a line nevertheless ends the
    /// search, because the engine will send no other answer.
    NoMove(MessageError),
}

impl UciClient {
    /// Creates a session in which no command has been sent yet.
    ///
    /// ```
    /// use reynard_uci::{UciClient, ClientPhase};
    ///
    /// assert_eq!(UciClient::new().phase(), ClientPhase::Fresh);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the phase of the session.
    pub const fn phase(&self) -> ClientPhase {
        self.phase
    }

    /// Returns the pending answers.
    pub const fn awaited(&self) -> PendingAnswers {
        PendingAnswers {
            uci_ok: matches!(self.phase, ClientPhase::Greeting),
            ready_ok: self.ready,
            best_move: matches!(self.phase, ClientPhase::Searching),
        }
    }

    /// Returns the name of the engine, or an empty string before `id name` has been received.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the author of the engine, or an empty string before `id author` has been received.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// Returns the options announced by the engine. At most [`MAX_OPTIONS`] are kept.
    pub fn options(&self) -> &[OptionSpec<'static>] {
        &self.options
    }

    /// Returns an option by its name. Names are compared with [`same_name`].
    pub fn option(&self, name: &str) -> Option<&OptionSpec<'static>> {
        self.options.iter().find(|option| same_name(&option.name, name))
    }

    /// Registers a command before it is sent.
    ///
    /// # Errors
    ///
    /// [`SendError`] if the protocol does not allow the command in the current phase. In that case,
    /// the state is unchanged.
    ///
    /// ```
    /// use reynard_uci::{UciClient, Command, SendError};
    ///
    /// assert_eq!(UciClient::new().send(&Command::IsReady), Err(SendError::NotGreeted));
    /// ```
    pub fn send(&mut self, command: &Command<'_>) -> Result<(), SendError> {
        match command {
            Command::Quit => self.phase = ClientPhase::Quitting,
            _ if self.phase == ClientPhase::Quitting => return Err(SendError::Quitting),
            Command::Uci if self.phase == ClientPhase::Fresh => self.phase = ClientPhase::Greeting,
            Command::Uci => return Err(SendError::AlreadyGreeted),
            _ if self.phase == ClientPhase::Fresh => return Err(SendError::NotGreeted),
            _ if self.phase == ClientPhase::Greeting => return Err(SendError::Greeting),
            Command::IsReady => self.ready = self.ready.saturating_add(1),
            Command::Go(_)
            | Command::Position(_)
            | Command::SetOption { .. }
            | Command::UciNewGame
                if self.phase == ClientPhase::Searching =>
            {
                return Err(SendError::Searching);
            }
            Command::Go(go) if go.perft.is_some() => self.phase = ClientPhase::Counting,
            Command::Go(_) => self.phase = ClientPhase::Searching,
            Command::Position(_) | Command::SetOption { .. } | Command::UciNewGame => {
                self.phase = ClientPhase::Idle;
            }
            _ => {}
        }
        Ok(())
    }

    /// Registers a received line and returns its interpretation.
    ///
    /// ```
    /// use reynard_uci::{UciClient, ClientEvent};
    ///
    /// let event = UciClient::new().receive("Example 1.0");
    /// assert!(matches!(event, ClientEvent::Noise(_)));
    /// ```
    pub fn receive<'a>(&mut self, line: &'a str) -> ClientEvent<'a> {
        let read = match Message::parse(line) {
            Ok(read) => read,
            Err(error) if is_best_move(line) && self.leave(ClientPhase::Searching) => {
                return ClientEvent::NoMove(error);
            }
            Err(error) => return ClientEvent::Noise(error),
        };
        let expected = match &read.value {
            Message::Id(EngineId::Name(name)) => {
                self.name = name.as_ref().into();
                true
            }
            Message::Id(EngineId::Author(author)) => {
                self.author = author.as_ref().into();
                true
            }
            Message::Option(option) => self.note_option(option),
            Message::UciOk => self.leave(ClientPhase::Greeting),
            Message::BestMove(_) => self.leave(ClientPhase::Searching),
            Message::ReadyOk => {
                let expected = self.ready > 0;
                self.ready = self.ready.saturating_sub(1);
                expected
            }
            _ => true,
        };
        if expected { ClientEvent::Message(read) } else { ClientEvent::Unexpected(read) }
    }

    /// Ends a phase. Returns `true` if it was the current phase.
    fn leave(&mut self, phase: ClientPhase) -> bool {
        let expected = self.phase == phase;
        if expected {
            self.phase = ClientPhase::Idle;
        }
        expected
    }

    /// Adds an option, or replaces the option with the same name.
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

/// Returns `true` if a line is meant to be the answer to a search.
fn is_best_move(line: &str) -> bool {
    line.split_whitespace().next() == Some("bestmove")
}

/// The reason why a command may not be sent in the current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SendError {
    /// `uci` must be sent first.
    NotGreeted,
    /// `uci` has been sent, but `uciok` has not yet been received.
    Greeting,
    /// `uci` may be sent only once.
    AlreadyGreeted,
    /// The engine is searching and must be stopped first.
    Searching,
    /// `quit` has been sent.
    Quitting,
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotGreeted => "the engine has not been greeted with `uci`",
            Self::Greeting => "the engine has not said `uciok` yet",
            Self::AlreadyGreeted => "the engine has been greeted before",
            Self::Searching => "the engine is searching",
            Self::Quitting => "the engine has been sent `quit`",
        })
    }
}

impl core::error::Error for SendError {}
