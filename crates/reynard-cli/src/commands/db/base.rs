//! Opens databases, and evaluates queries with a position and a filter.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use reynard::suggest::closest;
use reynard::{Move, Position, San};
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Diagnostic, Reading, START};
use reynard_console::threads::{threads, threads_or_cores};
use reynard_db::{Budget, Database, DatabaseError};
use reynard_games::{Condition, MoveSequence, Query, QueryTerm, TextPattern};

use crate::commands::pgn::near::note_near_names;
use crate::remote::{BaseAddress, is_address, meant_address};

/// A position and a filter, in the words of the command line.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Question {
    /// The database; others may follow, and answer with it as one
    #[arg(value_name = "DATABASE")]
    pub(super) file: PathBuf,
    /// More databases, FEN of a position, then conditions of the filter language: 'elo>=2500'
    /// white~carlsen year>=2000
    #[arg(value_name = "DATABASE | FEN | FILTER")]
    words: Vec<String>,
    /// Moves from the position on: 'e4 c5 Nf3'
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

/// Memory and threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Work {
    /// Memory in MiB, about; what does not fit is sorted in temporary files
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(16..=1 << 20))]
    memory: u32,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

impl Work {
    pub(super) fn budget(self) -> Budget {
        Self::budget_of(self.memory, self.threads)
    }

    pub(super) fn budget_of(memory: u32, threads: Option<NonZeroUsize>) -> Budget {
        Budget {
            memory: usize::try_from(u64::from(memory) << 20).unwrap_or(usize::MAX),
            threads: threads_or_cores(threads),
            ..Budget::default()
        }
    }
}

impl Question {
    /// Opens the database, joined with the databases given after it.
    pub(super) fn open(&self) -> anyhow::Result<Database> {
        let others = self.words[..self.others()].iter().map(|path| open(Path::new(path)));
        Ok(Database::join(open(&self.file)?, others.collect::<anyhow::Result<_>>()?)
            .with_threads(threads_or_cores(None)))
    }

    /// Returns the address of the database if it is remote.
    pub(super) fn remote(&self) -> anyhow::Result<Option<BaseAddress>> {
        let is_remote = |text: &str| is_address(Path::new(text));
        if self.words.iter().any(|word| is_remote(word)) {
            bail!("a database of another machine answers alone, not joined with others");
        }
        let address = address(&self.file)?;
        if address.is_some() && self.others() > 0 {
            bail!("a database of another machine answers alone, not joined with others");
        }
        Ok(address)
    }

    /// Returns the number of databases given after the first one.
    fn others(&self) -> usize {
        let is_file = |word: &&String| {
            let path = Path::new(word.as_str());
            path.extension().is_some_and(|end| end == "rdb") || path.is_file()
        };
        self.words.iter().take_while(is_file).count()
    }

    /// Returns the position; `None` if neither a FEN nor moves were given. Prints a note about each
    /// fault of the FEN that was accepted.
    pub(super) fn position(&self, out: &mut Output) -> anyhow::Result<Option<Position>> {
        if self.split().0.is_empty() && self.moves.is_none() {
            return Ok(None);
        }
        Ok(Some(moved(self.start(out)?, self.moves.as_deref())?))
    }

    /// Returns the start position and the moves played from it.
    pub(super) fn line(&self, out: &mut Output) -> anyhow::Result<(Position, Vec<Move>)> {
        let start = self.start(out)?;
        let moves = line(&start, self.moves.as_deref())?;
        Ok((start, moves))
    }

    fn start(&self, out: &mut Output) -> anyhow::Result<Position> {
        let (fen, _) = self.split();
        let fen = if fen.is_empty() { START.to_owned() } else { fen.join(" ") };
        let read = self.reading.read(&fen).map_err(|it| refused(&fen, &it))?;
        read.note(out)?;
        Ok(read.position)
    }

    /// Returns the filter, in which `@NAME` refers to a search saved in the database.
    pub(super) fn query(&self, base: &Database) -> anyhow::Result<Query> {
        query_in(self.filter_words()?, base)
    }

