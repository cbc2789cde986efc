//! Notebooks of `reynard learn`: the basis of `reynard.learn`.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use reynard::{CastlingNotation, Color, Move, Position, UciMove};
use reynard_arrow::arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int16Array, RecordBatch, StringArray, UInt8Array,
    UInt32Array, UInt64Array,
};
use reynard_arrow::arrow_schema;
use reynard_games::{TextPattern, TimeClass, player_side};
use reynard_learn::{
    CardHistories, FsrsScheduler, LearnCard, LearnDeck, LearnReport, LearnerDay, ReportTopic,
    Retention, ReviewAction, ReviewJournal, RolloverHour, UtcMillis, UtcOffset, repertoire_side,
};
use reynard_pgn::{GameTree, Games, Input, ParsedGame, Reader};

use crate::capsule::failed;
use crate::source::io_failed;
use crate::table::Table;

/// A snapshot of a notebook.
#[pyclass(module = "reynard._native", frozen)]
pub(crate) struct NativeNotebook {
    deck: LearnDeck,
    journal: ReviewJournal,
    report: LearnReport,
    retention: Retention,
    notes: Vec<String>,
}

/// The learner's names, as listed in a notebook.
struct OwnNames(Vec<TextPattern>);

impl OwnNames {
    fn new(names: &[String]) -> PyResult<Self> {
        let names = names.iter().map(|name| name.parse::<TextPattern>());
        let names: Result<Vec<_>, _> = names.collect();
        names.map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the learner's side in a game.
    fn side_in(&self, tree: &GameTree) -> Option<Color> {
        self.0.iter().find_map(|name| player_side(tree, name))
    }
}

/// Passes the games of a file to `take`. Does nothing if the file does not exist.
fn each_game(path: &Path, mut take: impl FnMut(&ParsedGame)) -> io::Result<()> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for game in Games::new(Reader::new(Input::new(file)?)) {
        take(&game.map_err(io::Error::other)?);
    }
    Ok(())
}

impl NativeNotebook {
    /// Reads games, repertoires, puzzles and reviews.
    fn read(
        folder: &Path,
        files: &NotebookFiles,
        names: &OwnNames,
        retention: Retention,
    ) -> io::Result<Self> {
        let (mut deck, mut report) = (LearnDeck::default(), LearnReport::new(0));
        let mut notes = Vec::new();
        each_game(&folder.join("games.pgn"), |game| {
            // A game without a result is unfinished.
            let side = game.end.result.and_then(|_| names.side_in(&game.tree));
            if let Some(side) = side {
                deck.add_game(&game.tree, side);
                report.add(&game.tree, side, time_class(&game.tree));
            }
        })?;
        for path in &files.repertoire {
            let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy();
            let mut unknown = false;
            each_game(path, |game| {
                match repertoire_side(game, &name).or_else(|| names.side_in(game)) {
                    Some(side) => drop(deck.add_repertoire(game, side)),
                    None => unknown = true,
                }
            })?;
            if unknown {
                notes.push(format!("{name}: for which side?"));
            }
        }
        for path in &files.puzzles {
            let mut broken = 0;
            each_game(path, |game| broken += u64::from(!deck.add_puzzle(game)))?;
            if broken > 0 {
                notes.push(format!("{}: {broken} puzzles without a solution", path.display()));
            }
        }
        let mut journal = ReviewJournal::default();
        for path in &files.reviews {
            journal.add(&fs::read(path)?);
        }
        Ok(Self { deck, journal, report, retention, notes })
    }

    fn histories(&self, now: i64) -> CardHistories {
        CardHistories::new(&self.journal, FsrsScheduler::new(self.retention), UtcMillis(now))
    }
}

/// The files of a notebook except its games, sorted by path within each kind.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct NotebookFiles {
    repertoire: Vec<PathBuf>,
    puzzles: Vec<PathBuf>,
    reviews: Vec<PathBuf>,
}

#[pymethods]
impl NativeNotebook {
    /// Reads a notebook.
    #[new]
    fn new(
        py: Python<'_>,
        folder: PathBuf,
        files: NotebookFiles,
        names: Vec<String>,
        retention: f64,
    ) -> PyResult<Self> {
        let names = OwnNames::new(&names)?;
        let retention = Retention::new(retention)
            .ok_or_else(|| PyValueError::new_err("retention: not a number from 0.7 to 0.97"))?;
        let read = py.detach(|| Self::read(&folder, &files, &names, retention));
        read.map_err(|error| io_failed(error, folder.to_str()))
    }

