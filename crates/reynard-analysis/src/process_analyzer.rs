//! Analyzes positions with an external engine.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use reynard::suggest::closest;
use reynard::{CastlingNotation, Game, Move, Position, UciMove};
use reynard_engine::{
    Bound, Control, Line, MaterialPoints, SearchLimits, SearchReport, WinDrawLoss,
};
use reynard_host::{EngineError, EngineProcess, EngineProtocol, EngineSpec, Timeouts};
use reynard_uci::{Go, Info, OptionKind, OptionSpec, PositionCommand};

use crate::Analyzer;

/// An external UCI engine, used as an [`Analyzer`].
///
/// ```no_run
/// use reynard_analysis::reynard::Game;
/// use reynard_analysis::{AnalysisResources, Analyzer, ProcessAnalyzer};
/// use reynard_host::EngineSpec;
/// use reynard_engine::{Control, SearchLimits};
///
/// let limits = SearchLimits { nodes: Some(100_000), ..SearchLimits::default() };
/// let resources = AnalysisResources { lines: 3, ..AnalysisResources::default() };
/// let spec = EngineSpec::new("stockfish");
/// let mut analyzer = ProcessAnalyzer::start(&spec, resources, limits, Control::new())?;
/// let report = analyzer.analyze(&Game::new(), &mut |_| {})?;
/// assert_eq!(report.lines.len(), 3);
/// # Ok::<(), reynard_analysis::AnalyzerError>(())
/// ```
///
/// If the engine dies or does not answer, it is restarted, and the position has no evaluation. If
/// this happens repeatedly, the analysis ends with [`AnalyzerError::Unreliable`].
#[derive(Debug)]
pub struct ProcessAnalyzer {
    /// The engine; `None` after a failure, until the next position is analyzed.
    process: Option<EngineProcess>,
    name: String,
    setup: EngineSetup,
    limits: SearchLimits,
    control: Control,
    castling: CastlingNotation,
    failures: FailureLog,
}

/// Settings for starting and restarting an engine.
#[derive(Clone, Debug)]
struct EngineSetup {
    spec: EngineSpec,
    resources: AnalysisResources,
    timeouts: Timeouts,
}

/// The engine failures that led to a restart.
#[derive(Clone, Copy, Debug, Default)]
struct FailureLog {
    count: u32,
    /// Increases with each failure and decreases with each answer.
    trouble: u32,
}

/// The amount by which a failure increases `trouble`. An answer reduces it by one.
const FAILURE: u32 = 10;
/// The value of `trouble` that ends the analysis: three failures in a row, or a failure at every
/// other position.
const TOO_MUCH: u32 = 3 * FAILURE;

/// The resources that an analysis may use. `None` keeps the engine's own value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisResources {
    /// Number of principal variations (`MultiPV`), at least 1.
    pub lines: usize,
    /// Number of threads.
    pub threads: Option<usize>,
    /// Size of the transposition table in MiB.
    pub hash: Option<usize>,
    /// Folders with tablebases (`SyzygyPath`), for engines that support the option.
    pub folders: Option<String>,
}

impl Default for AnalysisResources {
    fn default() -> Self {
        Self { lines: 1, threads: None, hash: None, folders: None }
    }
}

/// The error returned by a [`ProcessAnalyzer`].
#[derive(Debug)]
#[non_exhaustive]
pub enum AnalyzerError {
    /// The engine cannot be used.
    Engine(EngineError),
    /// The engine does not have an option that its specification sets.
    UnknownOption {
        /// Name of the option.
        name: String,
        /// The most similar option that the engine has.
        nearest: Option<String>,
    },
    /// The engine does not support searching several lines.
    NoMultiPv,
    /// The engine failed repeatedly.
    Unreliable {
        /// Number of failures.
        failures: u32,
        /// The last failure.
        last: EngineError,
    },
    /// The engine's protocol is not UCI.
    Protocol,
    /// UCI does not have one of the limits, which is named by its field in [`SearchLimits`].
    Limit(&'static str),
}

impl fmt::Display for AnalyzerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::UnknownOption { name, nearest } => {
                write!(f, "has no option `{}`", name.escape_debug())?;
                match nearest {
                    Some(nearest) => write!(f, ": did you mean `{}`?", nearest.escape_debug()),
                    None => Ok(()),
                }
            }
            Self::NoMultiPv => f.write_str("cannot search several lines: it has no option MultiPV"),
            Self::Unreliable { failures, last } => {
                write!(
                    f,
                    "has failed {failures} times and is not started again: the last time it {last}"
                )
            }
            Self::Protocol => f.write_str("does not speak UCI, which an analysis needs"),
            Self::Limit(name) => write!(f, "cannot be given the limit `{name}`, which UCI lacks"),
        }
    }
}

