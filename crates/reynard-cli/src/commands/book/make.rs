//! `reynard book make`: builds a book from games.

use std::fs::{self, File};
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use reynard::Color;
use reynard_book::{BookWeights, BuildRule, BuildSummary, Collector};
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::progress::percent_bar;
use reynard_console::source;
use reynard_console::threads::{threads, threads_or_cores};
use reynard_games::{BookGameCounts, BookGames, BookSelection};
use reynard_pgn::{
    Diagnostic, DiagnosticLog, Input, Logged, ReadError, ReaderOptions, read_parallel,
};
use serde::Serialize;

use super::result::Result as Target;
use crate::side::Side;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book make games.pgn -o book.bin
  reynard book make *.pgn.zst --max-ply 30 --min-games 5 --min-elo 2400 -o book.bin
  reynard book make - --side white -o white.bin < games.pgn

Of games with errors the moves before the first error count, and a note has their number. A game without \
a known result counts as a draw. The book does not depend on --memory and --threads.")]
pub(super) struct Args {
    /// Files of games in PGN, plain or compressed, folders of such files, or `-` for standard
    /// input
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    choice: BookChoice,
    /// Minimum Elo rating of both players [default: any]
    #[arg(long, value_name = "RATING", default_value_t = 0, hide_default_value = true)]
    min_elo: u32,
    /// Number of threads that read and sort [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// End with exit code 1 if a game has an error; otherwise errors are reported, and the code is
    /// 0
    #[arg(long)]
    fail_on_error: bool,
    #[command(flatten)]
    format: Format,
}

/// The moves of a book and their weights.
#[derive(Clone, Debug, PartialEq, clap::Args)]
pub(crate) struct BookChoice {
    /// Minimum number of games with a move [default: 3]
    #[arg(long, value_name = "N", default_value_t = 3, hide_default_value = true)]
    min_games: u32,
    /// Minimum score of a move in percent of the points [default: 0]
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, hide_default_value = true)]
    #[arg(value_parser = percent)]
    min_score: f64,
    /// Number of plies (moves of either side) of a game that count [default: 1024]
    #[arg(long, value_name = "N", default_value_t = 1024, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=16_384))]
    max_ply: u16,
    /// Only the moves of this side
    #[arg(long, value_name = "COLOR")]
    side: Option<Side>,
    /// Give all moves the weight 1
    #[arg(long)]
    uniform: bool,
    /// Memory for moves in MiB; more go to temporary files [default: 128]
    #[arg(long, value_name = "MIB", default_value_t = 128, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

impl Default for BookChoice {
    /// Returns the default options.
    fn default() -> Self {
        let (min_games, min_score, max_ply, memory) = (3, 0.0, 1024, 128);
        Self { min_games, min_score, max_ply, side: None, uniform: false, memory }
    }
}

impl BookChoice {
    /// Returns the rule that selects the moves of the book.
    pub(crate) fn rule(&self) -> BuildRule {
        BuildRule {
            min_games: self.min_games,
            min_score: self.min_score,
            weights: if self.uniform { BookWeights::Uniform } else { BookWeights::Results },
        }
    }

    /// Returns the memory available for moves, in bytes.
    pub(crate) fn memory(&self) -> usize {
        usize::try_from(u64::from(self.memory) << 20).unwrap_or(usize::MAX)
    }

    /// Returns the rule that selects the games and moves to count.
    pub(crate) fn selection(&self, min_elo: u32) -> BookSelection {
        BookSelection { max_ply: self.max_ply, side: self.side.map(Color::from), min_elo }
    }
}

/// The summary.
#[derive(Serialize)]
struct Summary {
    games: u64,
    unrated: u64,
    damaged: u64,
    moves: u64,
    positions: u64,
    entries: u64,
    seconds: f64,
}

