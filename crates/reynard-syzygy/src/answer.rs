//! What a probe answers: a value, or which table is missing.

use std::fmt;

use crate::{Material, TableKind};

/// The answer to a probe: a value, or the table that would be needed for it.
///
/// That a table is missing is nothing wrong; most people have some tables only.
///
/// ```
/// use reynard_syzygy::{Answer, Tablebase};
///
/// let tables = Tablebase::new();
/// let pos = "8/8/8/8/8/2K5/1R6/k7 b - - 0 1".parse()?;
/// let answer = tables.probe_wdl(&pos)?;
/// assert_eq!(answer.known(), None);
/// assert_eq!(answer.missing().unwrap().to_string(), "KRvK.rtbw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// What the tables say.
    Known(T),
    /// The first table that was needed and is not there.
    Missing(TableName),
}

impl<T> Answer<T> {
    /// What the tables say, if they do.
    pub fn known(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Missing(_) => None,
        }
    }

    /// The table that is not there.
    pub const fn missing(&self) -> Option<TableName> {
        match self {
            Self::Known(_) => None,
            Self::Missing(name) => Some(*name),
        }
    }
}

/// The name of a table, and which of its two kinds is meant.
///
/// ```
/// use reynard_syzygy::{TableKind, TableName};
///
/// let name: TableName = "KQvK.rtbz".parse()?;
/// assert_eq!(name.kind, TableKind::Dtz);
/// assert_eq!(name.material.men(), 3);
/// # Ok::<(), reynard_syzygy::ParseMaterialError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    /// The men it is about.
    pub material: Material,
    /// What it tells.
    pub kind: TableKind,
}

impl fmt::Display for TableName {
    /// Writes the name of the file.
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
        if material.men() < 3 {
            Err(crate::ParseMaterialError)
        } else {
            Ok(Self { material, kind })
        }
    }
}
