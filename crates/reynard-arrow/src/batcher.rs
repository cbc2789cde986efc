//! Combines the rows of chunks into batches of equal size.

use std::collections::VecDeque;
use std::num::NonZeroUsize;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use arrow_select::concat::concat_batches;

use crate::parts::Parts;
use crate::{BatchError, RowCollector, TableSpec, TableTotals};

/// Combines the rows of any number of collectors into batches of equal size, and numbers the games
/// consecutively across all collectors.
///
/// Batches depend only on the games, not on how they were split into chunks. All batches have the
/// same number of rows, except for the last one and for those that reach 256 MiB before that.
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

    /// Adds a collector's rows, which must belong to the same table.
    ///
    /// # Errors
    ///
    /// [`BatchError::Arrow`] if the rows belong to a different table.
    pub fn push(&mut self, rows: RowCollector) -> Result<(), BatchError> {
        let schema = self.schema();
        self.parts.push(rows, |parts| {
            self.ready.push_back(concat_batches(&schema, parts)?);
            Ok(())
        })
    }

    /// Returns the next full batch, or `None` while there are not enough rows.
    pub fn next_batch(&mut self) -> Option<RecordBatch> {
        self.ready.pop_front()
    }

    /// Returns the remaining rows, which are fewer than a full batch, or `None` if there are none.
    ///
    /// # Errors
    ///
    /// [`BatchError::Arrow`] if the batch cannot be created.
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
