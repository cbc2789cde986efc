//! `reynard pgn puzzles`: finds positions with only one winning move.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;

use anyhow::bail;
use clap::ValueEnum;
use indicatif::ProgressBar;
use reynard::draw::{Coordinates, SvgBoard, Theme};
use reynard::suggest::closest;
use reynard::{CastlingNotation, UciMove};
use reynard_analysis::{Puzzle, PuzzleFinder, PuzzleRater, PuzzleRating, score_text};
use reynard_base::parallel::Workers;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_engine::{Control, Engine};
use reynard_games::{Query, TextPattern, player_side};
use reynard_pgn::{GameTree, PgnWriter};
use serde_json::json;

use super::input::{Inputs, OnErrors};
use super::near::note_near_players;
use super::target::{Target, To};
use super::trees::each_tree;
use crate::csv::csv_row;
use crate::picture_files::{self, SheetArgs};
use crate::search_options::SearchOptions;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn puzzles --nodes 100000 analyzed.pgn > puzzles.epd
  reynard pgn puzzles --to pgn --where 'player~carlsen' -o puzzles.pgn games.pgn
  reynard pgn puzzles --theme fork --limit 50 lichess.pgn.zst
  reynard pgn puzzles --player rider85 --to csv my-games.pgn
  reynard pgn puzzles --rating 1200-1600 --to pgn lichess.pgn.zst
  reynard pgn puzzles --to sheet --sheet 3x4 -o sheet.pdf games.pgn

In games with evaluations in their comments, as `reynard analyze` and lichess write them, the positions \
after mistakes are searched; in other games all positions are, which takes long. A move is the only \
winning one if it keeps an expected score of 80 % and no other move has more than 60 %. With --threads, \
as many games are searched at a time, each with a table of its own; the puzzles are the same.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "epd")]
    to: Format,
    #[command(flatten)]
    target: To,
    /// Games that are searched, in the filter language
    #[arg(long = "where", value_name = "FILTER", value_parser = Query::parse)]
    filter: Option<Query>,
    /// Number of nodes for each position
    #[arg(long, value_name = "N", default_value = "50000")]
    nodes: NonZeroU64,
    /// Transposition table size in MiB
    #[arg(long, value_name = "MIB", default_value = "64")]
    hash: NonZeroUsize,
    /// Minimum number of moves to find
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_length: usize,
    /// Puzzles of a theme or motif only, by our name or that of lichess, such as `mate`, `mateIn2`
    /// or `fork`; can be repeated for puzzles that have all of them
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Vec<String>,
    /// Puzzles in which this player was to move and did not play the solution, by words of the name
    #[arg(long, value_name = "NAME")]
    player: Option<TextPattern>,
    /// Puzzles of an estimated difficulty on the scale of lichess: `1200-1600`, `1200-` or `-1600`
    #[arg(long, value_name = "RATINGS", value_parser = ratings, allow_hyphen_values = true)]
    rating: Option<RangeInclusive<u32>>,
    /// Stop after this number of puzzles
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroU64>,
    #[command(flatten, next_help_heading = "Options of --to sheet")]
    sheet: SheetArgs,
}

/// Size in MiB of the transposition table for the search that estimates the difficulty.
const RATER_HASH: usize = 1;

/// Parses the name of a theme, which must exist.
fn theme(text: &str) -> Result<String, String> {
    if let Some(name) = Puzzle::theme_named(text) {
        return Ok(name);
    }
    let near = closest(&text.to_lowercase(), Puzzle::theme_names());
    let hint = near.first().map_or_else(
        || format!("the themes are {}", Puzzle::theme_names().collect::<Vec<_>>().join(", ")),
        |name| format!("did you mean `{name}`?"),
    );
    Err(format!("no such theme: {hint}"))
}

/// Parses a rating range, which may be open at one end.
fn ratings(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || "not a range of ratings, like 1200-1600, 1200- or -1600".to_owned();
    let (first, last) = text.split_once('-').ok_or_else(wrong)?;
    let end = |text: &str, open| if text.is_empty() { Ok(open) } else { text.parse() };
    let range = end(first, 0).map_err(|_| wrong())?..=end(last, u32::MAX).map_err(|_| wrong())?;
    match (text, range.is_empty()) {
        ("-", _) => Err(wrong()),
        (_, true) => Err(format!("empty range: {first} is above {last}")),
        (_, false) => Ok(range),
    }
}

