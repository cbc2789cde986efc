//! `reynard match`: plays games between engines.

mod journal;
mod progress;
mod sprt;

use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context, bail};
use reynard::CastlingNotation;
use reynard_arena::{
    GameRecord, MatchEvent, MatchFormat, MatchPlayer, MatchReport, MatchSettings, Schedule,
    Tournament, write_pgn,
};

use reynard_pgn::PgnDate;
use reynard_syzygy::Tablebase;

use crate::adjudication_args::{Draw, Resign};
use crate::fen_input::Format;
use crate::interrupt::Interrupt;
use crate::opening_args::{OpeningArgs, shortage};
use crate::output::{Output, Status};
use crate::player_args::players;

use journal::{Header, Journal};
use progress::Progress;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard match stockfish,nodes=1000 glaurung,tc=5+0.05 --openings book.epd.zst --rounds 50
  reynard match self,name=new old-reynard --each tc=1+0.01 --sprt 0:10 --rounds 5000
  reynard match a b c --each nodes=5000 --journal games.jsonl --pgn games.pgn
  reynard match self,nodes=2000 self,nodes=1000 --openings none --rounds 1

An engine is a program with its settings, separated by commas: name=, proto= (uci or xboard), tc=, \
movetime= (ms), nodes=, depth=, arg=, dir=, option.NAME=. `self` is this program. Every two games have the \
same opening with reversed colors. With --journal, an interrupted match resumes.")]
pub(crate) struct Args {
    /// Engines: `PROGRAM[,KEY=VALUE]..`
    #[arg(value_name = "ENGINE", required = true, num_args = 2..)]
    engines: Vec<String>,
    /// Default settings of all engines: `KEY=VALUE[,KEY=VALUE]..`
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    each: String,
    /// Number of game pairs for each pairing
    #[arg(long, value_name = "N", default_value_t = 50)]
    rounds: usize,
    /// Gauntlet: the first N engines play all others, but not each other
    #[arg(long, value_name = "N")]
    gauntlet: Option<usize>,
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
    /// Agree on a draw when, FROM moves after the opening, both engines have scored within SCORE centipawns
    /// for MOVES moves
    #[arg(long, value_name = "FROM:MOVES:SCORE")]
    draw: Option<Draw>,
    /// Maximum number of moves after the opening; the game is drawn then
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,
    /// Adjudicate by the Syzygy tablebases in these folders
    #[arg(long = "tables", value_name = "DIR")]
    tables: Vec<PathBuf>,
    /// Tolerated overstepping of the clock in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10)]
    time_margin: u64,
    #[command(flatten)]
    test: sprt::Test,
    /// Journal of the games, from which an interrupted match resumes
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Append the games to this PGN file; with a journal, rewrite it on resuming
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Print the standings after every N games
    #[arg(long, value_name = "N", default_value_t = 10)]
    every: usize,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let players = players(&args.engines, &args.each)?;
    let names: Vec<String> = players.iter().map(|player| player.engine.name()).collect();
    let tournament = tournament(args, players)?;
    let (rounds, openings) = (tournament.schedule.rounds, &tournament.openings);
    args.test.check(openings, &tournament.players)?;
    if let Some(note) = shortage(rounds, openings, &tournament.players) {
        out.remark(note)?;
    }
    let (mut journal, done) = match &args.journal {
        Some(path) => Journal::open(path, &header(args, &tournament))?,
        None => (Journal::none(), Vec::new()),
    };
    let mut games = Games::open(args, &names, &done)?;
    if args.journal.is_some() || args.pgn.is_some() {
        out.go_on_unread();
    }
    let mut standings = MatchReport::new(&names, tournament.schedule, args.test.of_match(&names)?);
    for record in &done {
        standings.count(record);
    }
    let decided = standings.decision().is_some();
    let played: std::collections::HashSet<usize> =
        done.iter().map(|record| record.number).collect();
    let mut progress =
        Progress::new(args.every, tournament.schedule.games(), out.paint_remarks(), &standings);
    let selected = |number: usize| !played.contains(&number) && !decided;
    let interrupt = Interrupt::install()?;
    let report = |event| {
        let noted = match event {
            MatchEvent::Game(record) => {
                standings.count(&record);
                let kept =
                    progress.aside(|| keep(&record, &mut journal, &mut games, args.format, out));
                kept.and_then(|()| progress.show(&standings, out))
            }
            MatchEvent::UnknownOptions { player, names: options } => {
                let text = format!("{} has no option {}", names[player], options.join(", "));
                progress.aside(|| out.remark(text)).map_err(Into::into)
            }
            _ => Ok(()),
        };
        match noted {
            Ok(()) if standings.decision().is_none() => ControlFlow::Continue(()),
            end => ControlFlow::Break(end),
        }
    };
    let end =
        interrupt.during(|control| tournament.run(&selected, &|| control.is_stopped(), report));
    progress.end();
    end?.break_value().transpose()?;
    if args.format.json {
        out.json(&standings.summary())?;
    } else {
        write!(out, "{}", standings.summary())?;
    }
    let games = tournament.schedule.games();
    if interrupt.is_stopped() && standings.games() < games && standings.decision().is_none() {
        out.flush()?;
        bail!("interrupted: {} of {games} games are played", standings.games());
    }
    Ok(Status::Fine)
}

