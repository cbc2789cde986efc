//! Errors from engine processes.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use reynard_uci::{OptionError, SendError};

use crate::stderr::StderrTail;
use reynard_base::printable;

/// An error that occurred while using an [`EngineProcess`](super::EngineProcess). The engine
/// remains usable only after [`Unsupported`](Self::Unsupported), [`Option`](Self::Option) and
/// [`NotAMove`](Self::NotAMove).
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// The program cannot be started.
    Start(io::Error),
    /// The working directory given in the specification does not exist.
    NoDirectory(PathBuf),
    /// The process has ended.
    Died {
        /// Exit status, if known.
        status: Option<ExitStatus>,
        /// Last lines that the process wrote to standard error.
        stderr: StderrTail,
    },
    /// The process ended before it answered `uci`.
    NoEngine {
        /// Exit status, if known.
        status: Option<ExitStatus>,
        /// Last lines that the process wrote to standard error.
        stderr: StderrTail,
    },
    /// The process sent `uci` back. The program probably copies its input to its output.
    Echo,
    /// The engine does not have the option.
    UnknownOption {
        /// Name of the option.
        name: String,
        /// The most similarly named option that the engine has.
        nearest: Option<String>,
    },
    /// The engine did not answer in time.
    Silent {
        /// The message that was expected.
        awaited: &'static str,
        /// Time waited.
        waited: Duration,
        /// Last lines that the process wrote to standard error.
        stderr: StderrTail,
    },
    /// The engine ended its search with a line that does not contain a move.
    NotAMove {
        /// The line that the engine sent.
        line: String,
    },
    /// The engine does not read its input.
    Deaf,
    /// The engine or its protocol does not support the request. Holds the name of the unsupported
    /// feature.
    Unsupported(&'static str),
    /// The engine rejected a legal move or position.
    Refused {
        /// The engine's message.
        text: String,
    },
    /// The value is not valid for the option.
    Option(OptionError),
    /// The engine responded to its first options with an error, for example about a missing file.
    OptionRefused {
        /// The line that the engine sent.
        line: String,
    },
    /// The command is not allowed in the current state of the session. This is a bug in the caller.
    NotAllowed(SendError),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "cannot be started: {error}"),
            Self::NoDirectory(path) => {
                let path = path.to_string_lossy();
                let path = printable(&path);
                write!(f, "cannot be started in `{path}`: there is no such folder")
            }
            Self::Died { status: Some(status), stderr } => {
                write!(f, "has ended: {status}{stderr}")
            }
            Self::Died { status: None, stderr } => write!(f, "has closed its output{stderr}"),
            Self::NoEngine { status, stderr } => {
                f.write_str("has ended before it answered `uci`")?;
                if let Some(status) = status {
                    write!(f, " ({status})")?;
                }
                // Its own words are a better answer than a question.
                if stderr.is_empty() { f.write_str(": is it a UCI engine?") } else { stderr.fmt(f) }
            }
            Self::Echo => f.write_str("has sent `uci` back: it is not an engine"),
            Self::UnknownOption { name, nearest } => {
                write!(f, "has no option `{}`", printable(name))?;
                match nearest {
                    Some(nearest) => write!(f, ": did you mean `{}`?", printable(nearest)),
                    None => Ok(()),
                }
            }
            Self::Silent { awaited, waited, stderr } => {
                let waited = waited.as_secs_f64();
                write!(f, "has not sent `{awaited}` within {waited:.1} s{stderr}")
            }
            Self::NotAMove { line } => write!(f, "has sent no move: `{}`", printable(line)),
            Self::Deaf => f.write_str("does not read its input"),
            Self::Unsupported(what) => write!(f, "does not support {what}"),
            Self::Refused { text } => write!(f, "has rejected its input: {text}"),
            Self::Option(error) => write!(f, "cannot take {error}"),
            Self::OptionRefused { line } => {
                write!(f, "has rejected an option: `{}`", printable(line))
            }
            Self::NotAllowed(error) => write!(f, "cannot be sent that: {error}"),
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
