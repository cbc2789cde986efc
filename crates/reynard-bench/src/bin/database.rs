//! Times the game database, and Scid 4.7 if it is installed.
//!
//! ```text
//! database [--rounds N] [--memory MIB] [--threads N] [--folder FOLDER] [--scid PROGRAM] GAMES.pgn[.zst]
//! ```
//!
//! Everything runs on one thread unless `--threads` is given. For queries, the fastest round
//! counts. Queries and ratios are measured in processor time if the system reports it, because it
//! is less affected by other programs. Scid runs as a process (`tkscid`) and imports only plain
//! PGN. The limits are those set by the project.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]
#![expect(clippy::cast_precision_loss, reason = "times have three valid digits")]

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use reynard::Position;
use reynard_bench::generate::{Random, write_game};
use reynard_db::{
    Budget, Database, DatabaseError, DatabaseOptions, ExploreLimits, GameCollector, Transpositions,
};
use reynard_games::{MoveSequence, Query};
use reynard_pgn::{Input, ReaderOptions, read_parallel};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Positions to explore: a name and the moves from the start position.
const POSITIONS: [(&str, &str); 3] = [
    ("start position", ""),
    ("after 4 plies", "e4 c5 Nf3 d6"),
    ("after 10 plies", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
];

/// Duration of a query round, in seconds.
const ROUND: f64 = 0.5;

const FILTERS: [&str; 6] = [
    "elo>=2500 year>=2000",
    "result=1-0",
    "white~carlsen",
    "eco=B20..B99",
    "not player~kasparov plies>=40",
    "event~open or site~town",
];

fn main() -> Outcome<()> {
    let arguments = Arguments::read()?;
    let folder = arguments.folder.join(format!("database-bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let measured = measure(&arguments, &folder);
    fs::remove_dir_all(&folder)?;
    measured
}

struct Arguments {
    rounds: usize,
    budget: Budget,
    folder: PathBuf,
    scid: String,
    games: PathBuf,
}

impl Arguments {
    fn read() -> Outcome<Self> {
        let usage = "database [--rounds N] [--memory MIB] [--threads N] [--folder FOLDER] \
                     [--scid PROGRAM] GAMES.pgn";
        let (mut rounds, mut budget, mut games) = (5, Budget::default(), None);
        let (mut folder, mut scid) = (env::temp_dir(), String::from("tkscid"));
        let mut arguments = env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(usage);
            match argument.as_str() {
                "--rounds" => rounds = value()?.parse()?,
                "--memory" => budget.memory = value()?.parse::<usize>()? << 20,
                "--threads" => budget.threads = value()?.parse()?,
                "--folder" => folder = value()?.into(),
                "--scid" => scid = value()?,
                _ => games = Some(argument.into()),
            }
        }
        Ok(Self { rounds, budget, folder, scid, games: games.ok_or(usage)? })
    }
}

fn measure(arguments: &Arguments, folder: &Path) -> Outcome<()> {
    let path = folder.join("games.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default())?;
    let began = Stopwatch::start();
    let games = import(&mut base, &arguments.games, &arguments.budget)?;
    let import_time = began.time();
    let import_seconds = import_time.work();
    let info = base.info()?;
    let (plies, visits) = (info.plies as f64, info.visits as f64);
    println!("{games} games, {} plies, {} visits of positions", info.plies, info.visits);
    row("import with index", import_time.wall, "s");
    row("  processor time", import_seconds, "s");
    row("  positions a second", visits / import_seconds / 1e6, "million");
    if let Some(mebibytes) = peak_memory() {
        row("  peak memory (bar 700 at 1 million)", mebibytes, "MiB");
    }
    row("bytes a ply (bar 8.5, aim 7.4)", info.bytes() as f64 / plies, "B");
    drop(base);
    let base = Database::open(&path)?;
    let ours = explore_all(&base, arguments.rounds)?;
    rare_position(&base, arguments.rounds)?;
    filters(&base, arguments.rounds)?;
    drop(base);
    merge_halves(arguments, folder, games, import_seconds)?;
    add_thousand(&path, &arguments.budget)?;
    match run_scid(arguments, folder)? {
        None => println!("{} is not installed, or cannot read the file", arguments.scid),
        Some((import, explored)) => {
            row("Scid: import without index, processor time", import, "s");
            row("  Scid to ours (bar 0.6, aim 1)", import / import_seconds, "");
            let bars = [" (bar 20)", "", " (bar 100)"];
            for (index, seconds) in explored.into_iter().enumerate() {
                row(&format!("Scid: {}", POSITIONS[index].0), seconds * 1e3, "ms");
                let name = format!("  Scid to ours{}", bars[index]);
                row(&name, seconds / ours[index], "");
            }
        }
    }
    Ok(())
}

/// Times of a job in seconds.
#[derive(Clone, Copy, Debug)]
struct JobTime {
    wall: f64,
    /// Processor time of all threads, if the system reports it.
    processor: Option<f64>,
}

impl JobTime {
    /// Returns the time that is least affected by other programs and the disk.
    fn work(self) -> f64 {
        self.processor.unwrap_or(self.wall)
    }
}

/// A stopwatch for a job: its start time, and the processor time at that point.
struct Stopwatch(Instant, Option<f64>);

impl Stopwatch {
    fn start() -> Self {
        Self(Instant::now(), processor_seconds())
    }

    fn time(&self) -> JobTime {
        let processor = processor_seconds().zip(self.1).map(|(now, then)| now - then);
        JobTime { wall: self.0.elapsed().as_secs_f64(), processor }
    }
}

/// Returns the processor time of this process so far, if the system reports it.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
    // A tick is a hundredth of a second on Linux.
    Some(fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0)
}

fn row(name: &str, value: f64, unit: &str) {
    println!("{name:44} {value:>12.3} {unit}");
}

fn import(base: &mut Database, games: &Path, budget: &Budget) -> Outcome<u64> {
    let mut adder = base.adder(*budget);
    read_games(games, budget, |chunk| adder.add(chunk))?;
    Ok(adder.finish()?.games)
}

/// Reads games and passes them on in chunks.
fn read_games(
    games: &Path,
    budget: &Budget,
    mut add: impl FnMut(GameCollector) -> Result<(), DatabaseError>,
) -> Outcome<()> {
    let read = read_parallel(
        Input::ahead(File::open(games)?)?,
        &ReaderOptions::default(),
        budget.threads,
        || GameCollector::new(DatabaseOptions::default()),
        |games, _| match add(games) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        },
    )?;
    if let ControlFlow::Break(error) = read {
        return Err(error.into());
    }
    Ok(())
}

/// Merges the databases of the first and second halves of the games.
fn merge_halves(arguments: &Arguments, folder: &Path, games: u64, import: f64) -> Outcome<()> {
    let paths = ["first.rdb", "second.rdb"].map(|name| folder.join(name));
    let [first, second] = [&paths[0], &paths[1]];
    let mut bases = [
        Database::create(first, DatabaseOptions::default())?,
        Database::create(second, DatabaseOptions::default())?,
    ];
    {
        let budget = &arguments.budget;
        let mut adders = bases.each_mut().map(|base| base.adder(*budget));
        let mut count = 0;
        read_games(&arguments.games, budget, |chunk| {
            let half = usize::from(count >= games / 2);
            count += chunk.len() as u64;
            adders[half].add(chunk)
        })?;
        for adder in adders {
            adder.finish()?;
        }
    }
    let out = folder.join("merged.rdb");
    let began = Stopwatch::start();
    Database::merge(&[&bases[0], &bases[1]], &out, &arguments.budget)?;
    let time = began.time();
    row("merge of two halves", time.wall, "s");
    row("  processor time", time.work(), "s");
    row("  to import, positions a second (bar 5)", import / time.work(), "");
    for path in [first, second, &out] {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// Returns the time of the fastest round in seconds, as processor time if the system reports it.
/// Each round takes a while, because the processor-time clock is coarse.
fn fastest(rounds: usize, mut run: impl FnMut() -> Outcome<()>) -> Outcome<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..rounds.max(1) {
        let (began, mut count) = (Stopwatch::start(), 0.0);
        while began.time().wall < ROUND {
            run()?;
            count += 1.0;
        }
        best = best.min(began.time().work() / count);
    }
    Ok(best)
}

fn position(moves: &str) -> Outcome<Position> {
    let mut pos = Position::startpos();
    if !moves.is_empty() {
        for &mv in MoveSequence::from_position(&pos.clone(), moves)?.moves() {
            pos.play_unchecked(mv);
        }
    }
    Ok(pos)
}

fn explore(base: &Database, pos: &Position, query: &Query, limits: &ExploreLimits) -> Outcome<()> {
    base.explore(pos, query, limits)?;
    Ok(())
}

/// Explores the positions, and returns the times of the queries that Scid also supports: those that
/// ask only for sums, without transpositions or best games.
fn explore_all(base: &Database, rounds: usize) -> Outcome<Vec<f64>> {
    let limits = ExploreLimits { top: 0, transpositions: Transpositions::Skipped };
    let mut times = Vec::new();
    for (name, moves) in POSITIONS {
        let pos = position(moves)?;
        let query = Query::default();
        let games = base.count(&pos, &query)?;
        let seconds = fastest(rounds, || explore(base, &pos, &query, &limits))?;
        row(&format!("explore, {name}, {games} games"), seconds * 1e3, "ms");
        let full = ExploreLimits::default();
        let seconds_full = fastest(rounds, || explore(base, &pos, &query, &full))?;
        row("  with transpositions and ten games", seconds_full * 1e3, "ms");
        times.push(seconds);
    }
    Ok(times)
}

/// Times queries for positions after 30 plies, from games throughout the database.
fn rare_position(base: &Database, rounds: usize) -> Outcome<()> {
    let mut positions = Vec::new();
    let games = base.games();
    for index in 0..1_000.min(games) {
        let Ok(game) = base.game(index * (games / 1_000).max(1)) else { continue };
        let mut pos = game.start()?;
        game.moves()?.into_iter().take(30).for_each(|mv| pos.play_unchecked(mv));
        positions.push(pos);
    }
    let query = Query::default();
    let count = |pos: &Position| Ok::<u64, Box<dyn Error>>(base.count(pos, &query)?);
    let run = || positions.iter().try_for_each(|pos| count(pos).map(drop));
    let seconds = fastest(rounds, run)? / positions.len().max(1) as f64;
    row("a rare position, warm (bar 20)", seconds * 1e6, "us");
    Ok(())
}

fn filters(base: &Database, rounds: usize) -> Outcome<()> {
    let start = Position::startpos();
    for text in FILTERS {
        let query = Query::parse(text)?;
        let limits = ExploreLimits { top: 10, transpositions: Transpositions::Skipped };
        let games = base.count(&start, &query)?;
        let seconds = fastest(rounds, || explore(base, &start, &query, &limits))?;
        row(&format!("start under {text}, {games}"), seconds * 1e3, "ms (bar 50)");
    }
    Ok(())
}

fn add_thousand(path: &Path, budget: &Budget) -> Outcome<()> {
    let mut pgn = Vec::new();
    let mut random = Random::new(4_711);
    for number in 0..1_000 {
        write_game(&mut random, number, &mut pgn)?;
    }
    let began = Instant::now();
    let mut base = Database::open_writable(path)?;
    base.add_pgn(&pgn, &Budget { threads: NonZero::<usize>::MIN, ..*budget })?;
    row("open and add 1,000 games (bar 2, aim 0.5)", began.elapsed().as_secs_f64(), "s");
    Ok(())
}

/// A Tcl procedure that returns the processor time of the script so far in microseconds, or the
/// elapsed time if the system does not report processor time.
const TCL_PROCESSOR_TIME: &str = "proc processor_time {} {
  if {[catch {open /proc/self/stat} file]} {return [clock microseconds]}
  set stat [read $file]
  close $file
  regsub {.*\\) } $stat {} stat
  return [expr {([lindex $stat 11] + [lindex $stat 12]) * 10000}]
}";

