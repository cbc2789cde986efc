//! What was told, short enough to be written in a test.

use reynard_pgn::{ReaderOptions, Wanted};

use crate::recorder::{Recorder, read};

impl Recorder {
    /// The events on one line, separated by blanks, without offsets and findings: short enough to
    /// be written in a test.
    pub(crate) fn story(&self) -> String {
        let events = self.log.lines().filter(|line| !line.starts_with("finding "));
        events.map(|line| line.split(" | ").next().unwrap_or("")).collect::<Vec<_>>().join(" ")
    }

    /// The names of the findings, separated by blanks.
    pub(crate) fn names(&self) -> String {
        self.findings.iter().map(|finding| finding.kind.name()).collect::<Vec<_>>().join(" ")
    }
}

/// The story and the findings of a text, with moves.
pub(crate) fn told(pgn: &str) -> (String, String) {
    let recorder = read(pgn.as_bytes(), Wanted::Moves, ReaderOptions::default());
    (recorder.story(), recorder.names())
}
