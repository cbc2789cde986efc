//! `reynard-lab ladder`: tests an engine against opponents of increasing strength.

use std::env;
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard::CastlingNotation;
use reynard_arena::{
    Ladder, LadderPlace, LadderStep, MatchEvent, MatchFormat, MatchPlayer, MatchSettings, Rung,
    Schedule, Tournament, TournamentError,
};
use reynard_console::fen_input::Format;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::counted;
use reynard_console::opening_args::{OpeningArgs, shortage};
use reynard_console::output::{Output, Status};
use reynard_console::player_args::player;
use reynard_console::progress::counting_bar;
use reynard_console::start_timeout::StartTimeout;
use reynard_host::{EngineError, find_program};
use reynard_play::OpeningSuite;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab ladder self --limits tc=5+0.05 --openings book.epd.zst
  reynard-lab ladder ./engine,option.Hash=64 --limits nodes=5000 --rounds 20 --all
  reynard-lab ladder self --limits tc=1+0.01 --rungs my-ladder.toml

The rungs are engines that Debian packages, the weakest first; those that are not installed are skipped \
with the name of their package. The climb ends at a score below --until.")]
pub(crate) struct Args {
    /// Engine: `PROGRAM[,KEY=VALUE]..`, as for `match`
    #[arg(value_name = "ENGINE", required_unless_present = "show_rungs")]
    engine: Option<String>,
    /// Default limits of the engine: `KEY=VALUE[,KEY=VALUE]..`
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    limits: String,
    /// TOML file of other rungs
    #[arg(long, value_name = "FILE")]
    rungs: Option<PathBuf>,
    /// Print the standard rungs as a TOML file
    #[arg(long, conflicts_with_all = OTHERS)]
    show_rungs: bool,
    /// Number of game pairs on each rung
    #[arg(long, value_name = "N", default_value = "25")]
    rounds: NonZeroUsize,
    /// Score in percent below which the climb ends
    #[arg(long, value_name = "PERCENT", default_value = "20", value_parser = percent)]
    until: f64,
    /// Play all rungs, whatever the score
    #[arg(long)]
    all: bool,
    /// Number of games that are played at a time
    #[arg(long, value_name = "N", default_value = "1")]
    concurrency: NonZeroUsize,
    #[command(flatten)]
    start: StartTimeout,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    format: Format,
}

/// The arguments that cannot be combined with printing the standard rungs.
const OTHERS: [&str; 13] = [
    "engine",
    "limits",
    "rungs",
    "rounds",
    "until",
    "all",
    "concurrency",
    "start_timeout",
    "openings",
    "plies",
    "order",
    "seed",
    "json",
];

/// Parses the score, in percent, below which a climb ends.
fn percent(text: &str) -> Result<f64, &'static str> {
    let percent: f64 = text.parse().map_err(|_| "not a number")?;
    let is_possible = percent > 0.0 && percent <= 100.0;
    if is_possible { Ok(percent) } else { Err("it has to be above 0 and at most 100") }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if args.show_rungs {
        out.write_all(Ladder::STANDARD.as_bytes())?;
        return Ok(Status::Fine);
    }
    let Some(engine) = &args.engine else { bail!("no engine is given") };
    let challenger = player(engine, &args.limits)?;
    let ladder = match &args.rungs {
        Some(path) => read(path).with_context(|| path.display().to_string())?,
        None => Ladder::standard(),
    };
    let openings = args.openings.read(CastlingNotation::Standard, out)?;
    if let Some(note) = shortage(args.rounds.get(), &openings, std::slice::from_ref(&challenger)) {
        out.note(note)?;
    }
    let mut place = LadderPlace::new(challenger.engine.name());
    let mut tried = 0;
    let interrupt = Interrupt::install()?;
    let path = env::var_os("PATH").unwrap_or_default();
    for rung in &ladder.rungs {
        let Some(program) = find_program(&rung.engine.command, &path) else {
            out.note(missing(rung))?;
            continue;
        };
        let mut opponent = rung.player(challenger.limits);
        opponent.engine.command = program;
        let step =
            match step(rung, [challenger.clone(), opponent], &openings, args, &interrupt, out)? {
                Ok(step) => step,
                Err(error) => {
                    out.note(format_args!("{}: skipped, {error}", rung.name))?;
                    continue;
                }
            };
        tried += 1;
        args.format.answer(&step, out)?;
        out.flush()?;
        place.add(&step);
        if !args.all && step.score * 100.0 < args.until {
            break;
        }
    }
    if tried == 0 {
        bail!("no rung can be played: none of its engines is installed and supports the settings");
    }
    args.format.answer(&place, out)?;
    Ok(Status::Fine)
}

fn read(path: &Path) -> anyhow::Result<Ladder> {
    Ok(Ladder::from_toml(&fs::read_to_string(path)?)?)
}

fn missing(rung: &Rung) -> String {
    let command = rung.engine.command.display();
    match &rung.package {
        Some(package) => {
            format!("{}: skipped, {command} is not installed (Debian package {package})", rung.name)
        }
        None => format!("{}: skipped, {command} is not installed", rung.name),
    }
}

/// Plays the games of a rung. The inner error means that the rung's engine does not support the
/// settings.
fn step(
    rung: &Rung,
    players: [MatchPlayer; 2],
    openings: &OpeningSuite,
    args: &Args,
    interrupt: &Interrupt,
    out: &Output,
) -> anyhow::Result<Result<LadderStep, EngineError>> {
    let tournament = Tournament {
        schedule: Schedule {
            players: 2,
            format: MatchFormat::RoundRobin,
            rounds: args.rounds.get(),
        },
        players: players.into(),
        openings: openings.clone(),
        settings: MatchSettings { timeouts: args.start.timeouts(), ..MatchSettings::default() },
        tablebases: None,
        concurrency: args.concurrency.get(),
        processors: Vec::new(),
    };
    let bar = counting_bar(tournament.schedule.games() as u64, "games", out.paint_notes());
    bar.set_prefix(format!("{:24} ", rung.name));
    let mut records = Vec::new();
    let report = |event| {
        if let MatchEvent::Game(record) = event {
            records.push(record);
            bar.inc(1);
        }
        ControlFlow::<()>::Continue(())
    };
    let played =
        interrupt.during(|control| tournament.run(&|_| true, &|| control.is_stopped(), report));
    bar.finish_and_clear();
    if interrupt.is_stopped() && records.len() < tournament.schedule.games() {
        let games = counted(records.len() as u64, "game");
        bail!(Interrupted(format!("interrupted after {games} with {}", rung.name)));
    }
    match played {
        Ok(_) => {}
        Err(TournamentError {
            player: 1,
            error: error @ (EngineError::Unsupported(_) | EngineError::UnknownOption { .. }),
            ..
        }) => {
            return Ok(Err(error));
        }
        Err(error) => return Err(error.into()),
    }
    records.sort_by_key(|record| record.number);
    Ok(Ok(LadderStep::new(rung, tournament.schedule, &records)))
}