    /// Returns notes about files and games that were skipped.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// Returns the cards and their schedule at a given time.
    fn cards(&self, now: i64) -> PyResult<Table> {
        card_table(&self.deck.cards().collect::<Vec<_>>(), &self.histories(now))
    }

    /// Returns the cards that are due on the day that contains the given time, longest overdue
    /// first. The offset from UTC is in minutes.
    fn due(&self, now: i64, offset: i16, rollover: u8) -> PyResult<Table> {
        let rollover = RolloverHour::new(rollover)
            .ok_or_else(|| PyValueError::new_err("rollover-hour: not an hour from 0 to 23"))?;
        let day = LearnerDay::new(UtcMillis(now), UtcOffset::from_minutes(offset), rollover);
        let histories = self.histories(now);
        let due = |card: &LearnCard| {
            let history = histories.of(card.id).filter(|history| !history.is_suspended);
            history.and_then(|history| history.due).filter(|due| *due < day.end())
        };
        let mut cards: Vec<&LearnCard> =
            self.deck.cards().filter(|card| due(card).is_some()).collect();
        cards.sort_by_key(|card| (due(card), card.id));
        card_table(&cards, &histories)
    }

    /// Returns the lines of the journal.
    fn reviews(&self) -> PyResult<Table> {
        let lines: Vec<_> = self.journal.lines().collect();
        let mut columns = Columns::default();
        columns.time("time", lines.iter().map(|line| Some(line.key.time)));
        let offsets = lines.iter().map(|line| line.offset.minutes());
        columns.add("offset", DataType::Int16, Arc::new(Int16Array::from_iter_values(offsets)));
        columns.text("run", lines.iter().map(|line| Some(line.key.run.clone())));
        columns.text("card", lines.iter().map(|line| Some(line.card.to_string())));
        columns.text("event", lines.iter().map(|line| Some(event(&line.action).to_owned())));
        columns.text(
            "move",
            lines.iter().map(|line| match &line.action {
                ReviewAction::Answer { mv, .. } if !mv.is_empty() => Some(mv.clone()),
                _ => None,
            }),
        );
        let grades = lines.iter().map(|line| match &line.action {
            ReviewAction::Answer { grade, .. } | ReviewAction::Regrade { grade, .. } => {
                Some(grade.number())
            }
            ReviewAction::Undo { .. } | ReviewAction::Suspend | ReviewAction::Resume => None,
        });
        columns.add("grade", DataType::UInt8, Arc::new(grades.collect::<UInt8Array>()));
        let millis = lines.iter().map(|line| match &line.action {
            ReviewAction::Answer { millis, .. } => Some(*millis),
            _ => None,
        });
        columns.add("millis", DataType::UInt32, Arc::new(millis.collect::<UInt32Array>()));
        columns.table()
    }

    /// Returns all tables in the report as a single table.
    fn report(&self) -> PyResult<Table> {
        let rows: Vec<_> = ReportTopic::ALL
            .into_iter()
            .flat_map(|topic| self.report.table(topic).into_iter().map(move |row| (topic, row)))
            .collect();
        let mut columns = Columns::default();
        columns.text("topic", rows.iter().map(|(topic, _)| Some(topic.title().to_owned())));
        columns.text("name", rows.iter().map(|(_, (name, _))| Some((*name).to_owned())));
        columns.long("games", rows.iter().map(|(_, (_, row))| row.games));
        columns.long("moves", rows.iter().map(|(_, (_, row))| row.moves));
        columns.long("mistakes", rows.iter().map(|(_, (_, row))| row.mistakes));
        columns.number("points_a_game", rows.iter().map(|(_, (_, row))| Some(row.points_a_game())));
        columns.number("error", rows.iter().map(|(_, (_, row))| row.error()));
        columns.table()
    }
}

