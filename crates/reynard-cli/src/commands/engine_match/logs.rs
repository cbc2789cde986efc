//! The engines' log files.

use std::fs::{self, File};
use std::io::LineWriter;
use std::path::Path;

use anyhow::Context;
use reynard_arena::EngineLogs;
use reynard_host::EngineLog;

/// Maximum size of a log in bytes.
const SIZE: u64 = 16 << 20;

/// Opens logs in a folder, which is created if it does not exist. They are named
/// `00001-white-NAME.log` and so on.
pub(super) fn open(folder: &Path, names: &[String]) -> anyhow::Result<EngineLogs> {
    let context = || format!("cannot write logs to {}", folder.display());
    fs::create_dir_all(folder).with_context(context)?;
    let plain = |name: &String| -> String {
        let letter = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        name.chars().take(40).map(letter).collect()
    };
    let (folder, names) = (folder.to_owned(), names.iter().map(plain).collect::<Vec<_>>());
    Ok(EngineLogs::new(move |game, player| {
        let color = if player == game.white { "white" } else { "black" };
        let name = format!("{:05}-{color}-{}.log", game.number + 1, names[player]);
        // A failure to write a log does not stop the match.
        let file = File::create(folder.join(name)).ok()?;
        Some(EngineLog::new(Box::new(LineWriter::new(file)), SIZE))
    }))
}
