//! `reynard spsa`: tunes the parameters of an engine by letting it play against itself.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard::CastlingNotation;
use reynard_arena::MatchSettings;
use reynard_arena::spsa::{Spsa, SpsaJournal, SpsaPair, SpsaRun, SpsaSettings, TunedTable};
use reynard_console::fen_input::Format;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::counted;
use reynard_console::opening_args::OpeningArgs;
use reynard_console::output::{Output, Status};
use reynard_console::player_args::player;
use reynard_console::progress::counting_bar;
use reynard_console::start_timeout::StartTimeout;
use reynard_console::tuning_args::{SHOW_PARAMETERS, TuningArgs, is_self};
use reynard_console::whole_file::{self, WholeFile};
use serde::Serialize;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard spsa self,nodes=2000 --all --journal search.spsa --pairs 10000 --plot search.svg
  reynard spsa self,tc=60+0.6,option.nodestime=1 --param null_base --param null_margin --pairs 5000
  reynard spsa ./engine,nodes=5000 --param LmrBase,80,20,200,10 --param Contempt --journal run.spsa

A parameter is a number option of the engine, with the value to start from, its range and its step, the \
change of the value in the last pairs; with the name alone the value and the range are those that the \
engine announces, and the step is a twentieth of the range. `self` is this engine, which announces the \
parameters of its search when it is started with --parameters. With --journal, the same command resumes \
an interrupted run; with nodes or node time, the result does not depend on the machine or its load.")]
pub(crate) struct Args {
    /// Engine: `PROGRAM[,KEY=VALUE]..`, as in `match`
    #[arg(value_name = "ENGINE")]
    engine: String,
    #[command(flatten)]
    tuning: TuningArgs,
    /// Number of game pairs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pairs: u64,
    /// Number of pairs that are played at a time
    #[arg(long, value_name = "N", default_value = "1")]
    concurrency: NonZeroU32,
    #[command(flatten)]
    start: StartTimeout,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Journal of the run, from which it resumes
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Picture of the course of the values to write, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    whole_file::refuse_same(&[
        ("--journal", args.journal.as_deref()),
        ("--plot", args.plot.as_deref()),
        ("--openings", args.openings.file()),
    ])?;
    if let Some(plot) = &args.plot {
        whole_file::refuse_not_svg("--plot", plot)?;
    }
    let mut player = player(&args.engine, "")?;
    if is_self(&args.engine) {
        player.engine.arguments.push(SHOW_PARAMETERS.to_owned());
    }
    let (adjudication, timeouts) = (args.tuning.adjudication(), args.start.timeouts());
    let settings = MatchSettings { adjudication, timeouts, ..MatchSettings::default() };
    let parameters = args.tuning.parameters(&args.engine, &player, timeouts)?;
    let openings = args.openings.read(CastlingNotation::Standard, out)?;
    let spsa_settings = SpsaSettings {
        pairs: args.pairs,
        gain: args.tuning.gain,
        seed: 1,
        concurrency: args.concurrency.get(),
    };
    let mut spsa = Spsa::new(parameters, spsa_settings);
    let games =
        serde_json::to_string(&(&player.engine, player.limits, args.openings.record(false)))?;
    // Opened before the games, so that a mistyped folder is not noticed only after hours.
    let plot = args.plot.as_deref().map(WholeFile::create).transpose()?;
    let mut forfeits = Forfeits::default();
    let mut journal = match args.journal.as_deref() {
        Some(path) => Some(open(path, &games, &mut spsa, &mut forfeits)?),
        None => None,
    };
    if journal.is_some() || plot.is_some() {
        out.go_on_unread();
    }
    if spsa.pairs() > 0 {
        out.note(format_args!("going on after {}", counted(spsa.pairs(), "pair")))?;
    }
    let run = SpsaRun { player, openings, settings };
    let interrupt = Interrupt::install()?;
    let bar = counting_bar(args.pairs, "pairs", out.paint_notes());
    bar.set_position(spsa.pairs());
    let end = interrupt.during(|control| {
        run.run(&mut spsa, &|| control.is_stopped(), |state, pair| {
            forfeits.add(&pair);
            match note(&mut journal, &pair, state, &bar).and_then(|()| forfeits.check()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        })
    });
    bar.finish_and_clear();
    if let ControlFlow::Break(error) = end? {
        return Err(error);
    }
    print(&spsa, &forfeits, args.format, out)?;
    if let Some(mut file) = plot {
        file.write_all(spsa.plot().as_bytes())?;
        file.finish()?;
    }
    if spsa.pairs() < args.pairs {
        let played = spsa.pairs();
        bail!(Interrupted(format!("interrupted: {played} of {} pairs are played", args.pairs)));
    }
    Ok(Status::Fine)
}

/// Games lost by forfeit.
#[derive(Default)]
struct Forfeits {
    count: u64,
    /// Number of consecutive pairs, up to the last one, that contain a forfeit.
    row: u32,
    /// Description of the last forfeit.
    last: String,
}

/// Number of consecutive pairs with a forfeit after which the run is aborted.
const TOO_MANY: u32 = 10;

/// The JSON line printed after the parameters if games were lost by forfeit.
#[derive(Serialize)]
struct Games {
    games: u64,
    forfeits: u64,
}

impl Forfeits {
    /// Counts the forfeits in a pair.
    fn add(&mut self, pair: &SpsaPair) {
        self.count += pair.forfeits();
        self.row = if pair.forfeits() == 0 { 0 } else { self.row + 1 };
        if let Some(game) = pair.games.iter().find(|game| game.cause.is_forfeit()) {
            let detail = game.detail.iter().flat_map(|detail| [": ", detail]);
            self.last = detail.fold(game.cause.to_string(), |text, part| text + part);
        }
    }

