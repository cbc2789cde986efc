//! Rows of the positions table.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, FixedSizeBinaryArray, Int16Array, RecordBatch, StringArray, UInt16Array, UInt32Array,
    UInt64Array,
};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::SchemaRef;
use reynard::{Move, PackedPosition, Position};
use reynard_pgn::Text;

use crate::column::PACKED_LEN;
use crate::comment_values::{MoveValues, elapsed};
use crate::{BatchError, PositionColumn, PositionTable, TableSpec};

/// The rows of all games so far. The rows of a game are added while it is being read, and removed
/// if it is rejected.
#[derive(Debug)]
pub(crate) struct PositionRows {
    schema: SchemaRef,
    columns: Vec<ColumnBuilder>,
    every: u32,
    values: bool,
    rows: usize,
    /// Number of rows before the current game.
    rows_before: usize,
    game: u64,
    /// Number of plies played so far in the current game.
    ply: u32,
    /// The values after each move of the current game, if any column needs them.
    game_values: Vec<MoveValues>,
    /// The indices of the current game's moves that have a row.
    game_rows: Vec<usize>,
    time_control: Option<String>,
}

/// A column builder.
#[derive(Debug)]
enum ColumnBuilder {
    Game(Vec<u64>),
    Ply(Vec<u16>),
    Key(Vec<u64>),
    Position(Vec<u8>),
    Move(Vec<u16>),
    San(Texts),
    Clock(Vec<Option<u32>>),
    Eval(Vec<Option<i16>>),
    Elapsed(Vec<Option<u32>>),
}

/// Concatenated strings, from which the last ones can be removed.
#[derive(Debug, Default)]
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl PositionRows {
    pub(crate) fn new(table: &PositionTable) -> Self {
        use PositionColumn::{Clock, Elapsed, Eval};
        let values = |column| matches!(column, Clock | Eval | Elapsed);
        Self {
            schema: TableSpec::Positions(table.clone()).schema(),
            columns: table.columns().map(ColumnBuilder::new).collect(),
            every: table.every().get().into(),
            values: table.columns().any(values),
            rows: 0,
            rows_before: 0,
            game: 0,
            ply: 0,
            game_values: Vec::new(),
            game_rows: Vec::new(),
            time_control: None,
        }
    }

    pub(crate) fn begin(&mut self, number: u64) {
        (self.game, self.ply, self.time_control) = (number, 0, None);
        self.game_values.clear();
        self.game_rows.clear();
        self.rows_before = self.rows;
    }

    pub(crate) fn tag(&mut self, name: &[u8], value: Text<'_>) {
        if self.values && name == b"TimeControl" && self.time_control.is_none() {
            self.time_control = Some(value.decode().into_owned());
        }
    }

    /// Adds a position with the move played in it; `None` is a null move.
    pub(crate) fn play(&mut self, pos: &Position, mv: Option<Move>) {
        let ply = self.ply;
        self.ply += 1;
        if self.values {
            self.game_values.push(MoveValues::default());
        }
        if !ply.is_multiple_of(self.every) {
            return;
        }
        let Ok(ply) = u16::try_from(ply) else { return };
        for column in &mut self.columns {
            column.append(self.game, ply, pos, mv);
        }
        self.rows += 1;
        self.game_rows.push(ply.into());
    }

    /// Adds the values in a comment to the last move.
    pub(crate) fn comment(&mut self, comment: Text<'_>) {
        if let Some(values) = self.game_values.last_mut() {
            values.add(comment);
        }
    }

    /// Ends the current game and returns the number of its rows.
    pub(crate) fn end(&mut self) -> u64 {
        self.settle();
        (self.rows - self.rows_before) as u64
    }

    /// Removes the rows of the current game.
    pub(crate) fn reject(&mut self) {
        self.game_rows.clear();
        self.rows = self.rows_before;
        self.columns.iter_mut().for_each(|column| column.truncate(self.rows));
    }

    /// Writes the values after the moves of the current game, once no more comments can follow.
    fn settle(&mut self) {
        let (rows, values) = (std::mem::take(&mut self.game_rows), &self.game_values);
        let of_rows = || rows.iter().filter_map(|&ply| values.get(ply));
        for column in &mut self.columns {
            match column {
                ColumnBuilder::Clock(clocks) => clocks.extend(of_rows().map(|it| it.clock)),
                ColumnBuilder::Eval(evals) => evals.extend(of_rows().map(|it| it.eval)),
                ColumnBuilder::Elapsed(times) => {
                    let all = elapsed(values, self.time_control.as_deref());
                    times.extend(rows.iter().filter_map(|&ply| all.get(ply)));
                }
                _ => {}
            }
        }
    }

    pub(crate) fn finish(mut self, games_before: u64) -> Result<RecordBatch, BatchError> {
        self.settle();
        let columns: Result<Vec<ArrayRef>, BatchError> =
            self.columns.into_iter().map(|column| column.finish(games_before)).collect();
        Ok(RecordBatch::try_new(self.schema, columns?)?)
    }
}

