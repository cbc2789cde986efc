//! How an engine is started.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::error::EngineError;
use super::process::Process;

/// What there is to know to start an engine.
///
/// ```
/// use reynard_arena::EngineSpec;
///
/// let spec = EngineSpec::new("/usr/games/stockfish").option("Hash", "16");
/// assert_eq!(spec.name(), "stockfish");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSpec {
    /// What it is called in tables; if it is not told, the name of its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The program: a path, or a name to be looked for where programs are.
    pub command: PathBuf,
    /// What it speaks.
    #[serde(default, skip_serializing_if = "EngineProtocol::is_uci")]
    pub protocol: EngineProtocol,
    /// What it is given on its command line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// The folder in which it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// The options it is set to, by name. A button has no value that counts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// The language of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineProtocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The protocol of xboard and `WinBoard`, as older engines speak it.
    Xboard,
}

impl EngineProtocol {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    fn is_uci(&self) -> bool {
        *self == Self::Uci
    }
}

impl EngineSpec {
    /// An engine with nothing but its program.
    pub fn new(command: impl Into<PathBuf>) -> Self {
        Self { command: command.into(), ..Self::default() }
    }

    /// The same with one option more.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.insert(name.into(), value.into());
        self
    }

    /// What it is called in tables.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| {
            let file = self.command.file_stem().unwrap_or(self.command.as_os_str());
            file.to_string_lossy().into_owned()
        })
    }

    /// Starts the process.
    pub(super) fn spawn(&self) -> Result<Process, EngineError> {
        let mut command = Command::new(&self.command);
        command.args(&self.arguments);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        // Ctrl-C is for the program that plays the games: engines hear from it when to end. Elsewhere
        // they get it too.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Process::start(&mut command).map_err(EngineError::Start)
    }
}
