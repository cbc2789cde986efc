//! Progress of a match.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use reynard_arena::MatchReport;
use reynard_console::output::{Output, Paint};

/// Minimum line width for the full bar, in characters.
const NARROW: usize = 90;

/// Returns the width of the terminal for progress output, in characters.
fn width() -> Option<usize> {
    let (terminal_size::Width(width), _) = terminal_size::terminal_size_of(std::io::stderr())?;
    Some(usize::from(width))
}

/// The progress of a match: on a terminal, a table that is redrawn after each game; otherwise, a
/// line after every few games.
pub(super) struct Progress {
    every: usize,
    games: usize,
    live: ProgressBar,
}

impl Progress {
    pub(super) fn new(every: usize, games: usize, paint: Paint, standings: &MatchReport) -> Self {
        // Hidden unless standard error is a terminal.
        let live = ProgressBar::new(games as u64);
        let color = if paint == Paint::Colors { ".cyan" } else { "" };
        let template = if width().is_some_and(|width| width < NARROW) {
            "{msg}\n{pos} of {len} games, {eta} left".to_owned()
        } else {
            format!(
                "{{msg}}\n{{bar:40{color}}} {{pos}} of {{len}} games  {{elapsed}} gone, {{eta}} left"
            )
        };
        let style = ProgressStyle::with_template(&template);
        live.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        live.set_message(standings.table(width()));
        live.set_position(standings.games() as u64);
        // The remaining time is estimated from the games of this run.
        live.reset_eta();
        live.enable_steady_tick(Duration::from_millis(500));
        Self { every, games, live }
    }

    /// Shows the standings after a game.
    pub(super) fn show(&mut self, standings: &MatchReport, out: &mut Output) -> anyhow::Result<()> {
        let played = standings.games();
        if !self.live.is_hidden() {
            self.live.set_message(standings.table(width()));
            self.live.set_position(played as u64);
        } else if self.every > 0 && played.is_multiple_of(self.every) && played < self.games {
            out.note(standings.line(self.games))?;
        }
        Ok(())
    }

    /// Hides the table while `write` writes other text to the terminal.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.live.suspend(write)
    }

    /// Removes the table before the summary.
    pub(super) fn end(self) {
        self.live.finish_and_clear();
    }
}
