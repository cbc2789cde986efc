//! The cached names of a segment.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::DatabaseError;
use crate::lazy_cell::LazyCell;
use crate::names::NameTable;
use crate::packed_names::PackedNames;

/// The loaded names of a segment: in packed form if few names are requested, otherwise as a table.
#[derive(Debug, Default)]
pub(crate) struct LoadedNames {
    table: LazyCell<NameTable>,
    packed: LazyCell<PackedNames>,
    /// Number of names that were requested individually.
    asked: AtomicU32,
}

impl LoadedNames {
    /// Returns the table of all names.
    #[inline]
    pub(crate) fn table(
        &self,
        read: impl FnOnce() -> Result<NameTable, DatabaseError>,
    ) -> Result<&NameTable, DatabaseError> {
        self.table.get_or_make(read)
    }

    /// Returns the packed names, for finding a single name. Returns `None` once the table is
    /// loaded, or once the number of requested names makes loading the table faster.
    pub(crate) fn packed(
        &self,
        read: impl FnOnce() -> Result<PackedNames, DatabaseError>,
    ) -> Result<Option<&PackedNames>, DatabaseError> {
        const FEW: u32 = 128;

        if self.table.get().is_some() || self.asked.fetch_add(1, Ordering::Relaxed) >= FEW {
            return Ok(None);
        }
        self.packed.get_or_make(read).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::write_names;

    #[test]
    fn many_texts_want_the_table() {
        let section = write_names([&b"a"[..], b"b"].into_iter());
        let names = LoadedNames::default();
        let packed = || names.packed(|| Ok(PackedNames::read(&section).expect("intact")));
        let found = (0..1_000).filter(|_| packed().expect("intact").is_some()).count();
        assert_eq!(found, 128);
    }

    #[test]
    fn a_table_that_is_there_is_taken() {
        let section = write_names([&b"a"[..]].into_iter());
        let names = LoadedNames::default();
        names.table(|| Ok(NameTable::read(&section).expect("intact"))).expect("intact");
        let packed = names.packed(|| Ok(PackedNames::read(&section).expect("intact")));
        assert!(packed.expect("intact").is_none());
    }
}
