//! Databases and tablebases on this machine, and queries about them.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use reynard::suggest::closest;
use reynard::{CastlingNotation, Position, UciMove};
use reynard_db::{
    Budget, Database, DatabaseError, DatabaseOptions, ExploreAnswer, GamesAnswer, HeadAnswer,
    SearchesAnswer, StoredGame, TrendAnswer,
};
use reynard_games::{InvalidQuery, Query};
use reynard_pgn::Input;
use reynard_syzygy::{ProbeAnswer, RootRules, Tablebase};
use serde::Serialize;
use tempfile::TempDir;

use super::error::ServeError;
use super::question::{
    ExploreQuestion, GamesQuestion, PgnQuestion, SearchesQuestion, TableQuestion, TrendQuestion,
};
use super::recent_answers::RecentAnswers;
use super::remote_database::ServedRemote;
use super::served_file::ServedFile;

/// Size of the cache for probing the tablebases, in bytes.
const CACHE: usize = 1 << 20;
/// Maximum length of a tablebase line, in plies: no win with seven pieces takes longer.
const LONGEST_LINE: usize = 1200;
/// Maximum number of bytes of games in one answer.
const MOST_BYTES: usize = 64 << 20;
/// Maximum number of games in a list that is cached.
const KEPT_GAMES: usize = 1 << 20;

/// The data from which queries are answered: databases and tablebases.
pub(super) struct Data {
    bases: Vec<Base>,
    tables: Option<Tablebase>,
    /// The folder of the databases created from PGN files. It is deleted when the server ends.
    _temporary: Option<TempDir>,
}

/// A database and the name of its file.
struct Base {
    name: String,
    source: Source,
}

enum Source {
    File(ServedFile<BaseFile>),
    Server(ServedRemote),
}

/// A database on this machine. It also caches the last requested list of games, whose parts are
/// requested one after another, and the most recent answers for the explorer.
struct BaseFile {
    database: Database,
    list: Mutex<Option<KeptList>>,
    explored: RecentAnswers<ExploreAnswer>,
}

/// A list of game numbers, and the query that it answers.
struct KeptList {
    question: String,
    games: Arc<[u64]>,
}

/// The reason why a query cannot be answered.
#[derive(Debug)]
pub(super) enum Failure {
    /// The query is invalid. Holds the reason.
    Question(String),
    /// The filter cannot be parsed.
    Filter(InvalidQuery),
    /// The game, database or tablebase does not exist. Holds the message.
    NotFound(String),
    /// The requested answer is too large. Holds the message.
    TooLarge(String),
    /// The query was stopped.
    Stopped,
    /// A file cannot be read. Holds the message.
    File(String),
}

/// The name of a database and the number of its games.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BaseAnswer {
    name: String,
    games: u64,
}

/// A game: its header, and the whole game in PGN.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameAnswer {
    #[serde(flatten)]
    head: HeadAnswer,
    pgn: String,
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::NoSuchGame(_) | DatabaseError::NotIndexed { .. } => {
                Self::NotFound(error.to_string())
            }
            DatabaseError::Stopped => Self::Stopped,
            error => Self::File(error.to_string()),
        }
    }
}

impl Data {
    /// Opens databases, creates databases from PGN files, and adds tablebases.
    pub(super) fn open(
        databases: &[PathBuf],
        remotes: Vec<ServedRemote>,
        games: &[PathBuf],
        tables: Option<Tablebase>,
    ) -> Result<Self, ServeError> {
        let mut bases = Vec::new();
        for path in databases {
            let file = ServedFile::open(path, BaseFile::new);
            let file = file.map_err(|error| ServeError::at(path, &error))?;
            bases.push(Base { name: name(path), source: Source::File(file) });
        }
        bases.extend(
            remotes.into_iter().map(|remote| Base {
                name: remote.database().name(),
                source: Source::Server(remote),
            }),
        );
        let temporary =
            if games.is_empty() { None } else { Some(TempDir::new().map_err(ServeError::Io)?) };
        if let Some(folder) = &temporary {
            for (number, path) in games.iter().enumerate() {
                let made = folder.path().join(format!("{number}.rdb"));
                let file = ServedFile::made(&made, BaseFile::new, index(path, &made)?);
                bases.push(Base { name: name(path), source: Source::File(file) });
            }
        }
        Ok(Self { bases, tables, _temporary: temporary })
    }