impl std::error::Error for AnalyzerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Engine(error) | Self::Unreliable { last: error, .. } => error.source(),
            Self::UnknownOption { .. } | Self::NoMultiPv | Self::Protocol | Self::Limit(_) => None,
        }
    }
}

impl From<EngineError> for AnalyzerError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl ProcessAnalyzer {
    /// Starts an engine for analysis.
    ///
    /// Options in the specification take precedence over `resources`.
    ///
    /// # Errors
    ///
    /// [`AnalyzerError`] if the engine cannot be started, lacks an option that its specification
    /// sets, or lacks `MultiPV` although several lines are requested.
    ///
    /// ```
    /// use reynard_analysis::{AnalysisResources, AnalyzerError, ProcessAnalyzer};
    /// use reynard_host::EngineSpec;
    /// use reynard_engine::{Control, SearchLimits};
    ///
    /// let spec = EngineSpec::new("/no/such/engine");
    /// let (resources, limits) = (AnalysisResources::default(), SearchLimits::depth(1));
    /// let error = ProcessAnalyzer::start(&spec, resources, limits, Control::new()).unwrap_err();
    /// assert!(matches!(error, AnalyzerError::Engine(_)));
    /// ```
    pub fn start(
        spec: &EngineSpec,
        resources: AnalysisResources,
        limits: SearchLimits,
        control: Control,
    ) -> Result<Self, AnalyzerError> {
        Self::start_within(spec, resources, limits, control, Timeouts::default())
    }

    /// Starts an engine as [`start`](Self::start) does, but with the given timeouts.
    ///
    /// # Errors
    ///
    /// Same as for [`start`](Self::start).
    pub fn start_within(
        spec: &EngineSpec,
        resources: AnalysisResources,
        limits: SearchLimits,
        control: Control,
        timeouts: Timeouts,
    ) -> Result<Self, AnalyzerError> {
        let setup = EngineSetup { spec: spec.clone(), resources, timeouts };
        let process = setup.start()?;
        let name = process.name().to_owned();
        let (castling, failures) = (CastlingNotation::Standard, FailureLog::default());
        let process = Some(process);
        Ok(Self { process, name, setup, limits, control, castling, failures })
    }

    /// Returns the number of failures of the engine, each of which was or will be followed by a
    /// restart.
    pub const fn failures(&self) -> u32 {
        self.failures.count
    }

    /// Returns the name that the engine reports, or the name of its program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Replaces the control that stops the analysis.
    pub fn set_control(&mut self, control: Control) {
        self.control = control;
    }

    /// Returns the engine, ready to analyze a position. An engine that has failed is restarted.
    /// Once a position requires Chess960, the option stays set for the lifetime of the engine
    /// process.
    fn prepared(&mut self, pos: &Position) -> Result<&mut EngineProcess, AnalyzerError> {
        let needed = CastlingNotation::for_position(pos);
        let process = match &mut self.process {
            Some(process) => process,
            none => {
                self.castling = CastlingNotation::Standard;
                none.insert(self.setup.start()?)
            }
        };
        if needed == CastlingNotation::Chess960 && self.castling != needed {
            process.play_chess960()?;
            self.castling = needed;
        }
        Ok(process)
    }

    /// Drops the engine after a failure. Returns an error if there have been too many failures.
    fn fail(&mut self, error: EngineError) -> Result<(), AnalyzerError> {
        self.process = None;
        self.failures.count += 1;
        self.failures.trouble += FAILURE;
        if self.failures.trouble < TOO_MUCH {
            return Ok(());
        }
        let failures = self.failures.count;
        Err(AnalyzerError::Unreliable { failures, last: error })
    }

    /// Replaces the limits for the following searches.
    pub fn set_limits(&mut self, limits: SearchLimits) {
        self.limits = limits;
    }
}

