//! The names of a segment that are in memory.

use std::borrow::Cow;

use crate::lazy_cell::LazyCell;
use crate::names::NameTable;
use crate::packed_names::PackedNames;
use crate::{Damage, DatabaseError};

/// The names of a segment, as far as they were read: packed for a few, or as a table.
#[derive(Debug, Default)]
pub(crate) struct LoadedNames {
    table: LazyCell<NameTable>,
    packed: LazyCell<PackedNames>,
}

impl LoadedNames {
    /// Returns the table of all names. `read` reads the section.
    #[inline]
    pub(crate) fn table(
        &self,
        read: impl FnOnce() -> Result<Vec<u8>, DatabaseError>,
        damaged: impl FnOnce(Damage) -> DatabaseError,
    ) -> Result<&NameTable, DatabaseError> {
        self.table.get_or_make(|| NameTable::read(&read()?).map_err(damaged))
    }

    /// Returns the name with a number; `None` if there is none. The table is made once many were
    /// asked for.
    pub(crate) fn single(
        &self,
        number: u32,
        read: impl FnOnce() -> Result<Vec<u8>, DatabaseError>,
        damaged: impl FnOnce(Damage) -> DatabaseError,
    ) -> Result<Option<Cow<'_, [u8]>>, DatabaseError> {
        let is_due = self.packed.get().is_some_and(PackedNames::is_due);
        if is_due || self.table.get().is_some() {
            return Ok(self.table(read, damaged)?.get(number).map(Cow::Borrowed));
        }
        let packed = self.packed.get_or_make(|| PackedNames::read(&read()?).map_err(damaged))?;
        Ok(packed.get(number).map(Cow::Owned))
    }
}
