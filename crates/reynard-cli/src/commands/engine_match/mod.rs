//! `reynard match`: plays games between engines.

mod check;
mod games;
mod journal;
mod logs;
mod progress;

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use reynard::CastlingNotation;
use reynard_arena::{
    GameRecord, MatchEvent, MatchFormat, MatchPlayer, MatchReport, MatchSettings, Pondering,
    Schedule, Tournament, UnknownOptions,
};
use reynard_host::Processors;
use reynard_syzygy::{Tablebase, TablebaseOptions};

use games::Games;
use journal::{Header, Journal};
use progress::Progress;
use reynard_console::adjudication_args::{Draw, Resign};
use reynard_console::fen_input::Format;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::opening_args::{OpeningArgs, shortage};
use reynard_console::output::{Output, Status};
use reynard_console::player_args::players;
use reynard_console::sprt_args::SprtArgs;
use reynard_console::start_timeout::StartTimeout;
use reynard_console::whole_file::{check_place, refuse_same};

use crate::table_folders;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard match stockfish,nodes=1000 glaurung,tc=5+0.05 --openings book.epd.zst --rounds 50
  reynard match self,name=new old-reynard --each tc=1+0.01 --sprt 0:10 --rounds 5000
  reynard match a b c --each nodes=5000 --journal games.jsonl --pgn games.pgn
  reynard match a b c d e f g h --each tc=10+0.1 --swiss 5 --log logs
  reynard match new old --each tc=60+0.6 --ponder --affinity --concurrency 4
  reynard match --check ./engine

An engine is a program with its settings, separated by commas: name=, proto= (uci or xboard), tc=, \
movetime= (ms), nodes=, depth=, arg=, dir=, option.NAME=; a value with a comma in double quotes. \
FILE.toml has engines in the layout of `reynard-lab ladder --show-rungs`. `self` is this program. Every two games have the \
same opening with reversed colors. With --journal, an interrupted match resumes.")]
pub(crate) struct Args {
    /// Engines: `PROGRAM[,KEY=VALUE]..`, or FILE.toml for those of a file
    #[arg(value_name = "ENGINE", required_unless_present = "check", num_args = 1..)]
    engines: Vec<String>,
    /// Check how an engine keeps its protocol instead of playing: 17 checks with the reason of
    /// each failure
    #[arg(long, value_name = "ENGINE", conflicts_with = "engines")]
    check: Option<String>,
    /// Default settings of all engines: `KEY=VALUE[,KEY=VALUE]..`
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    each: String,
    /// Number of game pairs for each pairing, in each stage of a Swiss or knockout tournament
    /// [default: 50; 1 in a Swiss or knockout tournament]
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// Number of games for each pairing, an even number, instead of --rounds
    #[arg(long, value_name = "N", conflicts_with = "rounds", value_parser = pairs)]
    games: Option<NonZeroUsize>,
    /// Gauntlet: the first N engines play all others, but not each other
    #[arg(long, value_name = "N")]
    gauntlet: Option<usize>,
    /// Swiss tournament of N stages: engines with equal points meet that have not met
    #[arg(long, value_name = "N", conflicts_with_all = ["gauntlet", "sprt"])]
    swiss: Option<NonZeroUsize>,
    /// Knockout tournament: the winner of a meeting goes on, after a draw and four more pairs the
    /// earlier engine
    #[arg(long, conflicts_with_all = ["gauntlet", "swiss", "sprt"])]
    knockout: bool,
    /// Skip options that an engine does not have; without this they are an error
    #[arg(long)]
    lenient: bool,
    /// Folder for logs of what the engines receive and send, a file for each engine and game
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    #[command(flatten)]
    thinking: Thinking,
    /// Number of games that are played at a time
    #[arg(long, value_name = "N", default_value = "1")]
    concurrency: NonZeroUsize,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Play Chess960
    #[arg(long)]
    chess960: bool,
    /// Resign when both engines have scored one side as lost by SCORE centipawns for MOVES moves
    #[arg(long, value_name = "MOVES:SCORE")]
    resign: Option<Resign>,
    /// Agree on a draw when, FROM moves after the opening, both engines have scored within SCORE
    /// centipawns for MOVES moves
    #[arg(long, value_name = "FROM:MOVES:SCORE")]
    draw: Option<Draw>,
    /// Maximum number of moves after the opening; the game is drawn then
    #[arg(long, value_name = "N")]
    max_moves: Option<NonZeroU32>,
    /// Adjudicate by the Syzygy tablebases in these folders
    #[arg(long = "tables", value_name = "DIR")]
    tables: Vec<PathBuf>,
    #[command(flatten)]
    start: StartTimeout,
    /// Tolerated overstepping of the clock in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10)]
    time_margin: u64,
    #[command(flatten)]
    test: SprtArgs,
    /// Journal of the games, from which an interrupted match resumes
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Append the games to this PGN file; a resumed match appends those that it lacks
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Print the standings after every N games
    #[arg(long, value_name = "N", default_value_t = 10)]
    every: usize,
    #[command(flatten)]
    format: Format,
}

