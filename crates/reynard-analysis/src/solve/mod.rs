//! Solves test positions.

mod goal;
mod total;

use std::time::{Duration, Instant};

pub use goal::EpdGoal;
use reynard::{Game, Position};
use reynard_engine::{
    Control, Engine, Line, MateSearch, MateVerdict, Score, SearchLimits, SearchReport,
};
pub use total::SolveTotal;

use crate::{Analyzer, EngineAnalyzer};

/// A solver of test positions. Mates are proven by a mate search; all other positions are searched
/// by the engine.
///
/// ```
/// use reynard_analysis::reynard::Epd;
/// use reynard_analysis::{EpdGoal, EpdSolver};
/// use reynard_engine::{Control, Engine, MateSearch, SearchLimits};
///
/// let epd: Epd = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1;".parse()?;
/// let goal = EpdGoal::of(&epd).expect("a mate is asked for");
/// let mut solver = EpdSolver::new(Engine::new(1)?, Some(MateSearch::new(1)?));
/// let attempt =
///     solver.solve(&epd.position, &goal, &SearchLimits::depth(2), &Control::new());
/// assert_eq!(attempt.solved.map(|solution| solution.depth), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EpdSolver {
    engine: Engine,
    /// The mate search that proves mates; `None` if the engine searches for them.
    mates: Option<MateSearch>,
}

/// The result of searching a test position.
#[derive(Clone, Debug)]
pub struct SolveAttempt {
    /// The report of the search. A mate proof provides only the best move, the nodes and the time.
    pub report: SearchReport,
    /// The solution, if the search found it and kept it until the end.
    pub solved: Option<Solution>,
    /// Points for the move that the search chose.
    pub points: u32,
}

/// The time, nodes and depth at which the search found the solution that it kept until the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Time since the start of the search.
    pub time: Duration,
    /// Nodes searched since the start of the search.
    pub nodes: u64,
    /// Depth in plies.
    pub depth: u32,
}

impl EpdSolver {
    /// Creates a solver. If `mates` is `None`, the engine searches for mates as well.
    pub const fn new(engine: Engine, mates: Option<MateSearch>) -> Self {
        Self { engine, mates }
    }

    /// Searches a test position within the limits, or until `control` stops it. The result does not
    /// depend on earlier positions.
    ///
    /// A mate is proven or refuted. If the mate found begins with a move other than the required
    /// one, the engine searches the position.
    pub fn solve(
        &mut self,
        pos: &Position,
        goal: &EpdGoal,
        limits: &SearchLimits,
        control: &Control,
    ) -> SolveAttempt {
        let moves = goal.mate().and_then(|moves| u32::try_from(moves).ok());
        if let (Some(mates), Some(moves)) = (&mut self.mates, moves.filter(|&moves| moves > 0))
            && let Some(attempt) = prove(mates, pos, goal, moves, limits, control)
        {
            return attempt;
        }
        self.search(pos, goal, limits, control)
    }

    fn search(
        &mut self,
        pos: &Position,
        goal: &EpdGoal,
        limits: &SearchLimits,
        control: &Control,
    ) -> SolveAttempt {
        let mut analyzer = EngineAnalyzer { engine: &mut self.engine, limits, control };
        match SolveAttempt::of(&mut analyzer, pos, goal) {
            Ok(attempt) => attempt,
            Err(error) => match error {},
        }
    }
}

impl SolveAttempt {
    /// Searches a test position with any engine, even if the goal is a mate. The engine first
    /// discards what it has learned from earlier positions.
    ///
    /// # Errors
    ///
    /// [`Analyzer::Error`] if the engine gives no usable answer.
    ///
    /// ```
    /// use reynard_analysis::reynard::Epd;
    /// use reynard_analysis::{EngineAnalyzer, EpdGoal, SolveAttempt};
    /// use reynard_engine::{Control, Engine, SearchLimits};
    ///
    /// let epd: Epd = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;".parse()?;
    /// let goal = EpdGoal::of(&epd).expect("there is a best move");
    /// let (mut engine, limits, control) =
    ///     (Engine::new(1)?, SearchLimits::depth(2), Control::new());
    /// let mut analyzer =
    ///     EngineAnalyzer { engine: &mut engine, limits: &limits, control: &control };
    /// let attempt = SolveAttempt::of(&mut analyzer, &epd.position, &goal)?;
    /// assert!(attempt.solved.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<A: Analyzer>(
        analyzer: &mut A,
        pos: &Position,
        goal: &EpdGoal,
    ) -> Result<Self, A::Error> {
        analyzer.new_game()?;
        let is_solved_by =
            |line: &Line| line.moves.first().is_some_and(|&mv| goal.is_met(mv, line.score));
        let game = Game::from_position(pos.clone());
        let mut held: Option<Solution> = None;
        let report = analyzer.analyze(&game, &mut |line| {
            if line.number == 1 {
                held = is_solved_by(line).then(|| held.unwrap_or(Solution::of(line)));
            }
        })?;
        // The move that is played counts: an engine may name another one than its line begins with.
        let last = report.lines.iter().find(|line| line.moves.first() == report.best.as_ref());
        let last = last.filter(|line| is_solved_by(line));
        let solved = last.map(|line| held.unwrap_or(Solution::of(line)));
        Ok(Self { points: report.best.map_or(0, |mv| goal.points_of(mv)), report, solved })
    }
}

/// Proves or refutes a mate. Returns `None` if the mate found begins with a move other than the
/// required one.
fn prove(
    mates: &mut MateSearch,
    pos: &Position,
    goal: &EpdGoal,
    moves: u32,
    limits: &SearchLimits,
    control: &Control,
) -> Option<SolveAttempt> {
    let start = Instant::now();
    let verdict = mates.solve(pos, moves, &mut |nodes| {
        control.is_stopped()
            || limits.nodes.is_some_and(|most| nodes >= most)
            || limits.move_time.is_some_and(|most| start.elapsed() >= most)
    });
    let (nodes, time) = (mates.nodes(), start.elapsed());
    let mut report = SearchReport { nodes, time, ..SearchReport::default() };
    let MateVerdict::Mate(mate) = verdict else {
        return Some(SolveAttempt { report, solved: None, points: 0 });
    };
    let best = *mate.line.first()?;
    let found = i32::try_from(mate.moves).ok()?;
    if !goal.is_met(best, Score::Mate(found)) {
        return None;
    }
    report.best = Some(best);
    let solved = Some(Solution { time, nodes, depth: 2 * mate.moves - 1 });
    Some(SolveAttempt { points: goal.points_of(best), report, solved })
}

impl Solution {
    const fn of(line: &Line) -> Self {
        Self { time: line.time, nodes: line.nodes, depth: line.depth }
    }
}