    /// Returns the words of the filter.
    ///
    /// # Errors
    ///
    /// A word that is a move.
    pub(super) fn filter_words(&self) -> anyhow::Result<&[String]> {
        let (_, words) = self.split();
        if let Some(mv) = words.iter().find(|word| word.parse::<San>().is_ok()) {
            bail!(
                "`{mv}` is a move and not a condition: moves follow `--moves`, as in --moves '{mv}'"
            );
        }
        Ok(words)
    }

    /// Returns the text of the filter, with saved searches expanded.
    pub(super) fn filter(&self, base: &Database) -> anyhow::Result<String> {
        filter_in(self.filter_words()?, base)
    }

    /// Splits the words into those of the FEN and those of the filter.
    fn split(&self) -> (&[String], &[String]) {
        let words = &self.words[self.others()..];
        let is_fen =
            |word: &String| word == START || word.contains('/') && !word.contains(['=', '~']);
        let Some(first) = words.first().filter(|word| is_fen(word)) else {
            return (&[], words);
        };
        let mut fields = first.split_whitespace().count();
        let mut end = 1;
        let is_field = |word: &String| {
            word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') && word.len() <= 4
        };
        while first != START
            && fields < 6
            && words.get(end).is_some_and(|word| is_field(word) && !is_keyword(word))
        {
            (fields, end) = (fields + 1, end + 1);
        }
        words.split_at(end)
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "not" | "or" | "and")
}

/// Parses moves from a position. Move numbers are optional.
fn line(pos: &Position, moves: Option<&str>) -> anyhow::Result<Vec<Move>> {
    let Some(moves) = moves.filter(|moves| !moves.trim().is_empty()) else { return Ok(Vec::new()) };
    let line = MoveSequence::from_position(pos, moves).context("--moves")?;
    Ok(line.moves().to_vec())
}

/// Returns the position after the given moves.
pub(super) fn moved(mut position: Position, moves: Option<&str>) -> anyhow::Result<Position> {
    for mv in line(&position, moves)? {
        position.play_unchecked(mv);
    }
    Ok(position)
}

/// Joins arguments into a query, in which `@NAME` refers to a search saved in a database.
pub(super) fn query_in(words: &[String], base: &Database) -> anyhow::Result<Query> {
    parsed(&filter_in(words, base)?)
}

/// Parses the filter of a command that changes games. An empty filter, which all games match, is an
/// error.
pub(super) fn condition(text: &str) -> Result<Query, String> {
    let query = Query::parse(text).map_err(|error| error.to_string())?;
    if query.conditions().len() == 0 {
        return Err("the filter is empty: `plies>=0` means all games".to_owned());
    }
    Ok(query)
}

/// Parses the text of a filter.
pub(super) fn parsed(filter: &str) -> anyhow::Result<Query> {
    Query::parse(filter).map_err(|error| anyhow!("filter `{filter}`: {error}"))
}

/// Returns the text of a filter, in which the searches saved in a database have been expanded.
pub(super) fn filter_in(words: &[String], base: &Database) -> anyhow::Result<String> {
    filter_with(words, &base.path().display(), || explained(base.path(), base.searches()))
}

/// Returns the text of a filter with saved searches expanded. The searches are requested only if
/// the filter refers to one.
pub(super) fn filter_with(
    words: &[String],
    base: &dyn Display,
    searches: impl FnOnce() -> anyhow::Result<BTreeMap<String, String>>,
) -> anyhow::Result<String> {
    if !words.iter().any(|word| word.starts_with('@')) {
        return Ok(filter_text(words));
    }
    let searches = searches()?;
    let named = |word: &String| match word.strip_prefix('@') {
        None => Ok(quoted(word)),
        Some(name) => searches.get(name).map(|filter| format!("({filter})")).ok_or_else(|| {
            let near = closest(name, searches.keys().cloned());
            let hint = near.first().map(|near| format!("; did you mean @{near}?"));
            let hint = hint.unwrap_or_default();
            anyhow!("{base} has no saved search `{name}`{hint}")
        }),
    };
    Ok(words.iter().map(named).collect::<anyhow::Result<Vec<_>>>()?.join(" "))
}