impl EngineSetup {
    /// Starts the engine and sets its options.
    fn start(&self) -> Result<EngineProcess, AnalyzerError> {
        let Self { spec, resources, timeouts } = self;
        if spec.protocol != EngineProtocol::Uci {
            return Err(AnalyzerError::Protocol);
        }
        let mut process = EngineProcess::start(spec, *timeouts)?;
        if let Some(name) = process.unknown_options(spec).into_iter().next() {
            let names = process.options().iter().map(|option| option.name.to_string());
            let nearest = closest(&name, names).into_iter().next();
            return Err(AnalyzerError::UnknownOption { name, nearest });
        }
        let lines = resources.lines.max(1);
        if lines > 1 && process.option("MultiPV").is_none() {
            return Err(AnalyzerError::NoMultiPv);
        }
        let values = [
            ("MultiPV", Some(lines.to_string())),
            ("Threads", resources.threads.map(|threads| threads.to_string())),
            ("Hash", resources.hash.map(|hash| hash.to_string())),
            ("SyzygyPath", resources.folders.clone()),
            ("UCI_ShowWDL", Some("true".to_owned())),
            ("UCI_AnalyseMode", Some("true".to_owned())),
        ];
        for (name, value) in values {
            let is_given = spec.options.names().any(|known| known.eq_ignore_ascii_case(name));
            if let Some(value) = value.filter(|_| !is_given) {
                let value = within(process.option(name), value);
                process.set_option(name, &value)?;
            }
        }
        process.ready()?;
        Ok(process)
    }
}

/// Returns the `go` command with the limits. The opponent's clock is unknown, so it is set to the
/// same time as the engine's clock.
///
/// # Errors
///
/// [`AnalyzerError::Limit`] if a limit is set that UCI does not have.
fn go(limits: &SearchLimits, castling: CastlingNotation) -> Result<Go, AnalyzerError> {
    let missing = [
        ("soft_nodes", limits.soft_nodes.is_some()),
        ("ponder", limits.ponder),
        ("noise", limits.noise.is_some()),
        ("contempt", limits.contempt != 0),
    ];
    if let Some((name, _)) = missing.into_iter().find(|&(_, is_set)| is_set) {
        return Err(AnalyzerError::Limit(name));
    }
    let clock = limits.clock;
    let (left, increment) =
        (clock.map(|clock| clock.remaining), clock.map(|clock| clock.increment));
    Ok(Go {
        searchmoves: limits.moves.iter().map(|&mv| UciMove::new(mv, castling)).collect(),
        depth: limits.depth,
        nodes: limits.nodes,
        mate: limits.mate,
        infinite: limits.infinite,
        movetime: limits.move_time,
        wtime: left,
        btime: left,
        winc: increment,
        binc: increment,
        movestogo: clock.and_then(|clock| clock.moves_to_go),
        ..Go::default()
    })
}

impl Analyzer for ProcessAnalyzer {
    type Error = AnalyzerError;

    fn new_game(&mut self) -> Result<(), AnalyzerError> {
        match self.process.as_mut().map(EngineProcess::new_game) {
            // A new process has not seen an earlier game.
            None | Some(Ok(())) => Ok(()),
            Some(Err(error)) => self.fail(error),
        }
    }

