//! Rows of chunks, put together to batches of one size.

use std::collections::VecDeque;
use std::num::NonZeroUsize;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use arrow_select::concat::concat_batches;

use crate::{BatchError, RowCollector, TableSpec, TableTotals};

/// Makes batches of equal size of the rows of any number of collectors, and counts games over all of them.
///
/// Batches depend on the games alone, not on how they were split into chunks: each has the same number of
/// rows but for the last one and for those that reach 256 MiB before.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use reynard_arrow::{Batcher, RowCollector, TableSpec};
/// use reynard_pgn::Reader;
///
/// let spec = TableSpec::positions();
/// let mut batcher = Batcher::new(&spec, NonZeroUsize::new(2).unwrap());
/// for pgn in ["1. e4 *", "1. d4 d5 *"] {
///     let mut rows = RowCollector::new(&spec);
///     Reader::from_bytes(pgn.as_bytes()).read_all(&mut rows)?;
///     batcher.push(rows)?;
/// }
/// assert_eq!(batcher.next_batch().unwrap().num_rows(), 2);
/// assert_eq!(batcher.next_batch(), None);
/// assert_eq!(batcher.take_rest()?.unwrap().num_rows(), 1);
/// assert_eq!(batcher.totals().games, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Batcher {
    schema: SchemaRef,
    batch_rows: usize,
    ready: VecDeque<RecordBatch>,
    /// The parts of the next batch, its rows and its size.
    parts: Vec<RecordBatch>,
    rows: usize,
    bytes: u64,
    totals: TableTotals,
}

/// A batch of this size is full, whatever the number of its rows.
const MAX_BYTES: u64 = 256 << 20;

impl Batcher {
    /// A batcher for the rows of one table.
    pub fn new(spec: &TableSpec, batch_rows: NonZeroUsize) -> Self {
        Self {
            schema: spec.schema(),
            batch_rows: batch_rows.get(),
            ready: VecDeque::new(),
            parts: Vec::new(),
            rows: 0,
            bytes: 0,
            totals: TableTotals::default(),
        }
    }

    /// Adds rows. They have to be of the same table.
    ///
    /// # Errors
    ///
    /// [`BatchError::Arrow`] if they are of another table.
    pub fn push(&mut self, rows: RowCollector) -> Result<(), BatchError> {
        let totals = rows.totals();
        let (batch, weights) = rows.into_weighted(self.totals.games)?;
        self.totals.games += totals.games;
        self.totals.plies += totals.plies;
        self.totals.incomplete += totals.incomplete;
        self.totals.rows += totals.rows;
        let mut start = 0;
        for row in 0..batch.num_rows() {
            self.rows += 1;
            self.bytes += weights.get(row);
            if self.rows == self.batch_rows || self.bytes >= MAX_BYTES {
                self.parts.push(batch.slice(start, row + 1 - start));
                start = row + 1;
                let full = self.put_together()?;
                self.ready.push_back(full);
            }
        }
        if start < batch.num_rows() {
            self.parts.push(batch.slice(start, batch.num_rows() - start));
        }
        Ok(())
    }

    /// Returns the next full batch; `None` until there are rows enough.
    pub fn next_batch(&mut self) -> Option<RecordBatch> {
        self.ready.pop_front()
    }

    /// Returns the rows that are left, which are fewer than a batch has; `None` if there are none.
    ///
    /// # Errors
    ///
    /// [`BatchError::Arrow`] if the batch cannot be made.
    pub fn take_rest(&mut self) -> Result<Option<RecordBatch>, BatchError> {
        match self.ready.pop_front() {
            None if self.parts.is_empty() => Ok(None),
            None => self.put_together().map(Some),
            full => Ok(full),
        }
    }

    /// Returns the sums over all games.
    pub const fn totals(&self) -> TableTotals {
        self.totals
    }

    /// Returns the schema.
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn put_together(&mut self) -> Result<RecordBatch, BatchError> {
        let batch = concat_batches(&self.schema, &self.parts)?;
        self.parts.clear();
        (self.rows, self.bytes) = (0, 0);
        Ok(batch)
    }
}
