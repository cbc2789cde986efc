//! The engine of an analysis: Reynard itself, or another UCI engine.

use std::time::Duration;

use reynard::Game;
use reynard_analysis::{
    AnalysisResources, Analyzer, AnalyzerError, EngineAnalyzer, GameAnalysis, GameReport,
    ProcessAnalyzer,
};
use reynard_base::printable;
use reynard_console::player_args;
use reynard_engine::{Control, Engine, Line, SearchLimits, SearchReport};

use super::args::Args;

/// Engine of an analysis with its limits.
pub(super) enum AnalysisEngine {
    /// This program.
    Own { engine: Box<Engine>, limits: SearchLimits },
    /// Another program, with its name.
    Other { name: String, analyzer: Box<ProcessAnalyzer> },
}

impl AnalysisEngine {
    /// Starts the engine of the arguments, with a default time per position.
    pub(super) fn new(args: &Args, time: Duration) -> anyhow::Result<Self> {
        let limits = args.search.limits(time);
        let (threads, lines) = (args.search.threads_or_default(), args.multipv.get());
        let Some(text) = &args.engine else {
            let engine = Box::new(args.search.engine(threads, lines)?);
            return Ok(Self::Own { engine, limits });
        };
        let spec = player_args::engine(text)?;
        let name = spec.name();
        let hash = Some(args.search.hash.get());
        let resources = AnalysisResources { lines, threads: Some(threads), hash };
        let analyzer = ProcessAnalyzer::start(&spec, resources, limits, Control::new())
            .map_err(|error| named(&name, &error))?;
        Ok(Self::Other { name, analyzer: Box::new(analyzer) })
    }

    /// Returns the name of the engine for the tag `Annotator`.
    pub(super) fn annotator(&self) -> String {
        match self {
            Self::Own { .. } => concat!("Reynard ", env!("CARGO_PKG_VERSION")).to_owned(),
            Self::Other { name, analyzer } if analyzer.name().is_empty() => name.clone(),
            Self::Other { analyzer, .. } => analyzer.name().to_owned(),
        }
    }

    /// Forgets what was learned from another position.
    pub(super) fn new_game(&mut self) -> anyhow::Result<()> {
        match self {
            Self::Own { engine, .. } => engine.new_game(),
            Self::Other { name, analyzer } => {
                analyzer.new_game().map_err(|error| named(name, &error))?;
            }
        }
        Ok(())
    }

    /// Analyzes the last position of a game; each line goes to `watch` as it is found.
    pub(super) fn analyze(
        &mut self,
        game: &Game,
        control: &Control,
        watch: &mut dyn FnMut(&Line),
    ) -> anyhow::Result<SearchReport> {
        match self {
            Self::Own { engine, limits } => {
                let mut analyzer = EngineAnalyzer { engine, limits, control };
                analyzer.analyze(game, watch).map_err(|error| match error {})
            }
            Self::Other { name, analyzer } => {
                analyzer.set_control(control.clone());
                analyzer.analyze(game, watch).map_err(|error| named(name, &error))
            }
        }
    }

    /// Assesses the moves of a game; `None` if the control stopped it.
    pub(super) fn assess(
        &mut self,
        analysis: &GameAnalysis,
        control: &Control,
        done: &mut dyn FnMut(),
    ) -> anyhow::Result<Option<GameReport>> {
        match self {
            Self::Own { engine, limits } => Ok(analysis.assess(engine, limits, control, done)),
            Self::Other { name, analyzer } => {
                analyzer.set_control(control.clone());
                analysis.assess_with(analyzer.as_mut(), done).map_err(|error| named(name, &error))
            }
        }
    }
}

fn named(name: &str, error: &AnalyzerError) -> anyhow::Error {
    anyhow::anyhow!("engine {} {error}", printable(name))
}
