#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! * [`Command`] is a command to an engine: [`Command::parse`] parses a line, `Display` formats
//!   one. [`Go`] and [`PositionCommand`] are the commands that have many arguments.
//! * [`Message`] is a message from an engine; [`Info`] reports the progress of a search.
//! * [`UciOptions`] are the options of an engine, with their values.
//! * [`UciClient`] is the client side of a session: it tracks which commands may be sent and which
//!   answers are pending.
//!
//! Both sides of the protocol must skip unknown tokens. Parsing therefore returns a [`Parsed`]
//! value with [`Note`]s on the skipped tokens.
//!
//! The protocol follows Stefan Meyer-Kahlen's specification of April 2006, with common additions:
//! `wdl`, `go perft`, `UCI_ShowWDL`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub use reynard;

mod client;
mod command;
mod message;
mod note;
mod number;
mod options;
mod text;
mod tokens;

pub use client::{ClientEvent, ClientPhase, MAX_OPTIONS, PendingAnswers, SendError, UciClient};
pub use command::{
    Command, CommandError, CommandErrorKind, Extension, Go, PlayableGame, PositionBase,
    PositionCommand, PositionError, Register,
};
pub use message::{
    BestMove, CurrentLine, EngineId, Info, Message, MessageError, MessageErrorKind, OptionKind,
    OptionSpec, RegistrationStatus, UciBound, UciScore, UciWdl,
};
pub use note::{MAX_NOTES, Note, NoteKind, Parsed};
pub use options::{OptionError, OptionErrorKind, OptionSetting, OptionValue, UciOptions};
pub use text::same_name;
pub use tokens::MAX_LINE;
