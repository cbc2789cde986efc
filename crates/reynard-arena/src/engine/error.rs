//! What can go wrong with an engine.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use reynard_uci::{OptionError, SendError};

/// An engine cannot be used, or no longer.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// The program cannot be started.
    Start(io::Error),
    /// The process has ended.
    Died {
        /// How, where that is known.
        status: Option<ExitStatus>,
    },
    /// The engine has not answered.
    Silent {
        /// What it owes.
        awaited: &'static str,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The engine does not read what it is sent.
    Deaf,
    /// The engine, or its protocol, does not know what is asked of it.
    Unsupported(&'static str),
    /// The engine has refused what it was told, which it should have taken.
    Refused {
        /// Its words.
        text: String,
    },
    /// An option cannot have the value that it was to have.
    Option(OptionError),
    /// What was to be sent is not allowed now. This is a fault of the caller.
    NotAllowed(SendError),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "cannot be started: {error}"),
            Self::Died { status: Some(status) } => write!(f, "has ended: {status}"),
            Self::Died { status: None } => f.write_str("has closed its output"),
            Self::Silent { awaited, waited } => {
                write!(f, "has not sent `{awaited}` within {:.1} s", waited.as_secs_f64())
            }
            Self::Deaf => f.write_str("does not read what it is sent"),
            Self::Unsupported(what) => write!(f, "cannot be asked for {what}"),
            Self::Refused { text } => write!(f, "has refused: {text}"),
            Self::Option(error) => write!(f, "cannot take {error}"),
            Self::NotAllowed(error) => write!(f, "cannot be told that: {error}"),
        }
    }
}

impl std::error::Error for EngineError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Start(error) => Some(error),
            Self::Option(error) => Some(error),
            Self::NotAllowed(error) => Some(error),
            _ => None,
        }
    }
}