    fn analyze(
        &mut self,
        game: &Game,
        watch: &mut dyn FnMut(&Line),
    ) -> Result<SearchReport, AnalyzerError> {
        let pos = game.position();
        if !pos.has_legal_move() {
            return Ok(SearchReport::default());
        }
        let control = self.control.clone();
        let clock = self.limits.clock.map(|clock| clock.remaining);
        let own_limit = self.limits.move_time.or(clock).filter(|_| !self.limits.infinite);
        // Without a limit of its own, a search is not ended by the timeout for a move.
        let limit = Some(own_limit.unwrap_or(Duration::MAX));
        self.prepared(pos)?;
        let go = go(&self.limits, self.castling)?;
        let command = PositionCommand::of_game(game, self.castling);
        let mut lines = LineCollector::new(pos);
        let process = self.prepared(pos)?;
        let answer = process.search_until(&command, &go, limit, &mut |info| {
            if let Some(line) = info.and_then(|info| lines.read(info)) {
                watch(line);
            }
            if control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let answer = match answer {
            Ok(answer) => answer,
            // It is ready for the next position.
            Err(EngineError::NotAMove { .. }) => {
                self.failures.answered();
                return Ok(SearchReport::default());
            }
            Err(error) => {
                self.fail(error)?;
                return Ok(SearchReport::default());
            }
        };
        self.failures.answered();
        let best = answer.reply.best().and_then(|best| best.to_move(pos).ok());
        // The score of an engine that does not play a legal move is meaningless.
        let lines = best.map_or_else(Vec::new, |best| lines.finish_with(best));
        let first = lines.first();
        let ponder = first.and_then(|line| line.moves.get(1).copied());
        let nodes = answer.info.nodes.or(first.map(|line| line.nodes)).unwrap_or_default();
        let time = answer.elapsed;
        Ok(SearchReport { best, ponder, lines, nodes, time, ..SearchReport::default() })
    }

    fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }
}

impl FailureLog {
    /// Records an answer.
    const fn answered(&mut self) {
        self.trouble = self.trouble.saturating_sub(1);
    }
}

/// The last exact line that an engine has sent for each `multipv` number.
struct LineCollector<'a> {
    pos: &'a Position,
    /// Lines of the current iteration.
    lines: Vec<Line>,
    /// Lines of the previous iteration, for moves that the current iteration has not reached yet.
    earlier: Vec<Line>,
    /// The last exact score that was sent without a move, with the other data in its message.
    scored: Option<Line>,
}

impl<'a> LineCollector<'a> {
    const fn new(pos: &'a Position) -> Self {
        Self { pos, lines: Vec::new(), earlier: Vec::new(), scored: None }
    }

    /// Reads an `info` message. Returns its line if it has an exact score and moves.
    fn read(&mut self, info: &Info<'_>) -> Option<&Line> {
        let turn_score = info.score.filter(|_| info.bound.is_none())?;
        let wdl = match info.wdl {
            Some(wdl) => {
                WinDrawLoss { win: wdl.win.into(), draw: wdl.draw.into(), loss: wdl.loss.into() }
            }
            None => WinDrawLoss::of_score(turn_score, MaterialPoints::of(self.pos)),
        };
        let number = info.multipv.unwrap_or(1).max(1);
        let line = Line {
            depth: info.depth.unwrap_or(0),
            seldepth: info.seldepth.or(info.depth).unwrap_or(0),
            number,
            score: turn_score,
            internal_score: turn_score,
            bound: Bound::Exact,
            wdl,
            nodes: info.nodes.unwrap_or(0),
            time: info.time.unwrap_or_default(),
            hashfull: info.hashfull.unwrap_or(0).into(),
            tb_hits: info.tbhits.unwrap_or(0),
            moves: legal_moves(self.pos, &info.pv),
        };
        if line.moves.is_empty() {
            // The move that the engine finally plays is its choice.
            if number == 1 && info.depth != Some(0) {
                self.scored = Some(line);
            }
            return None;
        }
        if number == 1 && self.lines.first().is_some_and(|first| first.depth < line.depth) {
            self.earlier = std::mem::take(&mut self.lines);
        }
        let known = self.lines.iter().position(|known| known.number == number);
        let index = known.unwrap_or(self.lines.len());
        if known.is_none() {
            self.lines.push(line);
        } else {
            self.lines[index] = line;
        }
        self.lines.get(index)
    }

    /// Returns the lines, best first. If the engine sent only scores without moves, the last exact
    /// score is assigned to `best`.
    fn finish_with(mut self, best: Move) -> Vec<Line> {
        if self.lines.is_empty()
            && let Some(mut line) = self.scored.take()
        {
            line.moves = vec![best];
            return vec![line];
        }
        self.finish()
    }

    /// Returns the lines, best first.
    fn finish(mut self) -> Vec<Line> {
        let count = self.lines.len().max(self.earlier.len());
        self.lines.sort_by_key(|line| line.number);
        self.earlier.sort_by_key(|line| line.number);
        for line in self.earlier {
            let is_known = self.lines.iter().any(|known| known.moves[0] == line.moves[0]);
            if !is_known && self.lines.len() < count {
                self.lines.push(line);
            }
        }
        self.lines
    }
}

