//! What was told, short enough to be written in a test.

use reynard_pgn::{MovetextMode, ReaderOptions};

use crate::recorder::{Recorder, read};

impl Recorder {
    /// The events on one line, separated by blanks, without offsets, diagnostics and text that was
    /// not understood: short enough to be written in a test.
    pub(crate) fn story(&self) -> String {
        let is_hidden = |line: &str| line.starts_with("diagnostic ") || line.starts_with("unread ");
        let events = self.log.lines().filter(|line| !is_hidden(line));
        events.map(|line| line.split(" | ").next().unwrap_or("")).collect::<Vec<_>>().join(" ")
    }

    /// The text that was not understood, that of each game on a line.
    pub(crate) fn unread(&self) -> String {
        let mut unread = String::new();
        for line in self.log.lines() {
            if let Some(text) = line.strip_prefix("unread ") {
                unread.push_str(text);
            } else if line.starts_with("game") {
                unread.push('\n');
            }
        }
        unread.split('\n').skip(1).map(str::trim).collect::<Vec<_>>().join("\n")
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
