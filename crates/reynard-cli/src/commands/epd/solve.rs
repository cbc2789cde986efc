//! `reynard epd --solve`: solves test positions with the engine.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::ProgressBar;
use reynard::{EnPassantMode, Epd, Game, UciMove};
use reynard_engine::{
    Bound, Engine, Line, MateSearch, MateVerdict, Score, SearchLimits, SearchReport,
};
use reynard_parallel::Workers;
use serde::Serialize;

use super::args::Args;
use super::goal::Goal;
use super::place::Place;
use crate::interrupt::{Interrupt, Interrupted};
use crate::numbers::{counted, in_words};
use crate::output::{Output, Status};
use crate::progress::counting_bar;

/// Default time per position.
const TIME: Duration = Duration::from_secs(1);
/// Stack size of a thread, in bytes.
const STACK: usize = 8 << 20;

/// A test position.
pub(super) struct Problem {
    pub(super) file: Option<String>,
    pub(super) line: u64,
    pub(super) epd: Epd,
    pub(super) goal: Goal,
}

/// The result of a search of a test position.
struct Attempt {
    report: SearchReport,
    /// Start of the last uninterrupted stretch of iterations with the solution; `None` if it is not solved.
    solved: Option<Found>,
    points: u32,
}

/// Time, nodes and depth at which a solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    time: Duration,
    nodes: u64,
    depth: u32,
}

/// A line of JSON for a position.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    solved: bool,
    wanted: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most_points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved_depth: Option<u32>,
    nodes: u64,
    seconds: f64,
}

/// The last line: the sums.
#[derive(Default, Serialize)]
struct Total {
    positions: usize,
    solved: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most_points: Option<u32>,
    nodes: u64,
    seconds: f64,
}

/// Solves all positions, one per thread at a time, and reports the results in their order.
pub(super) fn run(args: &Args, problems: &[Problem], out: &mut Output) -> anyhow::Result<Status> {
    if problems.is_empty() {
        bail!("no positions to solve");
    }
    let interrupt = Interrupt::install()?;
    let threads = args.solving.search.threads.map_or(1, NonZeroUsize::get).min(problems.len());
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let has_mates = problems.iter().any(|problem| problem.goal.mate().is_some());
    let workers = Workers::try_new(threads, || Solver::new(args, has_mates))?;
    let start = Instant::now();
    let mut report = SolveReport::new(args, problems, out);
    let written = solve_all(args, problems, workers, &interrupt, &mut report);
    report.bar.finish_and_clear();
    written?;
    let SolveReport { mut total, out, .. } = report;
    total.seconds = start.elapsed().as_secs_f64();
    total.write(args, start.elapsed(), out)?;
    out.flush()?;
    if interrupt.is_stopped() {
        let all = counted(problems.len() as u64, "position");
        bail!(Interrupted(format!("interrupted: {} of {all} tried", total.positions)));
    }
    let enough = args.solving.at_least.is_none_or(|least| total.solved >= least);
    Ok(if enough { Status::Fine } else { Status::Findings })
}

fn solve_all(
    args: &Args,
    problems: &[Problem],
    workers: Workers<'_, Solver>,
    interrupt: &Interrupt,
    report: &mut SolveReport<'_>,
) -> io::Result<()> {
    let limits = args.solving.search.limits(TIME);
    let mut next = problems.iter();
    // All results may wait for the first one: they are small.
    let flow = workers.in_flight(problems.len()).stack_size(STACK).ordered(
        |_| next.next().filter(|_| !interrupt.is_stopped()),
        |solver, problem| {
            let attempt = problem.attempt(solver, &limits, interrupt);
            (!interrupt.is_stopped()).then_some((problem, attempt))
        },
        |result| {
            let Some((problem, attempt)) = result else { return ControlFlow::Break(Ok(())) };
            match report.write_attempt(problem, &attempt) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    // The results of the other searches are not needed.
                    interrupt.stop();
                    ControlFlow::Break(Err(error))
                }
            }
        },
    );
    flow.break_value().unwrap_or(Ok(()))
}