/// Clamps a value to the range of the engine's option. Less memory or fewer threads than requested
/// are acceptable.
fn within(option: Option<&OptionSpec<'_>>, value: String) -> String {
    let Some(OptionKind::Spin { min, max, .. }) = option.map(|option| &option.kind) else {
        return value;
    };
    let number = value.parse::<i64>().ok().filter(|_| min <= max);
    number.map_or(value, |number| number.clamp(*min, *max).to_string())
}

/// Returns the moves of a line up to the first illegal one.
fn legal_moves(pos: &Position, line: &[UciMove]) -> Vec<Move> {
    let mut pos = pos.clone();
    let mut moves = Vec::new();
    for text in line {
        let Ok(mv) = text.to_move(&pos) else { break };
        if pos.play(mv).is_err() {
            break;
        }
        moves.push(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use reynard_engine::Score;
    use reynard_uci::Message;

    use super::*;

    fn collected(messages: &[&str]) -> Vec<Line> {
        let pos = Position::startpos();
        let mut lines = LineCollector::new(&pos);
        for message in messages {
            match Message::parse(message).expect("a message").value {
                Message::Info(info) => drop(lines.read(&info)),
                other => panic!("{other:?}"),
            }
        }
        lines.finish_with(pos.parse_san("a3").expect("a move"))
    }

    #[test]
    fn limits_are_passed_on_or_refused() {
        let mv = Position::startpos().parse_san("e4").expect("a move");
        let limits = SearchLimits { mate: Some(3), moves: vec![mv], ..SearchLimits::default() };
        let sent = go(&limits, CastlingNotation::Standard).expect("UCI has them");
        assert_eq!(sent.to_string(), "go mate 3 searchmoves e2e4");
        let limits = SearchLimits { infinite: true, ..SearchLimits::default() };
        let sent = go(&limits, CastlingNotation::Standard).expect("UCI has it");
        assert_eq!(sent.to_string(), "go infinite");
        let limits = SearchLimits { contempt: 5, ..SearchLimits::default() };
        let error = go(&limits, CastlingNotation::Standard).expect_err("UCI lacks it");
        assert_eq!(error.to_string(), "cannot be given the limit `contempt`, which UCI lacks");
    }

    #[test]
    fn an_unfinished_iteration_is_filled_up_with_other_moves() {
        let lines = collected(&[
            "info depth 7 multipv 1 score cp 23 pv d2d4",
            "info depth 7 multipv 2 score cp 22 pv e2e4",
            "info depth 8 multipv 1 score cp 24 pv e2e4",
        ]);
        let moves: Vec<String> = lines.iter().map(|line| line.moves[0].to_string()).collect();
        assert_eq!((moves, lines[0].depth), (vec!["e2e4".to_owned(), "d2d4".to_owned()], 8));
    }

    #[test]
    fn a_score_without_a_line_is_that_of_the_move_that_is_played() {
        for message in
            ["info depth 3 score cp 30", "info score cp 30 nodes 9", "info score cp 30 pv zz99"]
        {
            let lines = collected(&[message]);
            assert_eq!((lines.len(), lines[0].score), (1, Score::Centipawns(30)), "{message}");
            assert_eq!(lines[0].moves[0].to_string(), "a2a3");
        }
        let lines = collected(&["info score cp 30 pv e2e4", "info score cp 50"]);
        assert_eq!(lines[0].score, Score::Centipawns(30), "a line counts more");
        assert!(collected(&["info score cp 30 lowerbound"]).is_empty());
    }

    #[test]
    fn the_last_exact_line_of_each_number_counts() {
        let lines = collected(&[
            "info depth 2 multipv 2 score cp 10 pv d2d4",
            "info depth 2 multipv 1 score cp 20 nodes 50 pv e2e4 e7e5",
            "info depth 2 multipv 1 score cp 90 lowerbound pv g1f3",
            "info depth 2 currmove e2e4 currmovenumber 1",
            "info depth 2 multipv 1 score mate -3 pv e2e4 e2e4",
            "info depth 2 multipv 2 score cp 7 wdl 100 850 50 pv c2c4",
        ]);
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[0].depth, lines[0].score, lines[0].moves.len()), (2, Score::Mate(-3), 1));
        assert_eq!(lines[0].wdl, WinDrawLoss { win: 0, draw: 0, loss: 1000 });
        assert_eq!(lines[1].wdl, WinDrawLoss { win: 100, draw: 850, loss: 50 });
    }
}
