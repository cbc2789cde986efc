//! Result of a probe: a value, or the missing table.

use std::fmt;

use crate::{Material, TableKind};

/// Result of a probe: a value, or the name of the table that is missing.
///
/// A missing table is not an error, since most users have only some of the tables.
///
/// ```
/// use reynard_syzygy::{Lookup, Tablebase};
///
/// let tables = Tablebase::new();
/// let pos = "8/8/8/8/8/2K5/1R6/k7 b - - 0 1".parse()?;
/// let lookup = tables.probe_wdl(&pos)?;
/// assert_eq!(lookup.known(), None);
/// assert_eq!(lookup.missing().unwrap().to_string(), "KRvK.rtbw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup<T> {
    /// The value from the tables.
    Known(T),
    /// The first required table that is missing.
    Missing(TableName),
}

impl<T> Lookup<T> {
    /// Returns the value if no table is missing.
    ///
    /// ```
    /// use reynard_syzygy::{Lookup, Wdl};
    ///
    /// assert_eq!(Lookup::Known(Wdl::Win).known(), Some(Wdl::Win));
    /// ```
    pub fn known(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Missing(_) => None,
        }
    }

    /// Returns the missing table, or `None` if no table is missing.
    ///
    /// ```
    /// use reynard_syzygy::{Lookup, Wdl};
    ///
    /// assert_eq!(Lookup::Known(Wdl::Win).missing(), None);
    /// ```
    pub const fn missing(&self) -> Option<TableName> {
        match self {
            Self::Known(_) => None,
            Self::Missing(name) => Some(*name),
        }
    }
}

impl<T> From<Lookup<T>> for Option<T> {
    /// Converts a lookup to an option, like [`Lookup::known`].
    fn from(lookup: Lookup<T>) -> Self {
        lookup.known()
    }
}

impl<T: fmt::Display> fmt::Display for Lookup<T> {
    /// Writes the value, or a message such as `KQvK.rtbw is missing`.
    ///
    /// ```
    /// use reynard_syzygy::{Lookup, Wdl};
    ///
    /// assert_eq!(Lookup::Known(Wdl::CursedWin).to_string(), "cursed win");
    /// assert_eq!(
    ///     Lookup::<Wdl>::Missing("KQvK.rtbw".parse()?).to_string(),
    ///     "KQvK.rtbw is missing"
    /// );
    /// # Ok::<(), reynard_syzygy::ParseMaterialError>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(value) => value.fmt(f),
            Self::Missing(name) => write!(f, "{name} is missing"),
        }
    }
}

/// The name of a table, with its kind.
///
/// ```
/// use reynard_syzygy::{TableKind, TableName};
///
/// let name: TableName = "KQvK.rtbz".parse()?;
/// assert_eq!(name.kind, TableKind::Dtz);
/// assert_eq!(name.material.piece_count(), 3);
/// # Ok::<(), reynard_syzygy::ParseMaterialError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    /// The material of the table.
    pub material: Material,
    /// WDL or DTZ.
    pub kind: TableKind,
}

impl fmt::Display for TableName {
    /// Writes the file name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.material, self.kind.extension())
    }
}

impl std::str::FromStr for TableName {
    type Err = crate::ParseMaterialError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let (stem, extension) = name.split_once('.').ok_or(crate::ParseMaterialError)?;
        let kind = TableKind::from_extension(extension).ok_or(crate::ParseMaterialError)?;
        let material: Material = stem.parse()?;
        if material.piece_count() < 3 {
            Err(crate::ParseMaterialError)
        } else {
            Ok(Self { material, kind })
        }
    }
}
