//! The games of a tournament, with notes about them.

use reynard_console::output::Output;
use reynard_games::{Query, TournamentGame, TournamentGameCollector};

use super::input::{CONTINUE, Inputs, Lints, Sums};
use super::near::{add_fulfilled, note_conditions};

/// The games that match a query, and totals over all games read.
pub(super) struct TournamentGames {
    pub(super) games: Vec<TournamentGame>,
    pub(super) sums: Sums,
    /// Number of games without a player name.
    pub(super) nameless: u64,
    matching: u64,
    /// For each condition of the query, `true` if at least one game meets it.
    fulfilled: Vec<bool>,
}

impl TournamentGames {
    pub(super) fn read(inputs: &Inputs, query: &Query, out: &mut Output) -> anyhow::Result<Self> {
        let (mut games, mut nameless, mut matching) = (Vec::new(), 0, 0);
        let mut fulfilled = vec![false; query.conditions().len()];
        let collector = || TournamentGameCollector::new(query);
        let inputs = inputs.past_unreadable();
        let sums = inputs.read(out.paint_notes(), Lints::Dropped, collector, |batch| {
            games.extend_from_slice(batch.visitor.games());
            nameless += batch.visitor.unfinished();
            matching += batch.visitor.matching();
            add_fulfilled(&mut fulfilled, batch.visitor.fulfilled());
            batch.note(out)?;
            CONTINUE
        })?;
        Ok(Self { games, sums, nameless, matching, fulfilled })
    }

    /// If no game matches the query, prints a note about the conditions that no game meets.
    pub(super) fn note_unmatched(
        &self,
        inputs: &Inputs,
        query: &Query,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        if self.matching == 0 && self.sums.games > 0 {
            note_conditions(inputs, query, &self.fulfilled, out)?;
        }
        Ok(())
    }
}