/// Joins arguments into a term, in which a win or a color can refer to a player in another term.
pub(super) fn term(words: &[String]) -> anyhow::Result<QueryTerm> {
    let text = filter_text(words);
    text.parse().map_err(|error| anyhow!("filter `{text}`: {error}"))
}

/// Joins arguments into the text of a filter. Since the shell has removed the quotes, values that
/// contain spaces are quoted again.
fn filter_text(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let end = word.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(0);
    let (name, rest) = word.split_at(end);
    let signs = rest.len() - rest.trim_start_matches(['=', '~', '!', '<', '>']).len();
    let (sign, value) = rest.split_at(signs);
    let has_quotes =
        |quote: char| value.len() > 1 && value.starts_with(quote) && value.ends_with(quote);
    let single = !name.is_empty()
        && !sign.is_empty()
        && value.contains(char::is_whitespace)
        && !has_quotes('\'')
        && !value.contains(['=', '~', '<', '>', '"', '(', ')'])
        && is_name(word, value);
    if single { format!("{name}{sign}\"{value}\"") } else { word.to_owned() }
}

/// Returns `true` if the value of an argument with blanks is a name. It is left to the filter
/// language if the argument is a whole filter, if a quote is never closed, or if the value has an
/// `or`, a `not` or a last `and`.
fn is_name(word: &str, value: &str) -> bool {
    let is = |part: &str, keyword: &str| part.eq_ignore_ascii_case(keyword);
    let mut parts = value.split_whitespace();
    !value.starts_with('\'')
        && !parts.clone().next_back().is_some_and(|last| is(last, "and"))
        && !parts.any(|part| is(part, "or") || is(part, "not"))
        && Query::parse(word).is_err()
}

/// Returns the error for an invalid FEN.
fn refused(fen: &str, diagnostics: &[Diagnostic]) -> anyhow::Error {
    let reasons: Vec<&str> = diagnostics.iter().map(|diagnostic| &*diagnostic.message).collect();
    anyhow!("{fen}: {}", reasons.join("; "))
}

/// Returns the address of a database if it is remote.
pub(super) fn address(file: &Path) -> anyhow::Result<Option<BaseAddress>> {
    if !is_address(file) {
        return Ok(None);
    }
    BaseAddress::parse(&file.to_string_lossy()).map(Some)
}

/// Opens a database for a query. The cache is small, because a command rarely reads a block twice,
/// and allocating a large cache would take a quarter of the command's time.
pub(super) fn open(path: &Path) -> anyhow::Result<Database> {
    const CACHE: usize = 1 << 19;

    let base = explained(path, Database::open_within(path, CACHE))?;
    Ok(base.with_threads(threads_or_cores(None)))
}

/// Opens several databases, each of which will be read once from beginning to end. Their block
/// caches get a share of the job's memory.
pub(super) fn open_all(paths: &[PathBuf], budget: &Budget) -> anyhow::Result<Vec<Database>> {
    let cache = (budget.memory / 8 / paths.len().max(1)).max(1 << 20);
    paths.iter().map(|path| explained(path, Database::open_within(path, cache))).collect()
}

/// Prints a note that the positions of later plies are not indexed, if the database limits the
/// indexed plies.
pub(super) fn note_limit(base: &Database, out: &mut Output) -> std::io::Result<()> {
    let Some(plies) = base.indexed_plies() else { return Ok(()) };
    note_plies(&base.path().display(), plies, out)
}

/// Prints a note that positions beyond this number of plies are not indexed.
pub(super) fn note_plies(base: &dyn Display, plies: u16, out: &mut Output) -> std::io::Result<()> {
    let note = out.paint_warning("note");
    out.note(format_args!("{note}: {base} indexes the first {plies} plies of each game"))
}

/// The part of a query that no game matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missed {
    Position,
    Filter,
    PositionAndFilter,
    /// Neither a position nor a filter was given.
    All,
}

impl Missed {
    /// Returns the part of a query that no game matches.
    pub(super) fn of(pos: Option<&Position>, query: &Query) -> Self {
        match (pos, query.is_empty()) {
            (Some(_), true) => Self::Position,
            (Some(_), false) => Self::PositionAndFilter,
            (None, false) => Self::Filter,
            (None, true) => Self::All,
        }
    }

