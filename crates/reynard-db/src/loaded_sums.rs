//! The cached sums of a segment.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::DatabaseError;
use crate::lazy_cell::LazyCell;
use crate::sums_section::SumsIndex;

/// The loaded sums of a segment.
#[derive(Default)]
pub(crate) struct LoadedSums {
    pub(crate) index: LazyCell<SumsIndex>,
    records: LazyCell<Vec<u8>>,
    /// Number of records requested.
    asked: AtomicU32,
}

impl LoadedSums {
    /// Returns the records in memory. Returns `None` while few records have been requested; the
    /// caller then reads them one by one.
    pub(crate) fn records(
        &self,
        read: impl FnOnce() -> Result<Vec<u8>, DatabaseError>,
    ) -> Result<Option<&[u8]>, DatabaseError> {
        const FEW: u32 = 256;

        if self.asked.fetch_add(1, Ordering::Relaxed) < FEW {
            return Ok(None);
        }
        self.records.get_or_make(read).map(|records| Some(&records[..]))
    }
}