/// When and where the engines think.
#[derive(clap::Args)]
struct Thinking {
    /// Let engines with the option Ponder think on the opponent's time
    #[arg(long)]
    ponder: bool,
    /// Pin the engines to processors, the same number for each of the games that are played at a
    /// time (Linux)
    #[arg(long)]
    affinity: bool,
}

/// Parses a number of games, and converts it to a number of pairs.
fn pairs(text: &str) -> Result<NonZeroUsize, String> {
    let games: usize = text.parse().map_err(|_| "not a number".to_owned())?;
    match NonZeroUsize::new(games / 2) {
        Some(pairs) if games.is_multiple_of(2) => Ok(pairs),
        None => Err("at least 2 games are needed".to_owned()),
        Some(_) => {
            Err(format!("games come in pairs with reversed colors: {} or {}", games - 1, games + 1))
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if let Some(engine) = &args.check {
        return check::run(engine, args.start.timeouts(), args.format, out);
    }
    check_files(args)?;
    let players = opponents(args)?;
    let names: Vec<String> = players.iter().map(|player| player.engine.name()).collect();
    let tournament = tournament(args, players, out)?;
    let (rounds, openings) = (tournament.schedule.rounds, &tournament.openings);
    args.test.check(openings, &tournament.players)?;
    if let Some(note) = shortage(rounds, openings, &tournament.players) {
        out.note(note)?;
    }
    let logs = args.log.as_deref().map(|folder| logs::open(folder, &names)).transpose()?;
    let (mut journal, done) = match &args.journal {
        Some(path) => Journal::open(path, &header(args, &tournament), &tournament.schedule)?,
        None => (Journal::none(), Vec::new()),
    };
    let mut games = Games::open(args.pgn.as_deref(), &tournament.players, &done)?;
    if args.journal.is_some() || args.pgn.is_some() {
        out.go_on_unread();
    }
    let mut standings = MatchReport::new(&names, tournament.schedule, args.test.of_match(&names)?);
    for record in &done {
        standings.count(record);
    }
    let mut progress =
        Progress::new(args.every, tournament.schedule.games(), out.paint_notes(), &standings);
    let interrupt = Interrupt::install()?;
    // Engines that do not ponder. Each is reported once.
    let mut idle = Vec::new();
    // A test that games of the journal have decided needs no more.
    if standings.decision().is_none() {
        let results = standings.standings().results().clone();
        let report = |event| {
            let noted = match event {
                MatchEvent::Game(record) => {
                    standings.count(&record);
                    let kept = progress
                        .aside(|| keep(&record, &mut journal, &mut games, args.format, out));
                    kept.and_then(|()| progress.show(&standings, out))
                }
                MatchEvent::UnknownOptions { player, names: options } => {
                    let text = format!("{} has no option {}", names[player], options.join(", "));
                    progress.aside(|| out.note(text)).map_err(Into::into)
                }
                MatchEvent::NoPondering { player } if !idle.contains(&player) => {
                    idle.push(player);
                    let text = format!(
                        "{} has no option Ponder and does not think on the opponent's time",
                        names[player]
                    );
                    progress.aside(|| out.note(text)).map_err(Into::into)
                }
                _ => Ok(()),
            };
            match noted {
                Ok(()) if standings.decision().is_none() => ControlFlow::Continue(()),
                end => ControlFlow::Break(end),
            }
        };
        let end = interrupt.during(|control| {
            tournament.resume(results, logs.as_ref(), &|| control.is_stopped(), report)
        });
        end?.break_value().transpose()?;
    }
    progress.end();
    args.format.answer(&standings.summary(), out)?;
    let open = tournament.schedule.open_games(standings.standings().results());
    if interrupt.is_stopped() && !open.is_empty() && standings.decision().is_none() {
        out.flush()?;
        let (played, games) = (standings.games(), tournament.schedule.games());
        bail!(Interrupted(format!("interrupted: {played} of {games} games are played")));
    }
    Ok(Status::Fine)
}

/// Checks that the files are distinct, and that games can be appended to the PGN file.
fn check_files(args: &Args) -> anyhow::Result<()> {
    refuse_same(&[
        ("--journal", args.journal.as_deref()),
        ("--pgn", args.pgn.as_deref()),
        ("--openings", args.openings.file()),
    ])?;
    // Nothing is created unless all files can be.
    args.journal.as_deref().map_or(Ok(()), check_place)?;
    args.pgn.as_deref().map_or(Ok(()), games::check)
}

/// Returns the players. There are at least two.
fn opponents(args: &Args) -> anyhow::Result<Vec<MatchPlayer>> {
    let players = players(&args.engines, &args.each)?;
    if players.len() < 2 {
        bail!("a match needs two engines or more");
    }
    Ok(players)
}

/// Returns the format of the tournament, and the number of game pairs per meeting.
fn schedule(args: &Args, players: usize) -> anyhow::Result<Schedule> {
    let format = match (args.gauntlet, args.swiss) {
        (Some(seeds), _) if seeds == 0 || seeds >= players => {
            bail!("--gauntlet must leave an opponent: at most {}", players - 1)
        }
        (Some(seeds), _) => MatchFormat::Gauntlet { seeds },
        (None, Some(stages)) => MatchFormat::Swiss { stages: stages.get() },
        (None, None) if args.knockout => MatchFormat::Knockout,
        (None, None) => MatchFormat::RoundRobin,
    };
    let usual = match format {
        MatchFormat::Swiss { .. } | MatchFormat::Knockout => 1,
        MatchFormat::RoundRobin | MatchFormat::Gauntlet { .. } => 50,
    };
    let rounds = args.games.or(args.rounds).map_or(usual, NonZeroUsize::get);
    Ok(Schedule { players, format, rounds })
}

fn tournament(
    args: &Args,
    players: Vec<MatchPlayer>,
    out: &mut Output,
) -> anyhow::Result<Tournament> {
    let castling =
        if args.chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard };
    let mut settings = MatchSettings { castling, ..MatchSettings::default() };
    if args.thinking.ponder {
        settings.pondering = Pondering::On;
    }
    if args.lenient {
        settings.unknown_options = UnknownOptions::Skip;
    }
    settings.timeouts = args.start.timeouts();
    settings.time_margin = std::time::Duration::from_millis(args.time_margin);
    settings.adjudication.resign = args.resign.map(|rule| rule.0);
    settings.adjudication.draw = args.draw.map(|rule| rule.0);
    settings.adjudication.max_moves = args.max_moves.map(NonZeroU32::get);
    Ok(Tournament {
        schedule: schedule(args, players.len())?,
        players,
        openings: args.openings.read(castling, out)?,
        settings,
        tablebases: tablebases(args, out)?,
        concurrency: args.concurrency.get(),
        processors: if args.thinking.affinity { processors(args)? } else { Vec::new() },
    })
}

/// Divides the processors among the concurrent games.
fn processors(args: &Args) -> anyhow::Result<Vec<Processors>> {
    let all = Processors::available().context("--affinity")?;
    let games = args.concurrency.get();
    all.split(games).with_context(|| {
        let available = all.numbers().len();
        format!("--affinity: {games} games at a time need as many processors, and {available} can be used")
    })
}

/// Opens the tablebases if folders are given. Returns an error if the folders contain no tables, in
/// which case no game would be adjudicated.
fn tablebases(args: &Args, out: &mut Output) -> anyhow::Result<Option<Arc<Tablebase>>> {
    if args.tables.is_empty() {
        return Ok(None);
    }
    let tables = table_folders::open(&args.tables, TablebaseOptions::default(), out)?;
    if tables.tables().next().is_none() {
        let folders: Vec<String> =
            args.tables.iter().map(|folder| folder.display().to_string()).collect();
        bail!("--tables: there are no tables in {}", folders.join(", "));
    }
    Ok(Some(Arc::new(tables)))
}

fn header(args: &Args, tournament: &Tournament) -> Header {
    Header {
        version: journal::VERSION,
        players: tournament
            .players
            .iter()
            .map(|player| (player.engine.clone(), player.limits))
            .collect(),
        gauntlet: args.gauntlet,
        swiss: args.swiss.map(NonZeroUsize::get),
        knockout: args.knockout,
        ponder: args.thinking.ponder,
        openings: args.openings.record(args.chess960),
        chess960: args.chess960,
    }
}

fn keep(
    record: &GameRecord,
    journal: &mut Journal,
    games: &mut Games<'_>,
    format: Format,
    out: &mut Output,
) -> anyhow::Result<()> {
    journal.add(record)?;
    games.add(record)?;
    if format.json {
        out.json(record)?;
        out.flush()?;
    }
    Ok(())
}