impl ColumnBuilder {
    fn new(column: PositionColumn) -> Self {
        match column {
            PositionColumn::Game => Self::Game(Vec::new()),
            PositionColumn::Ply => Self::Ply(Vec::new()),
            PositionColumn::Key => Self::Key(Vec::new()),
            PositionColumn::Position => Self::Position(Vec::new()),
            PositionColumn::Move => Self::Move(Vec::new()),
            PositionColumn::San => Self::San(Texts::default()),
            PositionColumn::Clock => Self::Clock(Vec::new()),
            PositionColumn::Eval => Self::Eval(Vec::new()),
            PositionColumn::Elapsed => Self::Elapsed(Vec::new()),
        }
    }

    fn append(&mut self, game: u64, ply: u16, pos: &Position, mv: Option<Move>) {
        match self {
            Self::Game(games) => games.push(game),
            Self::Ply(plies) => plies.push(ply),
            Self::Key(keys) => keys.push(pos.key()),
            Self::Position(bytes) => bytes.extend(PackedPosition::from(pos).to_bytes()),
            Self::Move(moves) => moves.push(mv.map_or(0, Move::bits)),
            Self::San(texts) => texts.push(pos, mv),
            // Known only at the end of the game.
            Self::Clock(_) | Self::Eval(_) | Self::Elapsed(_) => {}
        }
    }

    fn truncate(&mut self, rows: usize) {
        match self {
            Self::Game(numbers) | Self::Key(numbers) => numbers.truncate(rows),
            Self::Ply(numbers) | Self::Move(numbers) => numbers.truncate(rows),
            Self::Position(bytes) => bytes.truncate(rows * PackedPosition::LEN),
            Self::San(texts) => texts.truncate(rows),
            Self::Clock(times) | Self::Elapsed(times) => times.truncate(rows),
            Self::Eval(evals) => evals.truncate(rows),
        }
    }

    fn finish(self, games_before: u64) -> Result<ArrayRef, BatchError> {
        Ok(match self {
            Self::Game(mut games) => {
                for game in &mut games {
                    *game += games_before;
                }
                Arc::new(UInt64Array::from(games))
            }
            Self::Key(keys) => Arc::new(UInt64Array::from(keys)),
            Self::Ply(numbers) | Self::Move(numbers) => Arc::new(UInt16Array::from(numbers)),
            Self::Position(bytes) => {
                Arc::new(FixedSizeBinaryArray::try_new(PACKED_LEN, Buffer::from_vec(bytes), None)?)
            }
            Self::San(texts) => Arc::new(texts.finish()?),
            Self::Clock(times) | Self::Elapsed(times) => Arc::new(UInt32Array::from(times)),
            Self::Eval(evals) => Arc::new(Int16Array::from(evals)),
        })
    }
}

impl Texts {
    fn push(&mut self, pos: &Position, mv: Option<Move>) {
        match mv {
            // Writing to a string cannot fail.
            Some(mv) => drop(write!(self.text, "{}", pos.san(mv))),
            None => self.text.push_str("--"),
        }
        self.ends.push(self.text.len());
    }

    fn truncate(&mut self, rows: usize) {
        self.ends.truncate(rows);
        self.text.truncate(self.ends.last().copied().unwrap_or_default());
    }

    fn finish(self) -> Result<StringArray, BatchError> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let lengths = starts.zip(&self.ends).map(|(start, end)| end - start);
        let offsets = OffsetBuffer::from_lengths(lengths);
        let text = Buffer::from_vec(self.text.into_bytes());
        Ok(StringArray::try_new(offsets, text, None)?)
    }
}