fn percent(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or("a number from 0 to 100 is needed")
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let start = Instant::now();
    let (memory, rule) = (args.choice.memory(), args.choice.rule());
    let threads = threads_or_cores(args.threads);
    let files = source::expand(args.games.iter().map(PathBuf::as_path))?;
    let size = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
    let bar = percent_bar(files.iter().map(size).sum(), "", out.paint_notes());
    args.target.refuse_inputs(&files)?;
    // Checked before the games are read, which takes a long time.
    let mut file = args.target.create()?;
    let collector = Collector::new(memory).with_threads(threads);
    let mut read = GamesRead { collector, counts: BookGameCounts::default(), errors: Vec::new() };
    let mut failures = Vec::new();
    for path in &files {
        let name = || path.display().to_string();
        if let Some(error) = args.read(path, threads, &mut read, &bar).with_context(name)? {
            let failure = format!("{}: {error}", name());
            ensure!(files.len() > 1, failure);
            failures.push(failure);
        }
    }
    let GamesRead { collector, counts, errors } = read;
    bar.finish_and_clear();
    let part = collector.finish().context("temporary files")?;
    let built = reynard_book::build(vec![part], &rule, memory, &mut file)?;
    let kept = args.target.finish(file, built.entries, out)?;
    let BuildSummary { samples, positions, entries, .. } = built;
    for error in errors.iter().map(Diagnostic::to_string).chain(failures.iter().cloned()) {
        let word = out.paint_error("error");
        out.note(format_args!("{word}: {error}"))?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let BookGameCounts { games, unrated, damaged } = counts;
    if args.format.json {
        out.json(&Summary {
            games,
            unrated,
            damaged,
            moves: samples,
            positions,
            entries,
            seconds,
        })?;
    } else {
        let games = counted(games, "game");
        out.note(format_args!("{games}, {unrated} left out, {damaged} with errors"))?;
        let moves = counted(samples, "move");
        let (positions, entries) = (counted(positions, "position"), counted(entries, "entry"));
        out.note(format_args!("{moves}, {positions}, {entries}"))?;
    }
    let note = out.paint_warning("note");
    if games == 0 {
        out.note(format_args!("{note}: no games found, the book is empty"))?;
    } else if entries == 0 {
        let cause = args.cause_of_emptiness(&counts, &built);
        out.note(format_args!("{note}: the book is empty: {cause}"))?;
    }
    // Text that is not part of a game damages none.
    let has_errors = damaged > 0 || !errors.is_empty();
    let is_fine = failures.is_empty() && !(has_errors && args.fail_on_error);
    Ok(kept.and(Status::fine_if(is_fine)))
}

/// The games read so far, from all files.
struct GamesRead {
    collector: Collector,
    counts: BookGameCounts,
    /// The first errors.
    errors: Vec<Diagnostic>,
}

/// Maximum number of errors reported individually. The remaining errors are counted.
const MAX_ERRORS: usize = 10;

impl GamesRead {
    /// Adds the games in a chunk. They are numbered after the games in earlier chunks and files.
    fn add(&mut self, games: BookGames, errors: Vec<Diagnostic>, before: u64) -> io::Result<()> {
        // Games beyond the first four billion are treated as a single one.
        let number = u32::try_from(before).unwrap_or(u32::MAX);
        self.counts.add(games.counts());
        self.errors.extend(errors.into_iter().take(MAX_ERRORS - self.errors.len()));
        self.collector.append(games.into_collector()?, number)
    }
}

impl Args {
    /// Returns the reason why the book does not contain any moves.
    fn cause_of_emptiness(&self, counts: &BookGameCounts, built: &BuildSummary) -> String {
        let BookChoice { min_games, min_score, max_ply, side, .. } = self.choice;
        let games = counts.games - counts.unrated;
        if games == 0 {
            let least = self.min_elo;
            return format!("no game has two players rated {least} or more (--min-elo)");
        }
        if built.samples == 0 {
            return match side {
                _ if max_ply == 0 => "no move counts (--max-ply)".to_owned(),
                Some(_) => "the games have no moves of this side (--side)".to_owned(),
                None => "the games have no moves".to_owned(),
            };
        }
        let mut wanted = Vec::new();
        if min_games > 1 {
            let least = counted(min_games.into(), "game");
            wanted.push(format!("occurs in {least} (--min-games)"));
        }
        let is_rare = u64::from(min_games) > games || built.samples == built.moves;
        if min_score > 0.0 {
            wanted.push(format!("scores {min_score} % (--min-score)"));
        } else if min_games <= 1 || !is_rare {
            // Moves that only lost have no weight.
            wanted.push("scores a point".to_owned());
        }
        let left_out = match counts.unrated {
            0 => String::new(),
            unrated => format!("; {} left out (--min-elo)", counted(unrated, "game")),
        };
        format!("no move {}{left_out}", wanted.join(" and "))
    }

    /// Reads the games in a file, which follow the games already read. Returns an error if the file
    /// exists but cannot be read to its end.
    fn read(
        &self,
        path: &Path,
        threads: NonZero<usize>,
        read: &mut GamesRead,
        bar: &ProgressBar,
    ) -> anyhow::Result<Option<io::Error>> {
        let selection = self.choice.selection(self.min_elo);
        let source = Some(path.to_string_lossy().into());
        let options = ReaderOptions { source, ..ReaderOptions::default() };
        let input = if path.as_os_str() == "-" {
            Input::ahead(bar.wrap_read(source::stdin()))
        } else {
            File::open(path).and_then(|file| Input::ahead(bar.wrap_read(file)))
        };
        let input = match input {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Ok(Some(error)),
            input => input?,
        };
        let before = read.counts.games;
        let make = || Logged::new(BookGames::new(selection), DiagnosticLog::default());
        let flow = read_parallel(input, &options, threads, make, |games, chunk| {
            let Logged { visitor, mut log } = games;
            log.list.iter_mut().for_each(|error| chunk.place(error));
            match read.add(visitor, log.list, before + chunk.games_before) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        match flow {
            Ok(ControlFlow::Continue(_)) => Ok(None),
            Ok(ControlFlow::Break(error)) => {
                Err(anyhow::Error::new(error).context("temporary files"))
            }
            Err(ReadError::Io(error)) => Ok(Some(error)),
            Err(error) => Err(error.into()),
        }
    }
}
