//! `reynard epd --solve`: lets the engine solve test positions.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard::{EnPassantMode, Epd, Game, UciMove};
use reynard_engine::{Bound, Engine, Line, SearchLimits, SearchReport};
use serde::Serialize;

use super::goal::Goal;
use super::{Args, Place};
use crate::interrupt::Interrupt;
use crate::numbers::{counted, in_words};
use crate::output::{Output, Status};
use crate::progress::counting_bar;

/// What a position gets unless told otherwise.
const TIME: Duration = Duration::from_secs(1);
/// Stack for a thread: as the main one usually has.
const STACK: usize = 8 << 20;

/// A test position.
pub(super) struct Problem {
    pub(super) file: Option<String>,
    pub(super) line: u64,
    pub(super) epd: Epd,
    pub(super) goal: Goal,
}

/// What became of it.
struct Attempt {
    report: SearchReport,
    /// When the solution was found that was still there at the end; none if it is not solved.
    solved: Option<Found>,
    points: u32,
}

/// When a solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    time: Duration,
    nodes: u64,
    depth: u32,
}

/// The answer for programs.
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

/// What it comes to.
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

/// Solves all problems, several at once with a thread each, and answers in their order.
pub(super) fn run(args: &Args, problems: &[Problem], out: &mut Output) -> anyhow::Result<Status> {
    if problems.is_empty() {
        bail!("there is nothing to solve");
    }
    let interrupt = Interrupt::install()?;
    let threads = args.solving.search.threads.map_or(1, NonZeroUsize::get).min(problems.len());
    let engines: Vec<Engine> =
        (0..threads).map(|_| args.solving.search.engine(1, 1)).collect::<Result<_, _>>()?;
    let start = Instant::now();
    let mut protocol = Protocol::new(args, problems, out);
    let told = solve_all(args, problems, engines, &interrupt, &mut protocol);
    protocol.bar.finish_and_clear();
    told?;
    let Protocol { mut total, out, .. } = protocol;
    total.seconds = start.elapsed().as_secs_f64();
    total.write(args, start.elapsed(), out)?;
    out.flush()?;
    if interrupt.is_stopped() {
        let all = counted(problems.len() as u64, "position");
        bail!("interrupted: {} of {all} tried", total.positions);
    }
    let enough = args.solving.at_least.is_none_or(|least| total.solved >= least);
    Ok(if enough { Status::Fine } else { Status::Findings })
}

fn solve_all(
    args: &Args,
    problems: &[Problem],
    engines: Vec<Engine>,
    interrupt: &Interrupt,
    protocol: &mut Protocol<'_>,
) -> anyhow::Result<()> {
    let limits = args.solving.search.limits(TIME);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, attempts) = mpsc::channel();
        for mut engine in engines {
            let (sender, next, limits) = (sender.clone(), &next, &limits);
            let work = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(problem) = problems.get(index) else { break };
                    let attempt = problem.attempt(&mut engine, limits, interrupt);
                    if interrupt.is_stopped() || sender.send((index, attempt)).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK);
            if let Err(error) = thread.spawn_scoped(scope, work) {
                interrupt.stop();
                return Err(error).context("no more threads");
            }
        }
        drop(sender);
        let told = protocol.tell_all(&attempts);
        if told.is_err() {
            // Nobody listens any more.
            interrupt.stop();
        }
        Ok(told?)
    })
}

impl Problem {
    fn attempt(
        &self,
        engine: &mut Engine,
        limits: &SearchLimits,
        interrupt: &Interrupt,
    ) -> Attempt {
        // What was learned from one position must not depend on who solved the one before.
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
        Attempt { points: report.best.map_or(0, |m| self.goal.points_of(m)), report, solved }
    }

    fn is_solved_by(&self, line: &Line) -> bool {
        line.moves.first().is_some_and(|&m| self.goal.is_met(m, line.score))
    }

    /// The name of the record, or where it stands.
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

/// Tells what became of the problems, one after the other.
struct Protocol<'a> {
    args: &'a Args,
    problems: &'a [Problem],
    out: &'a mut Output,
    bar: ProgressBar,
    total: Total,
}

impl<'a> Protocol<'a> {
    fn new(args: &'a Args, problems: &'a [Problem], out: &'a mut Output) -> Self {
        let bar = counting_bar(problems.len() as u64, "positions", out.paint_remarks());
        let mut total = Total::default();
        if problems.iter().any(|problem| problem.goal.most_points().is_some()) {
            (total.points, total.most_points) = (Some(0), Some(0));
        }
        Self { args, problems, out, bar, total }
    }

    /// Tells all attempts in the order of the problems, however they come.
    fn tell_all(&mut self, attempts: &Receiver<(usize, Attempt)>) -> io::Result<()> {
        let mut early = BTreeMap::new();
        for (index, attempt) in attempts {
            early.insert(index, attempt);
            while let Some(attempt) = early.remove(&self.total.positions) {
                let problem = &self.problems[self.total.positions];
                self.total.add(problem, &attempt);
                let bar = self.bar.clone();
                bar.suspend(|| self.tell(problem, &attempt))?;
                bar.inc(1);
            }
        }
        Ok(())
    }

    fn tell(&mut self, problem: &Problem, attempt: &Attempt) -> io::Result<()> {
        if self.args.format.json {
            self.out.json(&Answer::new(problem, attempt, self.args))?;
            return self.out.flush();
        }
        let pos = &problem.epd.position;
        let verdict = if attempt.solved.is_some() { "solved" } else { "failed" };
        let played = attempt.report.best.map_or("-".to_owned(), |m| pos.san(m).to_string());
        write!(self.out, "{:<12}  {verdict}  {played:<7}", problem.name())?;
        match attempt.solved {
            Some(Found { time, nodes, depth }) => {
                write!(self.out, "  depth {depth:>2}  {nodes:>10} nodes")?;
                // A time is never the same twice.
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
            best: best.map(|m| UciMove::new(m, castling).to_string()),
            san: best.map(|m| pos.san(m).to_string()),
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