/// Returns cards as a table.
fn card_table(cards: &[&LearnCard], histories: &CardHistories) -> PyResult<Table> {
    let history = |card: &LearnCard| histories.of(card.id);
    let memory = |card: &LearnCard| history(card).and_then(|it| it.memory);
    let last = |card: &LearnCard| card.mistakes.last().cloned();
    let mut columns = Columns::default();
    columns.text("card", cards.iter().map(|card| Some(card.id.to_string())));
    columns.text("kind", cards.iter().map(|card| Some(card.kind.to_string())));
    columns.text("fen", cards.iter().map(|card| Some(card.position.to_string())));
    columns.text("best", cards.iter().map(|card| uci(&card.position, card.best().as_slice())));
    columns.text("line", cards.iter().map(|card| uci(&card.position, card.best_line())));
    columns.text("played", cards.iter().map(|card| uci(&card.position, &[last(card)?.played])));
    columns.text("opponent", cards.iter().map(|card| Some(last(card)?.game.opponent)));
    columns.text("date", cards.iter().map(|card| Some(last(card)?.game.date)));
    columns.text("link", cards.iter().map(|card| last(card)?.game.link));
    columns
        .text("why", cards.iter().map(|card| Some(card.facts(&last(card)?).first()?.to_string())));
    columns.count("mistakes", cards.iter().map(|card| Some(card.mistakes.len())));
    columns.number("points", cards.iter().map(|card| Some(f64::from(card.weight()) / 1000.0)));
    columns.count(
        "answers",
        cards.iter().map(|card| Some(history(card).map_or(0, |history| history.answers.len()))),
    );
    columns.count(
        "lapses",
        cards.iter().map(|card| Some(history(card).map_or(0, reynard_learn::CardHistory::lapses))),
    );
    columns.number("difficulty", cards.iter().map(|card| Some(memory(card)?.difficulty)));
    columns.number("stability", cards.iter().map(|card| Some(memory(card)?.stability)));
    columns.time("due", cards.iter().map(|card| history(card)?.due));
    columns.flag(
        "suspended",
        cards.iter().map(|card| history(card).is_some_and(|history| history.is_suspended)),
    );
    columns.table()
}

/// Returns the name of a game's time control class.
fn time_class(tree: &GameTree) -> Option<&'static str> {
    let class = tree.tags().text("TimeControl").and_then(|text| TimeClass::of_tag(&text));
    TimeClass::NAMES.iter().find(|(_, it)| Some(*it) == class).map(|(name, _)| *name)
}

/// Returns moves in UCI notation, separated by blanks; `None` if there are no moves.
fn uci(start: &Position, line: &[Move]) -> Option<String> {
    let castling = CastlingNotation::for_position(start);
    let moves: Vec<String> =
        line.iter().map(|&mv| UciMove::new(mv, castling).to_string()).collect();
    (!moves.is_empty()).then(|| moves.join(" "))
}

/// Returns the name of an event as it is used in the journal.
const fn event(action: &ReviewAction) -> &'static str {
    match action {
        ReviewAction::Answer { .. } => "answer",
        ReviewAction::Regrade { .. } => "regrade",
        ReviewAction::Undo { .. } => "undo",
        ReviewAction::Suspend => "suspend",
        ReviewAction::Resume => "resume",
    }
}

/// The columns of a table under construction.
#[derive(Default)]
struct Columns {
    fields: Vec<Field>,
    arrays: Vec<ArrayRef>,
}

impl Columns {
    fn add(&mut self, name: &str, kind: DataType, array: ArrayRef) {
        self.fields.push(Field::new(name, kind, true));
        self.arrays.push(array);
    }

    fn text(&mut self, name: &str, values: impl Iterator<Item = Option<String>>) {
        self.add(name, DataType::Utf8, Arc::new(values.collect::<StringArray>()));
    }

    fn number(&mut self, name: &str, values: impl Iterator<Item = Option<f64>>) {
        self.add(name, DataType::Float64, Arc::new(values.collect::<Float64Array>()));
    }

    fn long(&mut self, name: &str, values: impl Iterator<Item = u64>) {
        self.add(name, DataType::UInt64, Arc::new(UInt64Array::from_iter_values(values)));
    }

    fn count(&mut self, name: &str, values: impl Iterator<Item = Option<usize>>) {
        let values = values.map(|value| value.and_then(|value| u32::try_from(value).ok()));
        self.add(name, DataType::UInt32, Arc::new(values.collect::<UInt32Array>()));
    }

    /// Adds a column of milliseconds since the beginning of 1970. Earlier times are clamped to that
    /// moment.
    fn time(&mut self, name: &str, values: impl Iterator<Item = Option<UtcMillis>>) {
        let values = values.map(|time| Some(u64::try_from(time?.0).unwrap_or(0)));
        self.add(name, DataType::UInt64, Arc::new(values.collect::<UInt64Array>()));
    }

    fn flag(&mut self, name: &str, values: impl Iterator<Item = bool>) {
        let values = values.map(Some);
        self.add(name, DataType::Boolean, Arc::new(values.collect::<BooleanArray>()));
    }

    fn table(self) -> PyResult<Table> {
        let schema = Arc::new(Schema::new(self.fields));
        RecordBatch::try_new(schema, self.arrays).map(Table::of).map_err(failed)
    }
}
