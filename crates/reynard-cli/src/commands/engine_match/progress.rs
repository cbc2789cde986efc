//! How a match stands while it is going on.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{Output, Paint};

use super::summary::Standing;
use super::table::table;

/// On a terminal a table that is drawn anew after each game; elsewhere a line now and then.
pub(super) struct Progress {
    every: usize,
    games: usize,
    live: ProgressBar,
}

impl Progress {
    pub(super) fn new(every: usize, games: usize, paint: Paint, standing: &Standing) -> Self {
        // Hidden where nobody would see it drawn.
        let live = ProgressBar::new(games as u64);
        let color = if paint == Paint::Colors { ".cyan" } else { "" };
        let template = format!(
            "{{msg}}\n{{bar:40{color}}} {{pos}} of {{len}} games  {{elapsed}} gone, {{eta}} left"
        );
        let style = ProgressStyle::with_template(&template);
        live.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        live.set_message(table(standing));
        live.set_position(standing.games() as u64);
        // The time that is left is told by the games of this run.
        live.reset_eta();
        live.enable_steady_tick(Duration::from_millis(500));
        Self { every, games, live }
    }

    /// After a game.
    pub(super) fn show(&mut self, standing: &Standing, out: &mut Output) -> anyhow::Result<()> {
        let played = standing.games();
        if !self.live.is_hidden() {
            self.live.set_message(table(standing));
            self.live.set_position(played as u64);
        } else if self.every > 0 && played.is_multiple_of(self.every) && played < self.games {
            out.remark(standing.line(self.games))?;
        }
        Ok(())
    }

    /// Does what writes to the terminal, with the table out of the way.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.live.suspend(write)
    }

    /// Takes the table away: what follows is the summary.
    pub(super) fn end(self) {
        self.live.finish_and_clear();
    }
}
