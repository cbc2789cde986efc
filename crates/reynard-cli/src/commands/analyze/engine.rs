//! The engine that performs an analysis: Reynard itself, or another UCI engine.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use reynard::Game;
use reynard_analysis::{
    AnalysisResources, Analyzer, AnalyzerError, EngineAnalyzer, GameAnalysis, GameReport,
    ProcessAnalyzer,
};
use reynard_base::printable;
use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_console::player_args;
use reynard_engine::{Control, Engine, Line, SearchLimits, SearchReport};
use reynard_host::EngineSpec;
use reynard_syzygy::{Tablebase, TablebaseOptions};

use reynard_console::start_timeout::StartTimeout;

use crate::search_options::SearchOptions;
use crate::table_folders;

/// The engine to use for an analysis, with its resources.
#[derive(Clone, Copy)]
pub(in crate::commands) struct AnalysisSetup<'a> {
    pub(in crate::commands) search: &'a SearchOptions,
    /// An external engine, as given on the command line; `None` for Reynard.
    pub(in crate::commands) engine: Option<&'a str>,
    pub(in crate::commands) start: StartTimeout,
    /// Tablebase folders, as given on the command line.
    pub(in crate::commands) syzygy: &'a [PathBuf],
    /// Number of principal variations.
    pub(in crate::commands) lines: usize,
}

/// An analysis engine together with its limits.
pub(in crate::commands) struct AnalysisEngine {
    kind: Kind,
    /// Number of positions for which the engine gave no evaluation.
    unevaluated: u64,
}

enum Kind {
    /// Reynard's own engine, which runs in this process.
    Own { engine: Box<Engine>, limits: SearchLimits },
    /// Another program, with its name.
    Other { name: String, analyzer: Box<ProcessAnalyzer> },
}

impl AnalysisEngine {
    /// Starts the chosen engine. `time` is the time per position if no limits are given.
    pub(in crate::commands) fn new(
        setup: AnalysisSetup<'_>,
        time: Duration,
        out: &mut Output,
    ) -> anyhow::Result<Self> {
        let AnalysisSetup { search, engine, start, syzygy, lines } = setup;
        let limits = search.limits(time);
        let threads = search.threads_or_default();
        let Some(text) = engine else {
            let mut engine = Box::new(search.engine(threads, lines)?);
            let lists = table_folders::lists(syzygy);
            if !lists.is_empty() {
                let options = TablebaseOptions { recursive: true, ..TablebaseOptions::default() };
                let tables = table_folders::open(lists, options, out)?;
                engine.settings.tablebases.tables = Some(Arc::new(tables));
            }
            return Ok(Self { kind: Kind::Own { engine, limits }, unevaluated: 0 });
        };
        let (spec, folders) = with_tables(player_args::engine(text)?, syzygy);
        let name = spec.name();
        let hash = Some(search.hash.get());
        let resources = AnalysisResources { lines, threads: Some(threads), hash, folders };
        let timeouts = start.timeouts();
        let analyzer =
            ProcessAnalyzer::start_within(&spec, resources, limits, Control::new(), timeouts)
                .map_err(|error| named(&name, &error))?;
        let kind = Kind::Other { name, analyzer: Box::new(analyzer) };
        Ok(Self { kind, unevaluated: 0 })
    }

    /// Lets Reynard's own engine use tables that are already open.
    pub(in crate::commands) fn use_tables(&mut self, tables: Arc<Tablebase>) {
        if let Kind::Own { engine, .. } = &mut self.kind {
            engine.settings.tablebases.tables = Some(tables);
        }
    }

    /// Returns the engine's name for the tag `Annotator`.
    pub(in crate::commands) fn annotator(&self) -> String {
        match &self.kind {
            Kind::Own { .. } => concat!("Reynard ", env!("CARGO_PKG_VERSION")).to_owned(),
            Kind::Other { name, analyzer } if analyzer.name().is_empty() => name.clone(),
            Kind::Other { analyzer, .. } => analyzer.name().to_owned(),
        }
    }