/// A worker that finds puzzles. If the difficulty of puzzles is shown or used to select them, it
/// also estimates the difficulty.
struct Worker {
    finder: PuzzleFinder,
    rater: Option<PuzzleRater>,
}

/// A puzzle with its estimated difficulty.
struct Found {
    puzzle: Puzzle,
    rating: Option<PuzzleRating>,
}

impl Worker {
    /// Returns the puzzles in a game. Returns `None` if `control` stopped the search.
    fn find(&mut self, args: &Args, tree: &GameTree, control: &Control) -> Option<Vec<Found>> {
        let mut found = Vec::new();
        for puzzle in self.finder.find(tree, control)? {
            if !args.selects(&puzzle, tree) {
                continue;
            }
            let rating = match &mut self.rater {
                Some(rater) => Some(rater.rate(&puzzle.position, &puzzle.line, control)?),
                None => None,
            };
            let is_in = |range: &RangeInclusive<u32>| {
                rating.is_some_and(|rating| range.contains(&rating.value()))
            };
            if args.rating.as_ref().is_none_or(is_in) {
                found.push(Found { puzzle, rating });
            }
        }
        Some(found)
    }
}

/// The format of the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A record for each puzzle, with bm, pv, id and theme
    Epd,
    /// A game for each puzzle, with FEN, solution and the tags Theme, Motifs, Length and Rating
    Pgn,
    /// An object for each puzzle
    Jsonl,
    /// A row for each puzzle
    Csv,
    /// Sheets in PDF, with the solutions at the end, in builds with pictures
    Sheet,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let options = SearchOptions {
        depth: None,
        time: None,
        nodes: Some(args.nodes),
        threads: None,
        hash: args.hash,
    };
    let threads = args.inputs.threads.unwrap_or(NonZeroUsize::MIN);
    let workers = Workers::try_new(threads, || -> anyhow::Result<Worker> {
        let finder = PuzzleFinder::new(options.engine(1, 2)?, args.nodes.get());
        let rater = if args.shows_rating() {
            Some(PuzzleRater::new(Engine::new(RATER_HASH)?))
        } else {
            None
        };
        Ok(Worker { finder, rater })
    })?;
    let interrupt = Interrupt::install()?;
    let query = args.filter.clone().unwrap_or_default();
    let mut found = 0;
    let mut text = Vec::new();
    if args.to == Format::Csv {
        writeln!(text, "fen,moves,theme,motifs,length,score,white,black,game,ply,rating")?;
    }
    let mut sheet = match args.to {
        Format::Sheet => Some(args.sheet.sheet()?),
        _ => None,
    };
    let take = |puzzles: Option<Vec<Found>>,
                tree: &GameTree,
                number,
                bar: &ProgressBar,
                _: &mut Output| {
        let Some(puzzles) = puzzles else { return Ok(false) };
        for puzzle in &puzzles {
            if args.limit.is_none_or(|limit| found < limit.get()) {
                found += 1;
                match &mut sheet {
                    Some(sheet) => add_to_sheet(&puzzle.puzzle, tree, sheet),
                    None => args.write(puzzle, tree, number, &mut text)?,
                }
            }
        }
        bar.set_message(format!("  {}", counted(found, "puzzle")));
        Ok(args.limit.is_none_or(|limit| found < limit.get()))
    };
    // Checked before the search, which takes a long time.
    let files = &args.inputs.files;
    let mut target = match args.to {
        Format::Sheet => args.target.open_binary(files, out, "PDF")?,
        _ => args.target.open(files, out)?,
    };
    let sums = interrupt.during(|control| {
        let find = |worker: &mut Worker, tree: &GameTree| worker.find(args, tree, control);
        each_tree(&args.inputs, &query, workers, target.out(), find, take)
    })?;
    if let Some(sheet) = sheet {
        text = picture_files::pdf(sheet, target.out())?;
    }
    target.write_all(&text)?;
    let (puzzles, games) = (counted(found, "puzzle"), counted(sums.games, "game"));
    target.out().note(format_args!("{puzzles} in {games}"))?;
    if found == 0
        && let Some(player) = &args.player
    {
        note_near_players(&args.inputs, player.as_str(), target.out())?;
    }
    let status = args.errors.status(&sums, target.out())?;
    if interrupt.is_stopped() {
        let what = match target {
            Target::Stdout(_) => "the puzzles so far are written",
            Target::File(..) => "the output file stays as it was",
        };
        if let Target::Stdout(_) = target {
            target.finish()?;
        }
        bail!(Interrupted(format!("interrupted: {what}")));
    }
    target.finish()?;
    Ok(status)
}

