//! `reynard spsa`: tunes the parameters of an engine by games against itself.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard::CastlingNotation;
use reynard_arena::spsa::{Spsa, SpsaJournal, SpsaParameter, SpsaRun, SpsaSettings};
use reynard_arena::{EngineProcess, MatchPlayer, MatchSettings};
use reynard_engine::Params;
use serde::Serialize;

use crate::adjudication_args::{Draw, Resign};
use crate::fen_input::Format;
use crate::interrupt::Interrupt;
use crate::numbers::{counted, positive};
use crate::opening_args::OpeningArgs;
use crate::output::{Output, Status};
use crate::player_args::player;
use crate::progress::counting_bar;
use crate::whole_file;

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
    /// Parameter to tune: NAME, or NAME,VALUE,MIN,MAX,STEP; may be repeated
    #[arg(long = "param", value_name = "PARAMETER")]
    parameters: Vec<String>,
    /// Tune all parameters of this engine's search
    #[arg(long, conflicts_with = "parameters")]
    all: bool,
    /// Number of game pairs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pairs: u64,
    /// Part of a step that a won pair moves a value at the end of the run
    #[arg(long, value_name = "GAIN", default_value_t = 0.002, value_parser = positive)]
    gain: f64,
    /// Number of pairs that are played at a time
    #[arg(long, value_name = "N", default_value = "1")]
    concurrency: NonZeroU32,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Resign when both sides have scored one side as lost by SCORE centipawns for MOVES moves
    #[arg(long, value_name = "MOVES:SCORE", default_value = "3:600")]
    resign: Resign,
    /// Agree on a draw when, FROM moves after the opening, both sides have scored within SCORE centipawns for
    /// MOVES moves
    #[arg(long, value_name = "FROM:MOVES:SCORE", default_value = "34:8:10")]
    draw: Draw,
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
    let mut player = player(&args.engine, "")?;
    if args.engine.split(',').next() == Some("self") {
        player.engine.arguments.push("--parameters".to_owned());
    }
    let mut settings = MatchSettings::default();
    settings.adjudication.resign = Some(args.resign.0);
    settings.adjudication.draw = Some(args.draw.0);
    let parameters = parameters(args, &player, settings)?;
    let openings = args.openings.read(CastlingNotation::Standard)?;
    let spsa_settings = SpsaSettings {
        pairs: args.pairs,
        gain: args.gain,
        seed: 1,
        concurrency: args.concurrency.get(),
    };
    let mut spsa = Spsa::new(parameters, spsa_settings);
    let games =
        serde_json::to_string(&(&player.engine, player.limits, args.openings.record(false)))?;
    let mut journal =
        args.journal.as_deref().map(|path| open(path, &games, &mut spsa)).transpose()?;
    if journal.is_some() {
        out.go_on_unread();
    }
    if spsa.pairs() > 0 {
        out.remark(format_args!("going on after {}", counted(spsa.pairs(), "pair")))?;
    }
    let run = SpsaRun { player, openings, settings };
    let interrupt = Interrupt::install()?;
    let bar = counting_bar(args.pairs, "pairs", out.paint_remarks());
    bar.set_position(spsa.pairs());
    let end = interrupt.during(|control| {
        run.run(&mut spsa, &|| control.is_stopped(), |state, pair| {
            match note(&mut journal, pair.half_points, state, &bar) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        })
    });
    bar.finish_and_clear();
    if let ControlFlow::Break(error) = end? {
        return Err(error);
    }
    if let Some(path) = &args.plot {
        whole_file::write(path, spsa.plot().as_bytes())?;
    }
    report(&spsa, args.format, out)?;
    if spsa.pairs() < args.pairs {
        out.flush()?;
        bail!("interrupted: {} of {} pairs are played", spsa.pairs(), args.pairs);
    }
    Ok(Status::Fine)
}

/// Returns the parameters to tune; those with a name alone are asked of the engine.
fn parameters(
    args: &Args,
    player: &MatchPlayer,
    settings: MatchSettings,
) -> anyhow::Result<Vec<SpsaParameter>> {
    let own = |name: &str| {
        let tunable = Params::TUNABLES.iter().find(|tunable| tunable.name == name)?;
        let [value, step] = [tunable.value, tunable.step].map(f64::from);
        let [min, max] = [tunable.min, tunable.max].map(i64::from);
        Some(SpsaParameter { name: name.to_owned(), value, min, max, step })
    };
    if args.all {
        return Ok(Params::TUNABLES.iter().filter_map(|tunable| own(tunable.name)).collect());
    }
    if args.parameters.is_empty() {
        bail!("no parameter is to be tuned: --param NAME, or --all");
    }
    let mut found: Vec<SpsaParameter> = Vec::new();
    let mut engine = None;
    for text in &args.parameters {
        let parameter = if text.contains(',') {
            text.parse().with_context(|| format!("`{text}`"))?
        } else if let Some(parameter) = own(text).filter(|_| args.engine.starts_with("self")) {
            parameter
        } else {
            if engine.is_none() {
                let start = EngineProcess::start(&player.engine, settings.timeouts);
                engine = Some(start.with_context(|| player.engine.name())?);
            }
            let option = engine.as_ref().and_then(|engine| engine.option(text));
            let option = option.with_context(|| format!("the engine has no option {text}"))?;
            SpsaParameter::from_option(option)
                .with_context(|| format!("the option {text} is not a number in a range"))?
        };
        if found.iter().any(|other| other.name == parameter.name) {
            bail!("{} is given twice", parameter.name);
        }
        found.push(parameter);
    }
    Ok(found)
}

/// Opens or creates a journal, and adds its results to the run.
fn open(path: &Path, games: &str, spsa: &mut Spsa) -> anyhow::Result<File> {
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
    file.set_len(journal.length as u64).with_context(name)?;
    file.seek(SeekFrom::End(0)).with_context(name)?;
    Ok(file)
}

/// Keeps a result.
fn note(
    journal: &mut Option<File>,
    half_points: u8,
    spsa: &Spsa,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    if let Some(file) = journal {
        let line = SpsaJournal::line(half_points);
        file.write_all(line.as_bytes()).context("cannot write the journal")?;
    }
    bar.set_position(spsa.pairs());
    Ok(())
}

/// A tuned parameter as JSON.
#[derive(Serialize)]
struct Tuned<'a> {
    name: &'a str,
    start: f64,
    value: f64,
    min: i64,
    max: i64,
    step: f64,
}

fn report(spsa: &Spsa, format: Format, out: &mut Output) -> anyhow::Result<()> {
    let width = spsa.parameters().iter().map(|it| it.name.len()).max().unwrap_or(0);
    for (parameter, &value) in spsa.parameters().iter().zip(spsa.values()) {
        let SpsaParameter { name, value: start, min, max, step } = parameter;
        let (start, min, max, step) = (*start, *min, *max, *step);
        if format.json {
            out.json(&Tuned { name, start, value, min, max, step })?;
        } else {
            let steps = (value - start) / step;
            writeln!(out, "{name:width$}  {start:>8} -> {value:>10.2}  {steps:+6.1} steps")?;
        }
    }
    Ok(())
}