    pub(super) fn databases(&self) -> Vec<BaseAnswer> {
        let answer = |base: &Base| {
            let games = match &base.source {
                Source::File(file) => file.current().database.games(),
                Source::Server(remote) => remote.database().games(),
            };
            BaseAnswer { name: base.name.clone(), games }
        };
        self.bases.iter().map(answer).collect()
    }

    /// Returns the maximum number of pieces in the tablebases, or 0 if there are none.
    pub(super) fn table_pieces(&self) -> u32 {
        self.tables.as_ref().map_or(0, Tablebase::largest)
    }

    /// Returns the database with index `db` if it is on another server, or `None` if it is on this
    /// machine or does not exist.
    pub(super) fn remote(&self, db: usize) -> Option<&ServedRemote> {
        match &self.bases.get(db)?.source {
            Source::Server(remote) => Some(remote),
            Source::File(_) => None,
        }
    }

    pub(super) fn explore(
        &self,
        question: &ExploreQuestion,
        stop: &AtomicBool,
    ) -> Result<ExploreAnswer, Failure> {
        let (pos, query) = (position(&question.fen)?, query(&question.filter)?);
        let file = self.file(question.db)?;
        let base = &file.database;
        file.explored.get_or_make(&format!("{question:?}"), || {
            let explored = base.explore_until(&pos, &query, &question.limits(), stop)?;
            if !question.each {
                return Ok(ExploreAnswer::from(&explored));
            }
            let games = base.move_games_until(&pos, &query, stop)?;
            Ok(ExploreAnswer::with_games(&explored, &games))
        })
    }

    pub(super) fn trend(
        &self,
        question: &TrendQuestion,
        stop: &AtomicBool,
    ) -> Result<TrendAnswer, Failure> {
        let (pos, query) = (position(&question.fen)?, query(&question.filter)?);
        let file = self.file(question.db)?;
        let base = &file.database;
        let trend = base.explore_by_until(&pos, &query, question.grouping(), stop)?;
        Ok(TrendAnswer::from(&trend))
    }

    pub(super) fn games(
        &self,
        question: &GamesQuestion,
        stop: &AtomicBool,
    ) -> Result<GamesAnswer, Failure> {
        let file = self.file(question.db)?;
        let numbers = file.list(question, stop)?;
        let base = &file.database;
        let shown: Vec<u64> = if question.reverse {
            numbers.iter().rev().skip(question.offset).take(question.limit()).copied().collect()
        } else {
            numbers.iter().skip(question.offset).take(question.limit()).copied().collect()
        };
        let games = shown.iter().map(|&id| Ok(HeadAnswer::from(&base.game(id)?.head()?)));
        Ok(GamesAnswer {
            total: numbers.len(),
            games: games.collect::<Result<_, DatabaseError>>()?,
            indexed_plies: question.fen.as_ref().and_then(|_| base.indexed_plies()),
        })
    }