    /// Returns an error if too many consecutive pairs contain a forfeit, since their results say
    /// nothing about the parameters.
    fn check(&self) -> anyhow::Result<()> {
        if self.row < TOO_MANY {
            return Ok(());
        }
        bail!("{TOO_MANY} pairs in a row have a forfeit, the last one by {}", self.last)
    }
}

/// Prints the tuned values, and the number of forfeits.
fn print(spsa: &Spsa, forfeits: &Forfeits, format: Format, out: &mut Output) -> anyhow::Result<()> {
    let parameters = spsa.tuned();
    let games = 2 * spsa.pairs();
    if format.json {
        parameters.iter().try_for_each(|parameter| out.json(parameter))?;
        if forfeits.count > 0 {
            out.json(&Games { games, forfeits: forfeits.count })?;
        }
    } else {
        out.text(TunedTable(&parameters))?;
        if forfeits.count > 0 {
            writeln!(out, "{} of {games} games", counted(forfeits.count, "forfeit"))?;
        }
    }
    if !forfeits.last.is_empty() {
        let (word, last) = (out.paint_warning("note"), &forfeits.last);
        out.note(format_args!("{word}: games were lost by forfeit, the last one by {last}"))?;
    }
    Ok(out.flush()?)
}

/// Opens or creates a journal, and adds the results stored in it to the run.
fn open(
    path: &Path,
    games: &str,
    spsa: &mut Spsa,
    forfeits: &mut Forfeits,
) -> anyhow::Result<File> {
    let name = || path.display().to_string();
    let mut file = whole_file::open_journal(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(name)?;
    if text.is_empty() {
        file.write_all(SpsaJournal::head(spsa, games).as_bytes()).with_context(name)?;
        return Ok(file);
    }
    let journal = SpsaJournal::parse(&text).with_context(name)?;
    let is_same = journal.settings == spsa.settings()
        && journal.parameters == spsa.parameters()
        && journal.games == games;
    if !is_same {
        bail!(
            "{} is the journal of another run: other parameters, settings, engine, limits or openings",
            path.display()
        );
    }
    *spsa = journal.replay();
    forfeits.count = journal.forfeits;
    file.set_len(journal.length as u64).with_context(name)?;
    file.seek(SeekFrom::End(0)).with_context(name)?;
    Ok(file)
}

/// Stores a pair's result in the journal.
fn note(
    journal: &mut Option<File>,
    pair: &SpsaPair,
    spsa: &Spsa,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    if let Some(file) = journal {
        let line = SpsaJournal::line(pair.half_points, pair.forfeits());
        file.write_all(line.as_bytes()).context("cannot write the journal")?;
    }
    bar.set_position(spsa.pairs());
    Ok(())
}
