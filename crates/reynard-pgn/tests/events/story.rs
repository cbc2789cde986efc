//! What was told, short enough to be written in a test.

use reynard_pgn::{MovetextMode, ReaderOptions};

use crate::recorder::{Recorder, read};

impl Recorder {
    /// The events on one line, separated by blanks, without offsets and diagnostics: short enough to
    /// be written in a test.
    pub(crate) fn story(&self) -> String {
        let events = self.log.lines().filter(|line| !line.starts_with("diagnostic "));
        events.map(|line| line.split(" | ").next().unwrap_or("")).collect::<Vec<_>>().join(" ")
    }

    /// The names of the diagnostics, separated by blanks.
    pub(crate) fn names(&self) -> String {
        self.diagnostics
            .iter()
            .map(|diagnostic| diagnostic.kind.name())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The story and the diagnostics of a text, with moves.
pub(crate) fn told(pgn: &str) -> (String, String) {
    let recorder = read(pgn.as_bytes(), MovetextMode::Moves, ReaderOptions::default());
    (recorder.story(), recorder.names())
}