/// The searches of a thread.
struct Solver {
    engine: Engine,
    /// Proves mates; `None` if no record asks for one.
    mates: Option<MateSearch>,
}

impl Solver {
    fn new(args: &Args, has_mates: bool) -> anyhow::Result<Self> {
        let engine = args.solving.search.engine(1, 1)?;
        let mates = has_mates.then(|| MateSearch::new(args.solving.search.hash.get()));
        Ok(Self { engine, mates: mates.transpose()? })
    }
}

impl Problem {
    /// Solves a mate by a proof, and anything else by the engine.
    fn attempt(
        &self,
        solver: &mut Solver,
        limits: &SearchLimits,
        interrupt: &Interrupt,
    ) -> Attempt {
        let Solver { engine, mates } = solver;
        let moves = self.goal.mate().and_then(|moves| u32::try_from(moves).ok());
        if let (Some(mates), Some(moves)) = (mates, moves.filter(|&moves| moves > 0))
            && let Some(attempt) = self.prove(mates, moves, limits, interrupt)
        {
            return attempt;
        }
        self.search(engine, limits, interrupt)
    }

    /// Proves or refutes the mate; `None` if it begins with a move that is not the wanted one.
    fn prove(
        &self,
        mates: &mut MateSearch,
        moves: u32,
        limits: &SearchLimits,
        interrupt: &Interrupt,
    ) -> Option<Attempt> {
        let start = Instant::now();
        let is_over = |nodes: u64| {
            limits.nodes.is_some_and(|most| nodes >= most)
                || limits.move_time.is_some_and(|most| start.elapsed() >= most)
        };
        let verdict = interrupt.during(|control| {
            mates.solve(&self.epd.position, moves, &mut |nodes| {
                control.is_stopped() || is_over(nodes)
            })
        });
        let (nodes, time) = (mates.nodes(), start.elapsed());
        let mut report = SearchReport { nodes, time, ..SearchReport::default() };
        let MateVerdict::Mate(mate) = verdict else {
            return Some(Attempt { report, solved: None, points: 0 });
        };
        let best = *mate.line.first()?;
        let found = i32::try_from(mate.moves).ok()?;
        if !self.goal.is_met(best, Score::Mate(found)) {
            return None;
        }
        report.best = Some(best);
        let depth = 2 * mate.moves - 1;
        let solved = Some(Found { time, nodes, depth });
        Some(Attempt { points: self.goal.points_of(best), report, solved })
    }

    fn search(&self, engine: &mut Engine, limits: &SearchLimits, interrupt: &Interrupt) -> Attempt {
        // The result must not depend on the position that this thread has solved before.
        engine.new_game();
        let game = Game::from_position(self.epd.position.clone());
        let mut held: Option<Found> = None;
        let report = interrupt.during(|control| {
            engine.search(&game, limits, control, &mut |event| {
                if let Some(line) = event.line()
                    && line.number == 1
                    && line.bound == Bound::Exact
                {
                    held = self.is_solved_by(line).then(|| held.unwrap_or(Found::of(line)));
                }
            })
        });
        let last = report.lines.first().filter(|line| self.is_solved_by(line));
        let solved = last.map(|line| held.unwrap_or(Found::of(line)));
        Attempt { points: report.best.map_or(0, |mv| self.goal.points_of(mv)), report, solved }
    }

    fn is_solved_by(&self, line: &Line) -> bool {
        line.moves.first().is_some_and(|&mv| self.goal.is_met(mv, line.score))
    }

    /// Returns the id of the record, or its place in the file.
    fn name(&self) -> String {
        let place = || self.place().to_string();
        self.epd.id().map_or_else(place, |id| id.replace(char::is_control, " "))
    }

    fn place(&self) -> Place<'_> {
        Place { file: self.file.as_deref(), line: self.line }
    }
}

impl Found {
    const fn of(line: &Line) -> Self {
        Self { time: line.time, nodes: line.nodes, depth: line.depth }
    }
}