    /// Prints a note that no game was found, and suggests player names if names in the filter may
    /// be mistyped. Returns the status for an empty result.
    pub(super) fn note_with_names(
        self,
        base: &Database,
        query: &Query,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let status = self.note(base, out)?;
        for condition in query.conditions() {
            if let Condition::Player(player) = condition {
                note_near_players(base, &player.name.pattern, out)?;
            }
        }
        Ok(status)
    }

    /// Prints a note that no game was found. Returns the status for an empty result.
    pub(super) fn note(self, base: &Database, out: &mut Output) -> std::io::Result<Status> {
        note_none(base, self.reason(), out)
    }

    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::Position => "no game reaches the position",
            Self::Filter => "no game fulfills the filter",
            Self::PositionAndFilter => "no game that reaches the position fulfills the filter",
            Self::All => "no game is left",
        }
    }
}

/// Suggests similar player names if a name has no games.
pub(super) fn note_near_players(
    base: &Database,
    name: &TextPattern,
    out: &mut Output,
) -> anyhow::Result<()> {
    let near = explained(base.path(), base.near_players(name))?;
    Ok(note_near_names(&near, out)?)
}

/// Prints a note with the reason why nothing was found. Returns the status for an empty result.
pub(super) fn note_none(
    base: &Database,
    reason: &str,
    out: &mut Output,
) -> std::io::Result<Status> {
    note_reason(&base.path().display(), reason, out)
}

/// Prints a note with the reason why nothing was found in a database. Returns the status for an
/// empty result.
pub(super) fn note_reason(
    base: &dyn Display,
    reason: &str,
    out: &mut Output,
) -> std::io::Result<Status> {
    let note = out.paint_warning("note");
    out.note(format_args!("{note}: {base}: {reason}"))?;
    Ok(Status::Diagnostics)
}

/// Opens a database for writing.
pub(super) fn open_writable(path: &Path) -> anyhow::Result<Database> {
    explained(path, Database::open_writable(path))
}

/// Truncates the unused end of a database file after writing, if that takes less than a second.
pub(super) fn trim(base: &mut Database) -> anyhow::Result<()> {
    /// Maximum total size of the blocks, in bytes.
    const MOST: u64 = 1 << 30;
    let path = base.path().to_owned();
    if explained(&path, base.info())?.bytes() < MOST {
        explained(&path, base.trim())?;
    }
    Ok(())
}

/// Adds the name of the file to an error.
pub(super) fn explained<T>(path: &Path, result: Result<T, DatabaseError>) -> anyhow::Result<T> {
    result.map_err(|error| explanation(path, error))
}

/// Converts a database error to an error that contains the file name.
fn explanation(path: &Path, error: DatabaseError) -> anyhow::Error {
    let is_pgn = || {
        let name = path.to_string_lossy();
        [".pgn", ".gz", ".zst", ".bz2"].iter().any(|end| name.ends_with(end))
    };
    match error {
        _ if is_address(path) => match BaseAddress::parse(&path.to_string_lossy()) {
            Ok(address) => anyhow!(
                "{address}: this command reads files; `db explore`, `db games` and `db search` take \
                 an address"
            ),
            Err(error) => error,
        },
        DatabaseError::InFile { path, error } => {
            anyhow::Error::new(*error).context(path.display().to_string())
        }
        DatabaseError::NotADatabase(reason) if is_pgn() => anyhow!(
            "{}: not a game database: {reason}; `reynard db create` makes one of a PGN file",
            path.display()
        ),
        error => match meant_address(path) {
            Some(meant) => anyhow!("{error}: the address of a server is written {meant}"),
            None => anyhow::Error::new(error).context(path.display().to_string()),
        },
    }
}

/// Keeps the store's panic messages off the terminal, since the library turns these panics into
/// errors.
pub(super) fn quiet_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !is_of_store(info) {
            usual(info);
        }
    }));
}

/// Returns `true` if the panic occurred in the store.
pub(super) fn is_of_store(info: &PanicHookInfo<'_>) -> bool {
    info.location().is_some_and(|place| place.file().contains("redb"))
}
