//! `reynard epd --solve`: solves test positions with the engine.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::ProgressBar;
use reynard::{EnPassantMode, Epd};
use reynard_analysis::{
    AnalysisResources, AnalyzerError, EpdGoal, EpdSolver, ProcessAnalyzer, Solution, SolveAnswer,
    SolveAttempt, SolveTotal,
};
use reynard_base::parallel::Workers;
use reynard_base::printable;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::{counted, in_words};
use reynard_console::output::{Output, Status};
use reynard_console::place::Place;
use reynard_console::player_args;
use reynard_console::progress::counting_bar;
use reynard_engine::{Control, MateSearch, SearchLimits};
use serde::Serialize;

use super::args::Args;

/// Default time per position.
const TIME: Duration = Duration::from_secs(1);
/// Stack size of a thread, in bytes.
const STACK: usize = 8 << 20;

/// A test position.
pub(super) struct Problem {
    pub(super) file: Option<String>,
    pub(super) line: u64,
    pub(super) epd: Epd,
    pub(super) goal: EpdGoal,
}

/// The JSON line for a position.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    #[serde(flatten)]
    answer: SolveAnswer<'a>,
}

/// Solves all positions, one at a time on each thread, and reports the results in order.
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
    if args.format.json {
        out.json(&total)?;
    } else {
        write!(out, "\n{total}")?;
        writeln!(out, "Time        {}", in_words(start.elapsed()))?;
    }
    out.flush()?;
    if interrupt.is_stopped() {
        let all = counted(problems.len() as u64, "position");
        bail!(Interrupted(format!("interrupted: {} of {all} tried", total.positions)));
    }
    let enough = args.solving.at_least.is_none_or(|least| total.solved >= least);
    Ok(Status::fine_if(enough))
}

fn solve_all(
    args: &Args,
    problems: &[Problem],
    workers: Workers<'_, Solver>,
    interrupt: &Interrupt,
    report: &mut SolveReport<'_>,
) -> anyhow::Result<()> {
    let limits = args.solving.search.limits(TIME);
    let mut next = problems.iter();
    // All results may wait for the first one, since they are small.
    let flow = workers.in_flight(problems.len()).stack_size(STACK).ordered(
        |_| next.next().filter(|_| !interrupt.is_stopped()),
        |solver, problem| {
            let attempt = interrupt.during(|control| solver.solve(problem, &limits, control));
            (!interrupt.is_stopped()).then_some((problem, attempt))
        },
        |result| {
            let Some((problem, attempt)) = result else { return ControlFlow::Break(Ok(())) };
            let written = attempt.and_then(|attempt| Ok(report.write_attempt(problem, &attempt)?));
            match written {
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

/// An engine that solves test positions.
enum Solver {
    /// Reynard's own engine, which runs in this process.
    Own(Box<EpdSolver>),
    /// Another program, with its name.
    Other { name: String, analyzer: Box<ProcessAnalyzer> },
}

impl Solver {
    fn new(args: &Args, has_mates: bool) -> anyhow::Result<Self> {
        let search = &args.solving.search;
        let Some(text) = &args.solving.engine else {
            let mates = has_mates.then(|| MateSearch::new(search.hash.get())).transpose()?;
            return Ok(Self::Own(Box::new(EpdSolver::new(search.engine(1, 1)?, mates))));
        };
        let spec = player_args::engine(text)?;
        let name = spec.name();
        let hash = Some(search.hash.get());
        let resources =
            AnalysisResources { lines: 1, threads: Some(1), hash, ..AnalysisResources::default() };
        let started = ProcessAnalyzer::start(&spec, resources, search.limits(TIME), Control::new());
        let analyzer = Box::new(started.map_err(|error| named(&name, &error))?);
        Ok(Self::Other { name, analyzer })
    }

    fn solve(
        &mut self,
        problem: &Problem,
        limits: &SearchLimits,
        control: &Control,
    ) -> anyhow::Result<SolveAttempt> {
        let (pos, goal) = (&problem.epd.position, &problem.goal);
        match self {
            Self::Own(solver) => Ok(solver.solve(pos, goal, limits, control)),
            Self::Other { name, analyzer } => {
                analyzer.set_control(control.clone());
                SolveAttempt::of(analyzer.as_mut(), pos, goal).map_err(|error| {
                    named(name, &error).context(format!("position {}", problem.name()))
                })
            }
        }
    }
}

fn named(name: &str, error: &AnalyzerError) -> anyhow::Error {
    anyhow::anyhow!("engine {} {error}", printable(name))
}

impl Problem {
    /// Returns the record's id or, if it has none, the record's location in the file.
    fn name(&self) -> String {
        let place = || self.place().to_string();
        self.epd.id().map_or_else(place, |id| id.replace(char::is_control, " "))
    }

    fn place(&self) -> Place<'_> {
        Place { file: self.file.as_deref(), line: self.line }
    }
}

/// The report. Its lines are written in the order of the positions.
struct SolveReport<'a> {
    args: &'a Args,
    out: &'a mut Output,
    bar: ProgressBar,
    total: SolveTotal,
}

impl<'a> SolveReport<'a> {
    fn new(args: &'a Args, problems: &'a [Problem], out: &'a mut Output) -> Self {
        let bar = counting_bar(problems.len() as u64, "positions", out.paint_notes());
        let total = SolveTotal::new(problems.iter().map(|problem| &problem.goal));
        Self { args, out, bar, total }
    }

    /// Reports an attempt and advances the progress bar.
    fn write_attempt(&mut self, problem: &Problem, attempt: &SolveAttempt) -> io::Result<()> {
        self.total.add(&problem.goal, attempt);
        let bar = self.bar.clone();
        bar.suspend(|| self.write(problem, attempt))?;
        bar.inc(1);
        Ok(())
    }

    fn write(&mut self, problem: &Problem, attempt: &SolveAttempt) -> io::Result<()> {
        if self.args.format.json {
            let (pos, writing) = (&problem.epd.position, self.args.writing);
            let castling = writing.castling(pos);
            let answer = SolveAnswer::new(&problem.epd, &problem.goal, attempt, castling);
            let answer = SolveAnswer { fen: writing.fen(pos, EnPassantMode::default()), ..answer };
            self.out.json(&Answer { place: problem.place(), answer })?;
            return self.out.flush();
        }
        let pos = &problem.epd.position;
        let verdict = if attempt.solved.is_some() { "solved" } else { "failed" };
        let played = attempt.report.best.map_or("-".to_owned(), |mv| pos.san(mv).to_string());
        write!(self.out, "{:<12}  {verdict}  {played:<7}", problem.name())?;
        match attempt.solved {
            Some(Solution { time, nodes, depth }) => {
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