/// The report, written in the order of the positions.
struct SolveReport<'a> {
    args: &'a Args,
    out: &'a mut Output,
    bar: ProgressBar,
    total: Total,
}

impl<'a> SolveReport<'a> {
    fn new(args: &'a Args, problems: &'a [Problem], out: &'a mut Output) -> Self {
        let bar = counting_bar(problems.len() as u64, "positions", out.paint_remarks());
        let mut total = Total::default();
        if problems.iter().any(|problem| problem.goal.most_points().is_some()) {
            (total.points, total.most_points) = (Some(0), Some(0));
        }
        Self { args, out, bar, total }
    }

    /// Reports an attempt and moves the progress bar.
    fn write_attempt(&mut self, problem: &Problem, attempt: &Attempt) -> io::Result<()> {
        self.total.add(problem, attempt);
        let bar = self.bar.clone();
        bar.suspend(|| self.write(problem, attempt))?;
        bar.inc(1);
        Ok(())
    }

    fn write(&mut self, problem: &Problem, attempt: &Attempt) -> io::Result<()> {
        if self.args.format.json {
            self.out.json(&Answer::new(problem, attempt, self.args))?;
            return self.out.flush();
        }
        let pos = &problem.epd.position;
        let verdict = if attempt.solved.is_some() { "solved" } else { "failed" };
        let played = attempt.report.best.map_or("-".to_owned(), |mv| pos.san(mv).to_string());
        write!(self.out, "{:<12}  {verdict}  {played:<7}", problem.name())?;
        match attempt.solved {
            Some(Found { time, nodes, depth }) => {
                write!(self.out, "  depth {depth:>2}  {nodes:>10} nodes")?;
                // Times differ from run to run.
                if !self.args.solving.search.is_reproducible() {
                    write!(self.out, "  {:>7}", in_words(time))?;
                }
            }
            None => write!(self.out, "  wanted {}", problem.goal.text(pos))?,
        }
        if let Some(most) = problem.goal.most_points() {
            write!(self.out, "  {} of {most} points", attempt.points)?;
        }
        writeln!(self.out)?;
        self.out.flush()
    }
}

impl Total {
    fn add(&mut self, problem: &Problem, attempt: &Attempt) {
        self.positions += 1;
        self.solved += usize::from(attempt.solved.is_some());
        self.nodes += attempt.report.nodes;
        if let (Some(points), Some(most)) = (&mut self.points, &mut self.most_points) {
            *points += attempt.points;
            *most += problem.goal.most_points().unwrap_or(0);
        }
    }

    fn write(&self, args: &Args, time: Duration, out: &mut Output) -> io::Result<()> {
        if args.format.json {
            return out.json(self);
        }
        writeln!(out, "\nPositions   {}", self.positions)?;
        writeln!(out, "Solved      {}", self.solved)?;
        if let (Some(points), Some(most)) = (self.points, self.most_points) {
            writeln!(out, "Points      {points} of {most}")?;
        }
        writeln!(out, "Nodes       {}", self.nodes)?;
        writeln!(out, "Time        {}", in_words(time))
    }
}

impl<'a> Answer<'a> {
    fn new(problem: &'a Problem, attempt: &Attempt, args: &Args) -> Self {
        let pos = &problem.epd.position;
        let castling = args.writing.castling(pos);
        let best = attempt.report.best;
        let most_points = problem.goal.most_points();
        Self {
            place: problem.place(),
            fen: args.writing.fen(pos, EnPassantMode::default()),
            id: problem.epd.id(),
            solved: attempt.solved.is_some(),
            wanted: problem.goal.text(pos),
            best: best.map(|mv| UciMove::new(mv, castling).to_string()),
            san: best.map(|mv| pos.san(mv).to_string()),
            points: most_points.map(|_| attempt.points),
            most_points,
            solved_nodes: attempt.solved.map(|found| found.nodes),
            solved_seconds: attempt.solved.map(|found| found.time.as_secs_f64()),
            solved_depth: attempt.solved.map(|found| found.depth),
            nodes: attempt.report.nodes,
            seconds: attempt.report.time.as_secs_f64(),
        }
    }
}
