//! The games that a command changes: chosen by number, or by a filter after a preview.

use std::io::Write;

use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_db::{Database, GameOrder};
use reynard_games::Query;

use super::base::{Missed, explained};

/// The games that a command changes.
pub(super) enum ChosenGames {
    /// The numbers of the games.
    Numbers(Vec<u64>),
    /// No games: either none were chosen, or the games that match a filter were only listed.
    None(Status),
}

/// The arguments that choose games.
pub(super) struct GameChoice<'a> {
    pub(super) numbers: &'a [u64],
    pub(super) filter: Option<&'a Query>,
    /// `true` if the games that match the filter are to be changed. Otherwise, they are only
    /// listed.
    pub(super) is_confirmed: bool,
    /// The verb used in the note about `--yes`, such as `deletes`.
    pub(super) verb: &'a str,
}

/// Line width if there is no terminal.
const WIDTH: usize = 120;

impl GameChoice<'_> {
    /// Returns the games. Games that match a filter are also listed.
    pub(super) fn games(self, base: &Database, out: &mut Output) -> anyhow::Result<ChosenGames> {
        let Some(query) = self.filter else {
            return Ok(ChosenGames::Numbers(self.numbers.to_vec()));
        };
        let width = out.width().unwrap_or(WIDTH);
        let mut games = Vec::new();
        for game in explained(base.path(), base.find(None, query, GameOrder::Id))? {
            let line = explained(base.path(), game.head())?.line(width);
            out.text(format_args!("{line}\n"))?;
            games.push(game.id());
        }
        out.flush()?;
        if games.is_empty() {
            return Ok(ChosenGames::None(Missed::Filter.note(base, out)?));
        }
        if !self.is_confirmed {
            let count = counted(games.len() as u64, "game");
            out.note(format_args!("{count}: --yes {} them", self.verb))?;
            return Ok(ChosenGames::None(Status::Diagnostics));
        }
        Ok(ChosenGames::Numbers(games))
    }
}
