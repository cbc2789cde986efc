//! Rows of chunks, put together to batches of one size.

use std::collections::VecDeque;
use std::num::NonZeroUsize;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use arrow_select::concat::concat_batches;

use crate::parts::Parts;
use crate::{BatchError, RowCollector, TableSpec, TableTotals};

/// Makes batches of equal size of the rows of any number of collectors, and counts games over all
/// of them.
///
/// Batches depend on the games alone, not on how they were split into chunks: each has the same
/// number of rows except for the last one and for those that reach 256 MiB before.
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
    parts: Parts,
    ready: VecDeque<RecordBatch>,
}

impl Batcher {
    /// Creates a batcher for the rows of one table.
    pub fn new(spec: &TableSpec, batch_rows: NonZeroUsize) -> Self {
        Self { parts: Parts::new(spec, batch_rows), ready: VecDeque::new() }
    }

    /// Adds rows. They have to be of the same table.
    ///
    /// # Errors
    ///
    /// [`BatchError::Arrow`] if they are of another table.
    pub fn push(&mut self, rows: RowCollector) -> Result<(), BatchError> {
        let schema = self.schema();
        self.parts.push(rows, |parts| {
            self.ready.push_back(concat_batches(&schema, parts)?);
            Ok(())
        })
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
        if let Some(full) = self.ready.pop_front() {
            return Ok(Some(full));
        }
        let rest = self.parts.take_rest();
        if rest.is_empty() {
            return Ok(None);
        }
        Ok(Some(concat_batches(self.parts.schema(), &rest)?))
    }

    /// Returns the sums over all games.
    pub const fn totals(&self) -> TableTotals {
        self.parts.totals()
    }

    /// Returns the schema.
    pub fn schema(&self) -> SchemaRef {
        self.parts.schema().clone()
    }
}
