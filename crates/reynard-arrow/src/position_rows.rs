//! Rows of the table of positions.

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
use crate::comment_values::MoveValues;
use crate::{BatchError, PositionColumn, PositionTable, TableSpec};

/// The rows of the games so far. They are added while a game is read, and taken back if it is rejected.
#[derive(Debug)]
pub(crate) struct PositionRows {
    schema: SchemaRef,
    columns: Vec<ColumnBuilder>,
    every: u32,
    values: bool,
    rows: usize,
    /// Number of rows before the game.
    rows_before: usize,
    game: u64,
    /// Number of moves of the game so far.
    ply: u32,
    /// The values after the last row, if it is that of the last move.
    last: Option<MoveValues>,
}

/// A column that grows.
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
}

/// Concatenated texts, from which the last ones can be taken back.
#[derive(Debug, Default)]
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl PositionRows {
    pub(crate) fn new(table: &PositionTable) -> Self {
        let values = |column| matches!(column, PositionColumn::Clock | PositionColumn::Eval);
        Self {
            schema: TableSpec::Positions(table.clone()).schema(),
            columns: table.columns().map(ColumnBuilder::new).collect(),
            every: table.every().get().into(),
            values: table.columns().any(values),
            rows: 0,
            rows_before: 0,
            game: 0,
            ply: 0,
            last: None,
        }
    }

    pub(crate) fn begin(&mut self, number: u64) {
        (self.game, self.ply, self.last) = (number, 0, None);
        self.rows_before = self.rows;
    }

    /// Adds a position with the move that is played in it; `None` is a null move.
    pub(crate) fn play(&mut self, pos: &Position, mv: Option<Move>) {
        self.settle();
        let ply = self.ply;
        self.ply += 1;
        if !ply.is_multiple_of(self.every) {
            return;
        }
        let Ok(ply) = u16::try_from(ply) else { return };
        for column in &mut self.columns {
            column.append(self.game, ply, pos, mv);
        }
        self.rows += 1;
        self.last = Some(MoveValues::default());
    }

    /// Adds the values in a comment to the last move.
    pub(crate) fn comment(&mut self, comment: Text<'_>) {
        if let Some(values) = self.last.as_mut().filter(|_| self.values) {
            values.add(comment);
        }
    }

    /// Ends the game and returns the number of its rows.
    pub(crate) fn end(&mut self) -> u64 {
        self.settle();
        (self.rows - self.rows_before) as u64
    }

    /// Takes the rows of the game back.
    pub(crate) fn reject(&mut self) {
        self.last = None;
        self.rows = self.rows_before;
        self.columns.iter_mut().for_each(|column| column.truncate(self.rows));
    }

    /// Writes the values after the last move, once no more comments can come.
    fn settle(&mut self) {
        let Some(values) = self.last.take() else { return };
        for column in &mut self.columns {
            match column {
                ColumnBuilder::Clock(clocks) => clocks.push(values.clock),
                ColumnBuilder::Eval(evals) => evals.push(values.eval),
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
            // Known when the next move comes.
            Self::Clock(_) | Self::Eval(_) => {}
        }
    }

    fn truncate(&mut self, rows: usize) {
        match self {
            Self::Game(numbers) | Self::Key(numbers) => numbers.truncate(rows),
            Self::Ply(numbers) | Self::Move(numbers) => numbers.truncate(rows),
            Self::Position(bytes) => bytes.truncate(rows * PackedPosition::LEN),
            Self::San(texts) => texts.truncate(rows),
            Self::Clock(clocks) => clocks.truncate(rows),
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
            Self::Clock(clocks) => Arc::new(UInt32Array::from(clocks)),
            Self::Eval(evals) => Arc::new(Int16Array::from(evals)),
        })
    }
}

impl Texts {
    fn push(&mut self, pos: &Position, mv: Option<Move>) {
        match mv {
            // Writing to memory does not fail.
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