/// Adds a diagram of a puzzle.
fn add_to_sheet(puzzle: &Puzzle, tree: &GameTree, sheet: &mut picture_files::Sheet) {
    let tag = |name: &str| tree.tags().text(name).unwrap_or_default().into_owned();
    let year: String = tag("Date").chars().take(4).filter(char::is_ascii_digit).collect();
    let players = format!("{} \u{2013} {}", tag("White"), tag("Black"));
    let caption = if year.is_empty() { players } else { format!("{players}, {year}") };
    let pos = &puzzle.position;
    let board = SvgBoard::of_position(pos).theme(Theme::PAPER).coordinates(Coordinates::Outside);
    let solution = puzzle.solution().join(" ");
    picture_files::add(sheet, board, caption, pos.turn(), solution);
}

impl Args {
    /// Returns `true` if a puzzle is to be written: it has the requested length and themes, and the
    /// requested player missed its solution.
    fn selects(&self, puzzle: &Puzzle, tree: &GameTree) -> bool {
        let is_missed = |name: &TextPattern| {
            let played = tree.moves().nth(puzzle.ply);
            player_side(tree, name) == Some(puzzle.position.turn())
                && played.as_ref() != puzzle.line.first()
        };
        puzzle.length() >= self.min_length
            && self.theme.iter().all(|theme| puzzle.is_about(theme))
            && self.player.as_ref().is_none_or(is_missed)
    }

    /// Returns `true` if the difficulty of puzzles is written or is used to select puzzles.
    fn shows_rating(&self) -> bool {
        self.rating.is_some() || matches!(self.to, Format::Pgn | Format::Csv | Format::Jsonl)
    }

    fn write(
        &self,
        Found { puzzle, rating }: &Found,
        tree: &GameTree,
        game: u64,
        text: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        let tag = |name: &str| tree.tags().text(name).unwrap_or_default().into_owned();
        match self.to {
            Format::Epd => {
                let players = [tag("White"), tag("Black")];
                // A study chapter has a name but no players.
                let is_known = players.iter().any(|name| !matches!(name.as_str(), "" | "?"));
                let players = if is_known { players.join(" - ") } else { tag("Event") };
                let place = format!(", game {game}, ply {}", puzzle.ply);
                writeln!(text, "{}", puzzle.to_epd(&players, &place))?;
            }
            Format::Pgn => {
                let mut tree = puzzle.to_tree(tree);
                if let Some(rating) = rating {
                    tree.set_tag("Rating", rating.to_string())?;
                }
                PgnWriter::new(text).write(&tree)?;
            }
            Format::Csv => {
                let motifs: Vec<String> = puzzle.motifs.iter().map(ToString::to_string).collect();
                let castling = CastlingNotation::for_position(&puzzle.position);
                let moves = puzzle.line.iter().map(|&mv| UciMove::new(mv, castling).to_string());
                let fields = [
                    puzzle.position.to_string(),
                    moves.collect::<Vec<_>>().join(" "),
                    puzzle.theme.to_string(),
                    motifs.join("; "),
                    puzzle.length().to_string(),
                    score_text(puzzle.score),
                    tag("White"),
                    tag("Black"),
                    game.to_string(),
                    puzzle.ply.to_string(),
                    rating.map_or_else(String::new, |rating| rating.to_string()),
                ];
                writeln!(text, "{}", csv_row(fields))?;
            }
            Format::Sheet => {}
            Format::Jsonl => {
                let motifs: Vec<String> = puzzle.motifs.iter().map(ToString::to_string).collect();
                let object = json!({
                    "fen": puzzle.position.fen(), "solution": puzzle.solution(),
                    "theme": puzzle.theme.to_string(), "motifs": motifs, "length": puzzle.length(),
                    "score": score_text(puzzle.score), "game": game, "ply": puzzle.ply,
                    "white": tag("White"), "black": tag("Black"), "rating": rating.map(PuzzleRating::value),
                });
                writeln!(text, "{object}")?;
            }
        }
        Ok(())
    }
}
