//! The available tables and their schemas.

use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroU16;
use std::sync::Arc;

use arrow_schema::{Field, Schema, SchemaRef};

use crate::{ExtraColumn, GameColumn, MoveFormat, PositionColumn, SCHEMA_KEY, SCHEMA_VERSION};

/// A table of games or positions, together with its columns.
///
/// ```
/// use reynard_arrow::{GameColumn, GameTable, TableSpec};
///
/// assert_eq!(TableSpec::games().schema().fields().len(), 29);
/// assert_eq!(TableSpec::positions().schema().fields().len(), 9);
/// let ratings = GameTable::default().with_columns([GameColumn::WhiteElo, GameColumn::BlackElo]);
/// assert_eq!(TableSpec::Games(ratings).schema().fields().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableSpec {
    /// One row for each game.
    Games(GameTable),
    /// One row for each position in which a move was played.
    Positions(PositionTable),
}

/// A table with one row for each game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTable {
    columns: BTreeSet<GameColumn>,
    moves: MoveFormat,
    extras: Vec<ExtraColumn>,
}

/// A table with one row for each main-line position in which a move was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionTable {
    columns: BTreeSet<PositionColumn>,
    every: NonZeroU16,
}

impl TableSpec {
    /// Returns the games table with all columns.
    pub fn games() -> Self {
        Self::Games(GameTable::default())
    }

    /// Returns the positions table with all columns.
    pub fn positions() -> Self {
        Self::Positions(PositionTable::default())
    }

    /// Returns the schema, with its version in the metadata.
    ///
    /// ```
    /// use reynard_arrow::{SCHEMA_KEY, TableSpec};
    ///
    /// let schema = TableSpec::positions().schema();
    /// assert_eq!(schema.field(0).name(), "game");
    /// assert_eq!(schema.metadata()[SCHEMA_KEY], "1");
    /// ```
    pub fn schema(&self) -> SchemaRef {
        let fields: Vec<Field> = match self {
            Self::Games(table) => {
                let columns = table.columns.iter().map(|it| it.field(table.moves));
                columns.chain(table.extras.iter().map(ExtraColumn::field)).collect()
            }
            Self::Positions(table) => table.columns.iter().map(|it| it.field()).collect(),
        };
        let metadata = HashMap::from([(SCHEMA_KEY.to_owned(), SCHEMA_VERSION.to_owned())]);
        Arc::new(Schema::new_with_metadata(fields, metadata))
    }
}

impl GameTable {
    /// Sets the columns. Their order is always that of the schema.
    ///
    /// ```
    /// use reynard_arrow::{GameColumn, GameTable};
    ///
    /// let table = GameTable::default().with_columns([GameColumn::Moves, GameColumn::White]);
    /// assert!(table.columns().eq([GameColumn::White, GameColumn::Moves]));
    /// ```
    #[must_use]
    pub fn with_columns(mut self, columns: impl IntoIterator<Item = GameColumn>) -> Self {
        self.columns = columns.into_iter().collect();
        self
    }

    /// Sets the notation of the moves.
    ///
    /// ```
    /// use arrow_schema::DataType;
    /// use reynard_arrow::{GameTable, MoveFormat, TableSpec};
    ///
    /// let spec = TableSpec::Games(GameTable::default().with_moves(MoveFormat::Uci));
    /// let schema = spec.schema();
    /// let DataType::List(item) = schema.field_with_name("moves")?.data_type() else { panic!() };
    /// assert_eq!(*item.data_type(), DataType::Utf8);
    /// # Ok::<(), arrow_schema::ArrowError>(())
    /// ```
    #[must_use]
    pub const fn with_moves(mut self, moves: MoveFormat) -> Self {
        self.moves = moves;
        self
    }

    /// Sets the extra columns: other tags, comments, glyphs. Repeated columns are ignored.
    ///
    /// ```
    /// use reynard_arrow::{ExtraColumn, GameTable, TableSpec};
    ///
    /// let table = GameTable::default().with_extras([ExtraColumn::Comments]);
    /// assert_eq!(TableSpec::Games(table).schema().fields().len(), 30);
    /// ```
    #[must_use]
    pub fn with_extras(mut self, extras: impl IntoIterator<Item = ExtraColumn>) -> Self {
        self.extras.clear();
        for extra in extras {
            if !self.extras.contains(&extra) {
                self.extras.push(extra);
            }
        }
        self
    }

    /// Returns the extra columns.
    pub fn extras(&self) -> &[ExtraColumn] {
        &self.extras
    }

    /// Returns the columns, in table order.
    pub fn columns(&self) -> impl Iterator<Item = GameColumn> + '_ {
        self.columns.iter().copied()
    }

    /// Returns the notation of the moves.
    pub const fn moves(&self) -> MoveFormat {
        self.moves
    }

    pub(crate) fn has(&self, column: GameColumn) -> bool {
        self.columns.contains(&column)
    }
}

impl PositionTable {
    /// Sets the columns. Their order is always that of the schema.
    ///
    /// ```
    /// use reynard_arrow::{PositionColumn, PositionTable};
    ///
    /// let table = PositionTable::default().with_columns([PositionColumn::Key]);
    /// assert_eq!(table.columns().count(), 1);
    /// ```
    #[must_use]
    pub fn with_columns(mut self, columns: impl IntoIterator<Item = PositionColumn>) -> Self {
        self.columns = columns.into_iter().collect();
        self
    }

    /// Keeps only every `nth` position of a game, beginning with the first.
    ///
    /// ```
    /// use std::num::NonZeroU16;
    ///
    /// use reynard_arrow::PositionTable;
    ///
    /// let table = PositionTable::default().with_every(NonZeroU16::new(4).unwrap());
    /// assert_eq!(table.every().get(), 4);
    /// ```
    #[must_use]
    pub const fn with_every(mut self, nth: NonZeroU16) -> Self {
        self.every = nth;
        self
    }

    /// Returns the columns, in table order.
    pub fn columns(&self) -> impl Iterator<Item = PositionColumn> + '_ {
        self.columns.iter().copied()
    }

    /// Returns `n` if only every `n`th position of a game is kept.
    pub const fn every(&self) -> NonZeroU16 {
        self.every
    }
}

impl Default for GameTable {
    /// Returns the table with all columns, and with moves as numbers.
    fn default() -> Self {
        Self { columns: GameColumn::ALL.into(), moves: MoveFormat::Bits, extras: Vec::new() }
    }
}

impl Default for PositionTable {
    /// Returns the table with all columns and all positions.
    fn default() -> Self {
        Self { columns: PositionColumn::ALL.into(), every: NonZeroU16::MIN }
    }
}
