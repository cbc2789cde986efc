//! Errors in the games of a notebook file.

use std::path::Path;

use reynard_console::numbers::counted;
use reynard_pgn::{Diagnostic, ParsedGame, Severity};

/// The number of games with errors in a file, and the first few errors.
#[derive(Default)]
pub(super) struct GameErrors {
    games: u64,
    first: Option<Diagnostic>,
}

impl GameErrors {
    /// Counts a game if it has an error. Moves after an illegal move do not become cards.
    pub(super) fn take(&mut self, game: &ParsedGame) {
        let mut errors = game.diagnostics.iter().filter(|it| it.severity() == Severity::Error);
        let Some(error) = errors.next() else { return };
        self.games += 1;
        self.first.get_or_insert_with(|| error.clone());
    }

    /// Returns a note for the learner, if there are errors.
    pub(super) fn note(&self, path: &Path) -> Option<String> {
        let first = self.first.as_ref()?;
        let games = counted(self.games, "game");
        Some(format!("{}: {games} with errors, first {first}", path.display()))
    }
}
