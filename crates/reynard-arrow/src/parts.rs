//! The rows of chunks, split where a batch is full.

use std::num::NonZeroUsize;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

use crate::{BatchError, RowCollector, TableSpec, TableTotals};

/// Rows from any number of collectors. They become the parts of the next batch.
///
/// Batches depend only on the games, not on how they were split into chunks.
#[derive(Debug)]
pub(crate) struct Parts {
    schema: SchemaRef,
    batch_rows: usize,
    /// The parts of the next batch, its number of rows and its size.
    batches: Vec<RecordBatch>,
    rows: usize,
    bytes: u64,
    totals: TableTotals,
}

/// The size at which a batch is full, regardless of its number of rows.
const MAX_BYTES: u64 = 256 << 20;

impl Parts {
    pub(crate) fn new(spec: &TableSpec, batch_rows: NonZeroUsize) -> Self {
        Self {
            schema: spec.schema(),
            batch_rows: batch_rows.get(),
            batches: Vec::new(),
            rows: 0,
            bytes: 0,
            totals: TableTotals::default(),
        }
    }

    /// Adds rows, and calls a function with the parts of each full batch.
    pub(crate) fn push(
        &mut self,
        rows: RowCollector,
        mut full: impl FnMut(&[RecordBatch]) -> Result<(), BatchError>,
    ) -> Result<(), BatchError> {
        let totals = rows.totals();
        let (batch, weights) = rows.into_weighted(self.totals.games)?;
        if batch.schema() != self.schema {
            let error = "the rows are of another table".to_owned();
            return Err(ArrowError::SchemaError(error).into());
        }
        self.totals.games += totals.games;
        self.totals.plies += totals.plies;
        self.totals.incomplete += totals.incomplete;
        self.totals.rows += totals.rows;
        let mut start = 0;
        for row in 0..batch.num_rows() {
            self.rows += 1;
            self.bytes += weights.get(row);
            if self.rows == self.batch_rows || self.bytes >= MAX_BYTES {
                self.batches.push(batch.slice(start, row + 1 - start));
                start = row + 1;
                full(&self.take_rest())?;
            }
        }
        if start < batch.num_rows() {
            self.batches.push(batch.slice(start, batch.num_rows() - start));
        }
        Ok(())
    }

    /// Takes the parts of the incomplete batch.
    pub(crate) fn take_rest(&mut self) -> Vec<RecordBatch> {
        (self.rows, self.bytes) = (0, 0);
        std::mem::take(&mut self.batches)
    }

    pub(crate) const fn totals(&self) -> TableTotals {
        self.totals
    }

    pub(crate) const fn schema(&self) -> &SchemaRef {
        &self.schema
    }
}