    /// Clears everything that the engine remembers about other positions.
    pub(in crate::commands) fn new_game(&mut self) -> anyhow::Result<()> {
        match &mut self.kind {
            Kind::Own { engine, .. } => engine.new_game(),
            Kind::Other { name, analyzer } => {
                analyzer.new_game().map_err(|error| named(name, &error))?;
            }
        }
        Ok(())
    }

    /// Analyzes the last position of a game, and passes each line to `watch` as it is found.
    pub(in crate::commands) fn analyze(
        &mut self,
        game: &Game,
        control: &Control,
        watch: &mut dyn FnMut(&Line),
    ) -> anyhow::Result<SearchReport> {
        let report = match &mut self.kind {
            Kind::Own { engine, limits } => {
                let mut analyzer = EngineAnalyzer { engine, limits, control };
                analyzer.analyze(game, watch).unwrap_or_else(|error| match error {})
            }
            Kind::Other { name, analyzer } => {
                analyzer.set_control(control.clone());
                analyzer.analyze(game, watch).map_err(|error| named(name, &error))?
            }
        };
        if report.lines.is_empty() && game.position().has_legal_move() {
            self.unevaluated += 1;
        }
        Ok(report)
    }

    /// Assesses the moves of a game. Returns `None` if `control` stopped the analysis.
    pub(in crate::commands) fn assess(
        &mut self,
        analysis: &GameAnalysis,
        control: &Control,
        done: &mut dyn FnMut(),
    ) -> anyhow::Result<Option<GameReport>> {
        let report = match &mut self.kind {
            Kind::Own { engine, limits } => analysis.assess(engine, limits, control, done),
            Kind::Other { name, analyzer } => {
                analyzer.set_control(control.clone());
                analysis
                    .assess_with(analyzer.as_mut(), done)
                    .map_err(|error| named(name, &error))?
            }
        };
        self.unevaluated += report.as_ref().map_or(0, |report| report.unevaluated.into());
        Ok(report)
    }

    /// Prints notes about engine failures, and about the number of positions that the engine did
    /// not evaluate.
    pub(in crate::commands) fn note_failures(&self, out: &mut Output) -> anyhow::Result<()> {
        let Kind::Other { name, analyzer } = &self.kind else { return Ok(()) };
        let (name, word) = (printable(name), out.paint_warning("note"));
        if analyzer.failures() > 0 {
            let failures = counted(analyzer.failures().into(), "time");
            out.note(format_args!(
                "{word}: engine {name} has failed {failures} and was restarted"
            ))?;
        }
        if self.unevaluated > 0 {
            let positions = counted(self.unevaluated, "position");
            out.note(format_args!("{word}: engine {name} has given no evaluation of {positions}"))?;
        }
        Ok(())
    }
}

/// Returns an engine specification with the given tablebase folders. If no folders are given, also
/// returns the folders named by the environment; these are used only if the engine has the option
/// `SyzygyPath`.
fn with_tables(mut spec: EngineSpec, given: &[PathBuf]) -> (EngineSpec, Option<String>) {
    const OPTION: &str = "SyzygyPath";
    let lists = table_folders::lists(given);
    let is_set = spec.options.names().any(|name| name.eq_ignore_ascii_case(OPTION));
    if lists.is_empty() || is_set {
        return (spec, None);
    }
    let folders =
        lists.iter().flat_map(std::env::split_paths).filter(|it| !it.as_os_str().is_empty());
    // The engine may be started in its own folder.
    let folders = folders.map(|folder| std::path::absolute(&folder).unwrap_or(folder));
    let folders = std::env::join_paths(folders).unwrap_or_else(|_| lists[0].clone());
    let folders = folders.to_string_lossy().into_owned();
    if given.is_empty() {
        return (spec, Some(folders));
    }
    spec.options.set(OPTION, folders);
    (spec, None)
}

fn named(name: &str, error: &AnalyzerError) -> anyhow::Error {
    anyhow::anyhow!("engine {} {error}", printable(name))
}
