//! Specification of an engine process.

use std::path::PathBuf;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::error::EngineError;
use crate::launch::Launch;
use crate::options::EngineOptions;
use crate::process::Process;
use reynard_base::printable;

/// Specification of an engine: program, protocol, arguments, options.
///
/// ```
/// use reynard_host::EngineSpec;
///
/// let spec = EngineSpec::new("/usr/games/stockfish").option("Hash", "16");
/// assert_eq!(spec.name(), "stockfish");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSpec {
    /// Name shown in tables. By default, it is the file name of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Program: a path, or a name that is looked up in the `PATH`.
    pub command: PathBuf,
    /// Protocol.
    #[serde(default, skip_serializing_if = "EngineProtocol::is_uci")]
    pub protocol: EngineProtocol,
    /// Command-line arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// Working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Option values by name, in the order in which they are sent. The value of a button is
    /// ignored.
    #[serde(default, skip_serializing_if = "EngineOptions::is_empty")]
    pub options: EngineOptions,
}

/// Protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineProtocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The xboard and `WinBoard` protocol (CECP), for older engines.
    Xboard,
}

impl EngineProtocol {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    fn is_uci(&self) -> bool {
        *self == Self::Uci
    }
}

impl EngineSpec {
    /// Creates a specification for a program, without options.
    ///
    /// ```
    /// use reynard_host::EngineSpec;
    ///
    /// assert!(EngineSpec::new("stockfish").options.is_empty());
    /// ```
    pub fn new(command: impl Into<PathBuf>) -> Self {
        Self { command: command.into(), ..Self::default() }
    }

    /// Adds an option.
    ///
    /// ```
    /// use reynard_host::EngineSpec;
    ///
    /// assert_eq!(&EngineSpec::new("stockfish").option("Hash", "16").options["Hash"], "16");
    /// ```
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.set(name, value);
        self
    }

    /// Returns the name shown in tables, with control characters escaped.
    ///
    /// ```
    /// use reynard_host::EngineSpec;
    ///
    /// assert_eq!(EngineSpec::new("/usr/games/stockfish").name(), "stockfish");
    /// ```
    pub fn name(&self) -> String {
        let file = || self.command.file_stem().unwrap_or(self.command.as_os_str());
        match &self.name {
            Some(name) => printable(name).into_owned(),
            None => printable(&file().to_string_lossy()).into_owned(),
        }
    }

    /// Starts the process.
    pub(crate) fn spawn(&self, launch: Launch<'_>) -> Result<Process, EngineError> {
        let mut command = Command::new(&self.command);
        command.args(&self.arguments);
        if let Some(directory) = &self.directory {
            // The error of the system would be that of a missing program.
            if !directory.is_dir() {
                return Err(EngineError::NoDirectory(directory.clone()));
            }
            command.current_dir(directory);
        }
        // Ctrl-C is for the program that plays the games, which quits the engines. Elsewhere they
        // get it too.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process =
            Process::start(&mut command, launch.processors).map_err(EngineError::Start)?;
        process.set_log(launch.log);
        Ok(process)
    }
}
