//! The visitor that converts games to rows.

use arrow_array::RecordBatch;
use reynard::Position;
use reynard_pgn::{
    Comment, GameEnd, GameStart, Integrity, Nag, NullMove, Played, Skip, Text, Visitor,
};

use crate::game_rows::GameRows;
use crate::position_rows::PositionRows;
use crate::row_weights::RowWeights;
use crate::{BatchError, TableSpec};

/// Sums over the games of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableTotals {
    /// Number of games read, including those omitted under the policy.
    pub games: u64,
    /// Number of plies in the rows.
    pub plies: u64,
    /// Number of games with an error.
    pub incomplete: u64,
    /// Number of rows.
    pub rows: u64,
}

/// A visitor that converts games to rows, for use with
/// [`read_parallel`](reynard_pgn::read_parallel) or a [`Reader`](reynard_pgn::Reader).
///
/// Games that the reader rejects have no rows, but are included in the numbering of games.
///
/// ```
/// use reynard_arrow::{RowCollector, TableSpec};
/// use reynard_pgn::Reader;
///
/// let mut rows = RowCollector::new(&TableSpec::positions());
/// Reader::from_bytes(b"1. e4 e5 2. Nf3 *").read_all(&mut rows)?;
/// assert_eq!(rows.totals().rows, 3);
/// let batch = rows.into_batch(0)?;
/// assert_eq!((batch.num_rows(), batch.num_columns()), (3, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RowCollector {
    rows: Rows,
    totals: TableTotals,
    /// The offset of games that are not from a file.
    offset: Option<u64>,
}

#[derive(Debug)]
enum Rows {
    Games(Box<GameRows>),
    Positions(Box<PositionRows>),
}

impl RowCollector {
    /// Creates a collector without rows.
    ///
    /// ```
    /// use reynard_arrow::{RowCollector, TableSpec};
    ///
    /// assert_eq!(RowCollector::new(&TableSpec::games()).totals().games, 0);
    /// ```
    pub fn new(spec: &TableSpec) -> Self {
        let rows = match spec {
            TableSpec::Games(table) => Rows::Games(Box::new(GameRows::new(table))),
            TableSpec::Positions(table) => Rows::Positions(Box::new(PositionRows::new(table))),
        };
        Self { rows, totals: TableTotals::default(), offset: None }
    }

    /// Sets the `offset` of the following games if they do not come from a file, for instance to a
    /// number in a database.
    ///
    /// ```
    /// use arrow_array::{cast::AsArray, types::UInt64Type};
    /// use reynard_arrow::{RowCollector, TableSpec};
    /// use reynard_pgn::Reader;
    ///
    /// let mut rows = RowCollector::new(&TableSpec::games());
    /// rows.set_offset(700);
    /// Reader::from_bytes(b"1. e4 *").read_all(&mut rows)?;
    /// let batch = rows.into_batch(0)?;
    /// assert_eq!(batch.column(1).as_primitive::<UInt64Type>().value(0), 700);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn set_offset(&mut self, offset: u64) {
        self.offset = Some(offset);
    }

    /// Returns the sums over the games so far.
    pub const fn totals(&self) -> TableTotals {
        self.totals
    }

    /// Returns the rows. The first game is numbered `games_before` + 1.
    ///
    /// # Errors
    ///
    /// [`BatchError::Arrow`] if the text of a column exceeds 2 GiB.
    ///
    /// ```
    /// use arrow_array::{cast::AsArray, types::UInt64Type};
    /// use reynard_arrow::{RowCollector, TableSpec};
    /// use reynard_pgn::Reader;
    ///
    /// let mut rows = RowCollector::new(&TableSpec::games());
    /// Reader::from_bytes(b"1. e4 *").read_all(&mut rows)?;
    /// let batch = rows.into_batch(41)?;
    /// assert_eq!(batch.column(0).as_primitive::<UInt64Type>().value(0), 42);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_batch(self, games_before: u64) -> Result<RecordBatch, BatchError> {
        self.into_weighted(games_before).map(|(batch, _)| batch)
    }

    /// Returns the rows, with the approximate size of each in bytes.
    pub(crate) fn into_weighted(
        self,
        games_before: u64,
    ) -> Result<(RecordBatch, RowWeights), BatchError> {
        Ok(match self.rows {
            Rows::Games(rows) => rows.finish(games_before)?,
            Rows::Positions(rows) => (rows.finish(games_before)?, RowWeights::Equal),
        })
    }
}

impl Visitor for RowCollector {
    fn begin_game(&mut self, game: GameStart) {
        self.totals.games += 1;
        match &mut self.rows {
            Rows::Games(rows) => rows.begin(self.totals.games, self.offset.unwrap_or(game.offset)),
            Rows::Positions(rows) => rows.begin(self.totals.games),
        }
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        match &mut self.rows {
            Rows::Games(rows) => rows.tag(name, value),
            Rows::Positions(rows) => rows.tag(name, value),
        }
    }

    fn start_position(&mut self, position: &Position) {
        if let Rows::Games(rows) = &mut self.rows {
            rows.start(position);
        }
    }

    fn san(&mut self, _: &[u8]) -> Skip {
        Skip::Yes
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        match &mut self.rows {
            Rows::Games(rows) => rows.play(played.before, played.after, Some(played.mv)),
            Rows::Positions(rows) => rows.play(played.before, Some(played.mv)),
        }
        Skip::No
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        match &mut self.rows {
            Rows::Games(rows) => rows.play(passed.before, passed.after, None),
            Rows::Positions(rows) => rows.play(passed.before, None),
        }
        Skip::No
    }

    fn comment(&mut self, comment: Comment<'_>) {
        match &mut self.rows {
            Rows::Games(rows) => rows.comment(comment.text),
            Rows::Positions(rows) => rows.comment(comment.text),
        }
    }

    fn nag(&mut self, nag: Nag) {
        if let Rows::Games(rows) = &mut self.rows {
            rows.glyph(nag.0);
        }
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        self.totals.incomplete += u64::from(end.integrity != Integrity::Complete);
        if end.integrity == Integrity::Rejected {
            if let Rows::Positions(rows) = &mut self.rows {
                rows.reject();
            }
            return;
        }
        self.totals.plies += end.plies;
        self.totals.rows += match &mut self.rows {
            Rows::Games(rows) => rows.end(end),
            Rows::Positions(rows) => rows.end(),
        };
    }
}
