//! The UCI protocol of chess engines in both directions: grammar, options and the state of a
//! session, without any input or output.
//!
//! * [`Command`] is what a program for people tells an engine: [`Command::parse`] reads a line,
//!   `Display` writes one. [`Go`] and [`PositionCommand`] are the two that carry much.
//! * [`Message`] is what the engine answers; [`Info`] carries much.
//! * [`UciOptions`] are the options of an engine with their values, under whatever spelling they are set.
//! * [`Client`] is the state of a session as the other side sees it: what may be sent, what is awaited.
//!
//! Both sides of the protocol must ignore what they do not know and read on. So reading gives a
//! [`Parsed`]: the value, and notes on what was skipped. What cannot be skipped without guessing, like
//! a move in the middle of a game that is none, is an error that names the token.
//!
//! ```
//! use reynard_uci::{Command, Info, Message};
//!
//! let read = Command::parse("position startpos moves e2e4 e7e5").unwrap();
//! let Command::Position(position) = read.value else { unreachable!() };
//! let game = position.to_game()?;
//! assert_eq!(game.len(), 2);
//!
//! let info = Info { depth: Some(1), nodes: Some(20), ..Info::default() };
//! assert_eq!(Message::Info(info).to_string(), "info depth 1 nodes 20");
//! # Ok::<(), reynard_uci::PositionError>(())
//! ```
//!
//! The protocol is that of Stefan Meyer-Kahlen's description of April 2006, with what has become
//! usual since: `wdl`, `go perft`, `UCI_ShowWDL`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod client;
mod command;
mod message;
mod note;
mod number;
mod options;
mod text;
mod tokens;

pub use client::{Awaited, Client, ClientEvent, MAX_OPTIONS, Phase, SendError};
pub use command::{
    Base, Command, CommandError, CommandErrorKind, Extension, Go, PositionCommand, PositionError,
    Register,
};
pub use message::{
    BestMove, CurrentLine, Id, Info, Message, MessageError, MessageErrorKind, OptionKind,
    OptionSpec, Status, UciBound, UciScore, UciWdl,
};
pub use note::{MAX_NOTES, Note, NoteKind, Parsed};
pub use options::{OptionError, OptionErrorKind, OptionSetting, OptionValue, UciOptions};
pub use text::same_name;
pub use tokens::MAX_LINE;
