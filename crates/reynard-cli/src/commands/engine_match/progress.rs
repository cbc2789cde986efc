//! How a match stands while it is going on.

use crate::output::Output;

use super::summary::Standing;

/// Says now and then how it stands.
pub(super) struct Progress {
    every: usize,
    games: usize,
}

impl Progress {
    pub(super) const fn new(every: usize, games: usize) -> Self {
        Self { every, games }
    }

    /// After a game.
    pub(super) fn show(&mut self, standing: &Standing, out: &mut Output) -> anyhow::Result<()> {
        let played = standing.games();
        if self.every > 0 && played.is_multiple_of(self.every) && played < self.games {
            out.remark(standing.line(self.games))?;
        }
        Ok(())
    }
}
