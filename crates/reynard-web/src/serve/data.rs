//! Databases and tables of the machine, and the questions to them.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use reynard::{CastlingNotation, Position, UciMove};
use reynard_db::{
    Budget, Database, DatabaseError, DatabaseOptions, ExploreAnswer, ExploreLimits, GameOrder,
    HeadAnswer,
};
use reynard_games::{InvalidQuery, Query};
use reynard_pgn::Input;
use reynard_syzygy::{ProbeAnswer, RootRules, Tablebase};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::error::ServeError;

/// Cache of a probe of the tables, in bytes.
const CACHE: usize = 1 << 20;
/// Longest line of the tables, in plies: no win with seven pieces takes longer.
const LONGEST_LINE: usize = 1200;
/// Games in one answer at most.
const MOST_GAMES: usize = 1000;

/// The sources of the answers: databases and tables.
pub(super) struct Data {
    bases: Vec<Base>,
    tables: Option<Tablebase>,
    /// The databases of PGN files, which end with the server.
    _temporary: Option<TempDir>,
}

/// A database, under the name of its file.
struct Base {
    name: String,
    database: Database,
}

/// A question that cannot be answered.
#[derive(Debug)]
pub(super) enum Failure {
    /// The question is wrong: the reason.
    Question(String),
    /// The filter cannot be read.
    Filter(InvalidQuery),
    /// There is no such game, database or table.
    NotFound(String),
    /// A file cannot be read.
    File(String),
}

/// The name of a database and the number of its games.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BaseAnswer {
    name: String,
    games: u64,
}

/// A question of the explorer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExploreQuestion {
    fen: String,
    #[serde(default)]
    filter: String,
    #[serde(default)]
    db: usize,
}

/// A question for a list of games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuestion {
    fen: Option<String>,
    #[serde(default)]
    filter: String,
    #[serde(default)]
    db: usize,
    #[serde(default)]
    order: Order,
    #[serde(default)]
    offset: usize,
    #[serde(default = "usual_games")]
    limit: usize,
}

const fn usual_games() -> usize {
    100
}

/// The order of games.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    #[default]
    Id,
    Elo,
    Date,
}

/// A list of games: their number, and a part of them.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GamesAnswer {
    total: usize,
    games: Vec<HeadAnswer>,
}

/// A question to the tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableQuestion {
    fen: String,
}

/// The work that a question makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Blocks and columns are read.
    Light,
    /// The moves of games are played, of all of them perhaps.
    Heavy,
}

/// A question that says how much work it makes.
pub(super) trait Weighed {
    /// Returns the work.
    fn work(&self) -> Work;
}

/// Returns the work of a filter; one that cannot be read makes none.
fn work_of(filter: &str) -> Work {
    match Query::parse(filter) {
        Ok(query) if query.needs_moves() => Work::Heavy,
        _ => Work::Light,
    }
}

impl Weighed for ExploreQuestion {
    fn work(&self) -> Work {
        work_of(&self.filter)
    }
}

impl Weighed for GamesQuestion {
    fn work(&self) -> Work {
        work_of(&self.filter)
    }
}

impl Weighed for TableQuestion {
    fn work(&self) -> Work {
        Work::Light
    }
}

/// A game: its head, and all of it in PGN.
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
            error => Self::File(error.to_string()),
        }
    }
}

impl Data {
    /// Opens databases, makes those of PGN files, and takes tables.
    pub(super) fn open(
        databases: &[PathBuf],
        games: &[PathBuf],
        tables: Option<Tablebase>,
    ) -> Result<Self, ServeError> {
        let mut bases = Vec::new();
        for path in databases {
            let database = Database::open(path).map_err(|error| ServeError::at(path, &error))?;
            bases.push(Base { name: name(path), database });
        }
        let temporary =
            if games.is_empty() { None } else { Some(TempDir::new().map_err(ServeError::Io)?) };
        if let Some(folder) = &temporary {
            for (number, path) in games.iter().enumerate() {
                let database = index(path, &folder.path().join(format!("{number}.rdb")))?;
                bases.push(Base { name: name(path), database });
            }
        }
        Ok(Self { bases, tables, _temporary: temporary })
    }

    pub(super) fn databases(&self) -> Vec<BaseAnswer> {
        let answer =
            |base: &Base| BaseAnswer { name: base.name.clone(), games: base.database.games() };
        self.bases.iter().map(answer).collect()
    }

    /// Returns the number of pieces of the largest tables, 0 without tables.
    pub(super) fn table_pieces(&self) -> u32 {
        self.tables.as_ref().map_or(0, Tablebase::largest)
    }

    pub(super) fn explore(
        &self,
        question: &ExploreQuestion,
        stop: &AtomicBool,
    ) -> Result<ExploreAnswer, Failure> {
        let (pos, query) = (position(&question.fen)?, query(&question.filter)?);
        let (base, limits) = (self.base(question.db)?, ExploreLimits::default());
        let explored = base.explore_until(&pos, &query, &limits, stop)?;
        Ok(ExploreAnswer::from(&explored))
    }

    pub(super) fn games(
        &self,
        question: &GamesQuestion,
        stop: &AtomicBool,
    ) -> Result<GamesAnswer, Failure> {
        let pos = question.fen.as_deref().map(position).transpose()?;
        let order = match question.order {
            Order::Id => GameOrder::Id,
            Order::Elo => GameOrder::Elo,
            Order::Date => GameOrder::Date,
        };
        let (base, query) = (self.base(question.db)?, query(&question.filter)?);
        let found = base.find_until(pos.as_ref(), &query, order, stop)?;
        let part = found.iter().skip(question.offset).take(question.limit.min(MOST_GAMES));
        let games = part.map(|game| Ok(HeadAnswer::from(&game.head()?)));
        Ok(GamesAnswer { total: found.len(), games: games.collect::<Result<_, DatabaseError>>()? })
    }

    pub(super) fn game(&self, db: usize, id: u64) -> Result<GameAnswer, Failure> {
        let game = self.base(db)?.game(id)?;
        let pgn = String::from_utf8_lossy(&game.pgn()?).into_owned();
        Ok(GameAnswer { head: HeadAnswer::from(&game.head()?), pgn })
    }

    pub(super) fn probe(
        &self,
        question: &TableQuestion,
        _: &AtomicBool,
    ) -> Result<ProbeAnswer, Failure> {
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

    fn base(&self, number: usize) -> Result<&Database, Failure> {
        let none = || Failure::NotFound(format!("there is no database {number}"));
        self.bases.get(number).map(|base| &base.database).ok_or_else(none)
    }
}

/// Makes a database of a file of games.
fn index(pgn: &Path, file: &Path) -> Result<Database, ServeError> {
    let io = |error: std::io::Error| ServeError::at(pgn, &error);
    let mut text = Vec::new();
    let read = File::open(pgn).and_then(Input::new);
    read.and_then(|mut input| input.read_to_end(&mut text)).map_err(io)?;
    let made = Database::create(file, DatabaseOptions::default()).and_then(|mut database| {
        database.add_pgn(&text, &Budget::default())?;
        Ok(database)
    });
    made.map_err(|error| ServeError::at(pgn, &error))
}

/// Returns the name of a file without its folders, which a page must not see.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn position(fen: &str) -> Result<Position, Failure> {
    fen.parse().map_err(|error| Failure::Question(format!("{fen}: {error}")))
}

fn query(filter: &str) -> Result<Query, Failure> {
    Query::parse(filter).map_err(Failure::Filter)
}
