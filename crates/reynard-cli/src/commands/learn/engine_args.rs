//! The engine of a notebook: the arguments that select it, and its start.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use reynard_console::output::Output;
use reynard_console::start_timeout::StartTimeout;
use reynard_console::threads::{threads, threads_or_cores};

use super::notebook::Notebook;
use super::tables::{SyzygyTables, TableArgs};
use crate::commands::analyze::engine::{AnalysisEngine, AnalysisSetup};
use crate::search_options::SearchOptions;

/// Options of commands that analyze games of a notebook.
#[derive(clap::Args)]
pub(super) struct EngineArgs {
    /// UCI engine, as for `analyze` [default: that of the notebook]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    #[command(flatten)]
    start: StartTimeout,
    /// Number of nodes for each position [default: that of the notebook]
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// Number of games that are analyzed at a time [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(super) tables: TableArgs,
}

impl EngineArgs {
    /// Returns the number of threads to use for this number of games.
    pub(super) fn threads_for(&self, games: usize) -> NonZeroUsize {
        let threads = threads_or_cores(self.threads).get().min(games);
        NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN)
    }

    /// Starts the engine selected by the arguments. Reynard's own engine uses the tables.
    pub(super) fn start(
        &self,
        notebook: &Notebook,
        tables: Option<&SyzygyTables>,
        out: &mut Output,
    ) -> anyhow::Result<AnalysisEngine> {
        let mut search = notebook.settings.search();
        search.nodes = self.nodes.or(search.nodes);
        let engine = self.engine.as_ref().or(notebook.settings.engine.as_ref());
        let mut engine = engine_of(&search, engine.map(String::as_str), self.start, 1, out)?;
        if let Some(tables) = tables {
            engine.use_tables(tables.shared());
        }
        Ok(engine)
    }
}

/// Starts an engine that analyzes games of a notebook.
pub(super) fn engine_of(
    search: &SearchOptions,
    engine: Option<&str>,
    start: StartTimeout,
    lines: usize,
    out: &mut Output,
) -> anyhow::Result<AnalysisEngine> {
    let setup = AnalysisSetup { search, engine, start, syzygy: &[], lines };
    AnalysisEngine::new(setup, Duration::from_secs(1), out)
}
