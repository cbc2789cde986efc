//! Games of the notebook that have no result at their end.

use std::collections::HashMap;
use std::path::Path;

use reynard::Move;
use reynard_console::numbers::counted;
use reynard_pgn::{ParsedGame, Tag};

/// The games of a file that have no result at their end. They do not count: if the program was
/// killed while it wrote a game, the next run adds the whole game after the rest of it. Other games
/// of this kind were written by the learner.
#[derive(Default)]
pub(super) struct UnfinishedGames {
    /// The games, by their tags.
    games: HashMap<Vec<Tag>, Vec<Unfinished>>,
}

struct Unfinished {
    /// The moves but for the last one, whose text may be cut off.
    moves: Vec<Move>,
    start: u64,
}

impl UnfinishedGames {
    /// Takes the next game of the file. Returns `true` if it has a result at its end.
    pub(super) fn is_finished(&mut self, game: &ParsedGame) -> bool {
        let tags = || game.tree.tags().iter().cloned().collect::<Vec<Tag>>();
        if game.end.result.is_none() {
            let mut moves: Vec<Move> = game.tree.moves().collect();
            // A game that is cut off before its moves has nothing to lose.
            if moves.pop().is_some() {
                let unfinished = Unfinished { moves, start: game.end.start };
                self.games.entry(tags()).or_default().push(unfinished);
            }
            return false;
        }
        if !self.games.is_empty()
            && let Some(parts) = self.games.get_mut(&tags())
        {
            let moves: Vec<Move> = game.tree.moves().collect();
            parts.retain(|part| !moves.starts_with(&part.moves));
        }
        true
    }

    /// Returns a note for the learner about the games of which the file has no whole copy, if there
    /// are any.
    pub(super) fn note(&self, path: &Path) -> Option<String> {
        let games = self.games.values().flatten();
        let first = games.clone().map(|game| game.start).min()?;
        let (path, games) = (path.display(), counted(games.count() as u64, "game"));
        Some(format!(
            "{path}: {games} left out without a result such as * at the end, first at byte {first}"
        ))
    }
}