    /// Returns games in PGN, as stored in the database.
    pub(super) fn pgn(
        &self,
        question: &PgnQuestion,
        stop: &AtomicBool,
    ) -> Result<Vec<u8>, Failure> {
        if !question.is_short() {
            return Err(Failure::TooLarge("too many games for one answer".to_owned()));
        }
        let file = self.file(question.db)?;
        let (base, mut text) = (&file.database, Vec::new());
        for &id in &question.games {
            text.extend(base.game(id)?.pgn()?);
            if text.len() > MOST_BYTES {
                let mib = MOST_BYTES >> 20;
                return Err(Failure::TooLarge(format!("the games have more than {mib} MiB")));
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
        }
        Ok(text)
    }

    pub(super) fn searches(&self, question: &SearchesQuestion) -> Result<SearchesAnswer, Failure> {
        Ok(SearchesAnswer { searches: self.file(question.db)?.database.searches()? })
    }

    pub(super) fn game(&self, db: usize, id: u64) -> Result<GameAnswer, Failure> {
        let file = self.file(db)?;
        let game = file.database.game(id)?;
        let pgn = String::from_utf8_lossy(&game.pgn()?).into_owned();
        Ok(GameAnswer { head: HeadAnswer::from(&game.head()?), pgn })
    }

    pub(super) fn probe(&self, question: &TableQuestion) -> Result<ProbeAnswer, Failure> {
        let pos = position(&question.fen)?;
        let no_tables = || Failure::NotFound("there are no tables here".to_owned());
        let tables = self.tables.as_ref().ok_or_else(no_tables)?;
        let rules = RootRules::default();
        let found = tables.prober(CACHE).report(&pos, rules, LONGEST_LINE);
        let found = found.map_err(|error| Failure::Question(error.to_string()))?;
        let castling = CastlingNotation::for_position(&pos);
        let line = found.line.iter().map(|&mv| UciMove::new(mv, castling).to_string()).collect();
        let answer = ProbeAnswer::new(&pos, &found, castling, rules.fifty_moves);
        Ok(ProbeAnswer { line: Some(line), ..answer })
    }

    fn file(&self, number: usize) -> Result<Arc<BaseFile>, Failure> {
        match self.bases.get(number).map(|base| &base.source) {
            Some(Source::File(file)) => Ok(file.current()),
            _ => Err(Failure::NotFound(format!("there is no database {number}"))),
        }
    }
}

impl BaseFile {
    fn new(database: Database) -> Self {
        Self { database, list: Mutex::default(), explored: RecentAnswers::default() }
    }

    /// Returns the numbers of the games that a query requests, in the requested order.
    fn list(&self, question: &GamesQuestion, stop: &AtomicBool) -> Result<Arc<[u64]>, Failure> {
        let GamesQuestion { fen, filter, mark, .. } = question;
        let order = question.order();
        let key = format!("{order:?} {mark:?} {fen:?} {filter}");
        let kept = || self.list.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(list) = kept().as_ref().filter(|list| list.question == key) {
            return Ok(Arc::clone(&list.games));
        }
        let pos = fen.as_deref().map(position).transpose()?;
        let query = query(filter)?;
        let found = self.database.find_until(pos.as_ref(), &query, order, stop)?;
        let mut games: Vec<u64> = found.iter().map(StoredGame::id).collect();
        if let Some(name) = mark {
            let mut marks = self.database.marks()?;
            let marked = marks.remove(name).ok_or_else(|| no_mark(name, &marks))?;
            games.retain(|id| marked.binary_search(id).is_ok());
        }
        let games: Arc<[u64]> = games.into();
        if games.len() <= KEPT_GAMES {
            *kept() = Some(KeptList { question: key, games: Arc::clone(&games) });
        }
        Ok(games)
    }
}

/// Returns the failure for a query about a mark that no game has.
fn no_mark(name: &str, marks: &BTreeMap<String, Vec<u64>>) -> Failure {
    let near = closest(name, marks.keys().cloned());
    let hint = near.first().map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    Failure::NotFound(format!("no game has the mark `{name}`{hint}"))
}

/// Creates a database from a PGN file.
fn index(pgn: &Path, file: &Path) -> Result<Database, ServeError> {
    let input =
        File::open(pgn).and_then(Input::new).map_err(|error| ServeError::at(pgn, &error))?;
    let made = Database::create(file, DatabaseOptions::default()).and_then(|mut database| {
        database.add_input(input, &Budget::default())?;
        Ok(database)
    });
    made.map_err(|error| ServeError::at(pgn, &error))
}

/// Returns a file's name without its folders, which must not be revealed to a page.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn position(fen: &str) -> Result<Position, Failure> {
    fen.parse().map_err(|error| Failure::Question(format!("{fen}: {error}")))
}

fn query(filter: &str) -> Result<Query, Failure> {
    Query::parse(filter).map_err(Failure::Filter)
}
