//! Engines that analyze a sequence of positions.

use std::convert::Infallible;

use reynard::Game;
use reynard_engine::{Bound, Control, Engine, Line, SearchLimits, SearchReport};

/// An engine that analyzes the positions of games: Reynard's own, or an external one.
///
/// ```
/// use reynard_analysis::reynard::Game;
/// use reynard_analysis::{Analyzer, EngineAnalyzer};
/// use reynard_engine::{Control, Engine, SearchLimits};
///
/// fn best_reply(analyzer: &mut impl Analyzer) -> Option<String> {
///     let game = Game::new();
///     let report = analyzer.analyze(&game, &mut |_| {}).ok()?;
///     report.best.map(|mv| game.position().san(mv).to_string())
/// }
/// let (mut engine, limits, control) = (Engine::new(1)?, SearchLimits::depth(3), Control::new());
/// let mut analyzer = EngineAnalyzer { engine: &mut engine, limits: &limits, control: &control };
/// assert!(best_reply(&mut analyzer).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Analyzer {
    /// The error returned by an engine that fails to analyze a position.
    type Error;

    /// Prepares for a new game: discards everything learned from earlier games.
    ///
    /// # Errors
    ///
    /// [`Self::Error`] if the engine cannot be reached.
    fn new_game(&mut self) -> Result<(), Self::Error>;

    /// Analyzes the last position of a game. Each line with an exact score is passed to `watch` as
    /// soon as it is found. If the engine gives no evaluation, the report has no lines; this is not
    /// an error.
    ///
    /// # Errors
    ///
    /// [`Self::Error`] if the engine is no longer usable.
    fn analyze(
        &mut self,
        game: &Game,
        watch: &mut dyn FnMut(&Line),
    ) -> Result<SearchReport, Self::Error>;

    /// Returns `true` if the analysis was stopped from outside. Subsequent reports are incomplete.
    fn is_stopped(&self) -> bool;
}

/// Reynard's own engine, used as an [`Analyzer`].
///
/// ```
/// use reynard_analysis::reynard::Game;
/// use reynard_analysis::{Analyzer, EngineAnalyzer};
/// use reynard_engine::{Control, Engine, SearchLimits};
///
/// let (mut engine, limits, control) = (Engine::new(1)?, SearchLimits::depth(2), Control::new());
/// let mut analyzer = EngineAnalyzer { engine: &mut engine, limits: &limits, control: &control };
/// assert_eq!(analyzer.analyze(&Game::new(), &mut |_| {})?.lines.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EngineAnalyzer<'a> {
    /// The engine.
    pub engine: &'a mut Engine,
    /// Limits for each position.
    pub limits: &'a SearchLimits,
    /// The control that stops the analysis.
    pub control: &'a Control,
}

impl Analyzer for EngineAnalyzer<'_> {
    type Error = Infallible;

    fn new_game(&mut self) -> Result<(), Infallible> {
        self.engine.new_game();
        Ok(())
    }

    fn analyze(
        &mut self,
        game: &Game,
        watch: &mut dyn FnMut(&Line),
    ) -> Result<SearchReport, Infallible> {
        Ok(self.engine.search(game, self.limits, self.control, &mut |event| {
            if let Some(line) = event.line().filter(|line| line.bound == Bound::Exact) {
                watch(line);
            }
        }))
    }

    fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }
}