fn tournament(args: &Args, players: Vec<MatchPlayer>) -> anyhow::Result<Tournament> {
    let format = match args.gauntlet {
        Some(seeds) if seeds == 0 || seeds >= players.len() => {
            bail!("--gauntlet must leave an opponent: at most {}", players.len() - 1)
        }
        Some(seeds) => MatchFormat::Gauntlet { seeds },
        None => MatchFormat::RoundRobin,
    };
    let castling =
        if args.chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard };
    let mut settings = MatchSettings { castling, ..MatchSettings::default() };
    settings.time_margin = std::time::Duration::from_millis(args.time_margin);
    settings.adjudication.resign = args.resign.map(|rule| rule.0);
    settings.adjudication.draw = args.draw.map(|rule| rule.0);
    settings.adjudication.max_moves = args.max_moves;
    Ok(Tournament {
        schedule: Schedule { players: players.len(), format, rounds: args.rounds },
        players,
        openings: args.openings.read(castling)?,
        settings,
        tablebases: tablebases(args)?,
        concurrency: args.concurrency.get(),
    })
}

/// Opens the tablebases, if folders are given.
fn tablebases(args: &Args) -> anyhow::Result<Option<Arc<Tablebase>>> {
    if args.tables.is_empty() {
        return Ok(None);
    }
    let mut tables = Tablebase::new();
    for folder in args.tables.iter().flat_map(std::env::split_paths) {
        tables.add_directory(&folder).with_context(|| folder.display().to_string())?;
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

/// PGN file of the games, if one is given.
struct Games<'a> {
    file: Option<std::fs::File>,
    names: &'a [String],
    date: String,
}

impl<'a> Games<'a> {
    fn open(args: &Args, names: &'a [String], done: &[GameRecord]) -> anyhow::Result<Self> {
        let mut games =
            Self { file: None, names, date: PgnDate::from(SystemTime::now()).to_string() };
        let Some(path) = &args.pgn else { return Ok(games) };
        let anew = args.journal.is_some();
        let file = OpenOptions::new()
            .create(true)
            .write(true)
            .append(!anew)
            .truncate(anew)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        games.file = Some(file);
        for record in done {
            games.add(record)?;
        }
        Ok(games)
    }

    fn add(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut text = Vec::new();
        let players = [self.names[record.white].as_str(), self.names[record.black].as_str()];
        write_pgn(&mut text, record, "reynard match", &self.date, players)?;
        file.write_all(&text).context("cannot write the games")
    }
}
