//! `reynard db games` and `db search`: lists of games of a database.

use std::io::Write;
use std::path::PathBuf;

use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_db::{Database, GameOrder, HeadAnswer, StoredGame};
use reynard_games::{Query, QueryTerm};

use super::base::{Missed, Question, explained, note_limit, note_none, open, query_in};
use super::notes::marked;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db games games.rdb 'elo>=2700' white~carlsen result=1-0
  reynard db games games.rdb --moves 'e4 c5' --order elo --limit 10
  reynard db games games.rdb eco=B90 --pgn > najdorf.pgn")]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// List the games with a mark only
    #[arg(long, value_name = "NAME")]
    mark: Option<String>,
    #[command(flatten)]
    list: List,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db search games.rdb --material KRPvKR
  reynard db search games.rdb --position '*/*/*/*/*/*/*/*k w' 'year>=2000'

The pattern and the pieces are those of `reynard pgn filter`. The moves of every game that the filter \
accepts are played.")]
pub(super) struct SearchArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Conditions of the filter language
    #[arg(value_name = "FILTER")]
    filter: Vec<String>,
    /// Pattern on the board at some time: the first field of a FEN with ?, !, A, a and *
    #[arg(long, value_name = "PATTERN", value_parser = |text: &str| QueryTerm::new("position", text))]
    position: Option<QueryTerm>,
    /// Material on the board at some time, with either color: `KRPvKR`
    #[arg(long, value_name = "PIECES", value_parser = |text: &str| QueryTerm::new("material", text))]
    material: Option<QueryTerm>,
    #[command(flatten)]
    list: List,
}

/// The games to print, and how.
#[derive(Clone, Debug, clap::Args)]
struct List {
    /// Order of the games
    #[arg(long, value_name = "ORDER", default_value = "id", value_parser = choice(&ORDERS))]
    order: GameOrder,
    /// Reverse the order
    #[arg(long)]
    reverse: bool,
    /// Most games to print
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Games to leave out at the beginning
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: usize,
    /// Print the games in PGN
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
    #[command(flatten)]
    format: Format,
}

/// The order of games.
const ORDERS: [Choice<GameOrder>; 11] = [
    ("id", GameOrder::Id, "By their numbers"),
    ("elo", GameOrder::Elo, "The highest average rating first"),
    ("date", GameOrder::Date, "The latest first"),
    ("white", GameOrder::White, "By White's name"),
    ("black", GameOrder::Black, "By Black's name"),
    ("event", GameOrder::Event, "By the event"),
    ("site", GameOrder::Site, "By the site"),
    ("round", GameOrder::Round, "By the round"),
    ("eco", GameOrder::Eco, "By the code of the opening"),
    ("result", GameOrder::Result, "Unknown results, then wins of White, draws, wins of Black"),
    ("plies", GameOrder::Plies, "The shortest first"),
];

/// The width of a line that goes to no terminal.
const WIDTH: usize = 120;

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let pos = args.question.position()?;
    let base = args.question.open()?;
    let query = args.question.query(&base)?;
    let order = args.list.order;
    let mut games = explained(base.path(), base.find(pos.as_ref(), &query, order))?;
    if pos.is_some() {
        note_limit(&base, out)?;
    }
    if games.is_empty() {
        return Ok(Missed::of(pos.as_ref(), &query).note(&base, out)?);
    }
    if let Some(name) = &args.mark {
        let marked = marked(&base, name)?;
        games.retain(|game| marked.binary_search(&game.id()).is_ok());
        if games.is_empty() {
            let reason = format!("no game with the mark `{name}` is among those found");
            return Ok(note_none(&base, &reason, out)?);
        }
    }
    args.list.print(&base, &games, out)
}

pub(super) fn search(args: &SearchArgs, out: &mut Output) -> anyhow::Result<Status> {
    let terms = [&args.position, &args.material].into_iter().flatten().cloned();
    let base = open(&args.file)?;
    let filter = query_in(&args.filter, &base)?;
    let terms = std::iter::once(QueryTerm::from(filter)).chain(terms);
    let query = Query::all(terms)?;
    let games = explained(&args.file, base.find(None, &query, args.list.order))?;
    if games.is_empty() {
        return Ok(Missed::of(None, &query).note(&base, out)?);
    }
    args.list.print(&base, &games, out)
}

impl List {
    fn print(
        &self,
        base: &Database,
        games: &[StoredGame<'_>],
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let width = out.width().unwrap_or(WIDTH);
        let count = games.len();
        let place = |index: usize| if self.reverse { count - 1 - index } else { index };
        let shown = (self.offset..count).take(self.limit.unwrap_or(usize::MAX));
        for game in shown.map(|index| &games[place(index)]) {
            if self.pgn {
                out.write_all(&explained(base.path(), game.pgn())?)?;
                continue;
            }
            let head = explained(base.path(), game.head())?;
            if self.format.json {
                out.json(&HeadAnswer::from(&head))?;
            } else {
                writeln!(out, "{}", head.line(width))?;
            }
        }
        Ok(Status::Fine)
    }
}