/// Runs Scid and returns its times in seconds: for the import, and for each position's search with
/// statistics.
fn run_scid(arguments: &Arguments, folder: &Path) -> Outcome<Option<(f64, Vec<f64>)>> {
    let is_plain = arguments.games.extension().is_some_and(|end| end == "pgn");
    if !is_plain {
        return Ok(None);
    }
    let mut script = String::new();
    writeln!(script, "set base [sc_base create {{{}}}]", folder.join("scid").display())?;
    writeln!(script, "{TCL_PROCESSOR_TIME}\nset began [processor_time]")?;
    writeln!(script, "sc_base import $base {{{}}}", arguments.games.canonicalize()?.display())?;
    writeln!(script, "puts \"time [expr {{[processor_time] - $began}}]\"")?;
    for (_, moves) in POSITIONS {
        writeln!(script, "sc_game new")?;
        if !moves.is_empty() {
            writeln!(script, "sc_move addSan {moves}")?;
        }
        writeln!(script, "set best 1e12")?;
        writeln!(script, "for {{set i 0}} {{$i < {}}} {{incr i}} {{", arguments.rounds)?;
        writeln!(script, "  set began [processor_time]\n  set count 0")?;
        writeln!(script, "  set end [expr {{[clock microseconds] + {ROUND} * 1e6}}]")?;
        writeln!(script, "  while {{[clock microseconds] < $end}} {{")?;
        writeln!(script, "    sc_search board RESET Exact false 0")?;
        writeln!(script, "    sc_tree stats $base dbfilter\n    incr count\n  }}")?;
        writeln!(script, "  set taken [expr {{([processor_time] - $began) / double($count)}}]")?;
        writeln!(script, "  if {{$taken < $best}} {{set best $taken}}\n}}")?;
        writeln!(script, "puts \"time $best\"")?;
    }
    writeln!(script, "exit")?;
    let file = folder.join("bench.tcl");
    fs::write(&file, script)?;
    let output = Command::new(&arguments.scid).arg(&file).stdin(Stdio::null()).output();
    let Ok(output) = output else { return Ok(None) };
    let text = String::from_utf8_lossy(&output.stdout);
    let times: Vec<f64> = text
        .lines()
        .filter_map(|line| line.strip_prefix("time ")?.parse::<f64>().ok())
        .map(|microseconds| microseconds / 1e6)
        .collect();
    match times.split_first() {
        Some((&import, explored)) if explored.len() == POSITIONS.len() => {
            Ok(Some((import, explored.to_vec())))
        }
        _ => Err(format!("scid: {text}{}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

/// Returns the peak memory of this process in MiB, if the system reports it.
fn peak_memory() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}
