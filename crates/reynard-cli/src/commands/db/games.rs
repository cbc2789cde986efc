//! `reynard db games` and `db search`: list the games of a database.

use std::path::PathBuf;

use reynard_console::output::{Output, Status};
use reynard_games::{InvalidCondition, Query, QueryTerm};

use super::base::{Missed, Question, address, explained, note_limit, note_none, open, query_in};
use super::game_list::List;
use super::notes::marked;
use super::remote_list::{RemoteList, remote_filter};
use crate::remote::{RemoteArgs, RemoteBase};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db games games.rdb 'elo>=2700' white~carlsen result=1-0
  reynard db games games.rdb --moves 'e4 c5' --order elo --limit 10
  reynard db games games.rdb eco=B90 --pgn > najdorf.pgn
  reynard db games 'http://chess.lan:8765/games.rdb' white~carlsen

The address of a server, `reynard serve --db`, stands in place of a file.")]
pub(super) struct Args {
    #[command(flatten)]
    question: Question,
    /// List the games with a mark only
    #[arg(long, value_name = "NAME")]
    mark: Option<String>,
    #[command(flatten)]
    remote: RemoteArgs,
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
    #[arg(long, value_name = "PATTERN", value_parser = |text: &str| SearchTerm::new("position", text))]
    position: Option<SearchTerm>,
    /// Material on the board at some time, with either color: `KRPvKR`
    #[arg(long, value_name = "PIECES", value_parser = |text: &str| SearchTerm::new("material", text))]
    material: Option<SearchTerm>,
    #[command(flatten)]
    remote: RemoteArgs,
    #[command(flatten)]
    list: List,
}

/// A condition given as an option, with its text in the filter language.
#[derive(Clone, Debug)]
struct SearchTerm {
    term: QueryTerm,
    text: String,
}

impl SearchTerm {
    fn new(name: &str, value: &str) -> Result<Self, InvalidCondition> {
        let term = QueryTerm::new(name, value)?;
        Ok(Self { term, text: format!("{name}=\"{value}\"") })
    }
}

impl SearchArgs {
    /// Returns the text of a filter, to which the conditions given as options have been added.
    fn with_terms(&self, filter: &str) -> String {
        let filter = Some(filter).filter(|filter| !filter.is_empty());
        let filter = filter.map(|filter| format!("({filter})"));
        let terms = [&self.position, &self.material].into_iter().flatten();
        filter.into_iter().chain(terms.map(|it| it.text.clone())).collect::<Vec<_>>().join(" ")
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let pos = args.question.position(out)?;
    if let Some(address) = args.question.remote()? {
        let base = RemoteBase::open(&address, args.remote.token_file.as_deref(), out)?;
        let (filter, query) = remote_filter(&base, args.question.filter_words()?, out)?;
        let (pos, mark) = (pos.as_ref(), args.mark.as_deref());
        let question = RemoteList { pos, filter: &filter, query: &query, mark };
        return question.print(&base, &args.list, out);
    }
    let base = args.question.open()?;
    let query = args.question.query(&base)?;
    let page = args.list.page();
    // Known only if all games were examined.
    let mut total = None;
    let found = match &args.mark {
        None => explained(base.path(), base.find_page(pos.as_ref(), &query, &page))?,
        Some(name) => {
            let mut games = explained(base.path(), base.find(pos.as_ref(), &query, page.order))?;
            let marked = marked(&base, name)?;
            let is_any = !games.is_empty();
            games.retain(|game| marked.binary_search(&game.id()).is_ok());
            if is_any && games.is_empty() {
                if pos.is_some() {
                    note_limit(&base, out)?;
                }
                let reason = format!("no game with the mark `{name}` is among those found");
                return Ok(note_none(&base, &reason, out)?);
            }
            total = Some(games.len());
            is_any.then(|| page.of(games))
        }
    };
    if pos.is_some() {
        note_limit(&base, out)?;
    }
    match found {
        Some(games) if args.list.is_beyond(games.len()) => {
            let count = || base.find(pos.as_ref(), &query, page.order).map(|games| games.len());
            let total = total.map_or_else(|| explained(base.path(), count()), Ok)?;
            Ok(args.list.note_beyond(&base.path().display(), total, out)?)
        }
        Some(games) => args.list.print(&base, &games, out),
        None => Missed::of(pos.as_ref(), &query).note_with_names(&base, &query, out),
    }
}

pub(super) fn search(args: &SearchArgs, out: &mut Output) -> anyhow::Result<Status> {
    let terms = [&args.position, &args.material].into_iter().flatten();
    let terms = terms.map(|it| it.term.clone());
    if let Some(address) = address(&args.file)? {
        let base = RemoteBase::open(&address, args.remote.token_file.as_deref(), out)?;
        let (filter, query) = remote_filter(&base, &args.filter, out)?;
        let terms = std::iter::once(QueryTerm::from(query)).chain(terms);
        let query = Query::all(terms)?;
        let filter = args.with_terms(&filter);
        let question = RemoteList { pos: None, filter: &filter, query: &query, mark: None };
        return question.print(&base, &args.list, out);
    }
    let base = open(&args.file)?;
    let filter = query_in(&args.filter, &base)?;
    let terms = std::iter::once(QueryTerm::from(filter)).chain(terms);
    let query = Query::all(terms)?;
    match explained(&args.file, base.find_page(None, &query, &args.list.page()))? {
        Some(games) if args.list.is_beyond(games.len()) => {
            let found = explained(&args.file, base.find(None, &query, args.list.order))?;
            Ok(args.list.note_beyond(&args.file.display(), found.len(), out)?)
        }
        Some(games) => args.list.print(&base, &games, out),
        None => Missed::of(None, &query).note_with_names(&base, &query, out),
    }
}
