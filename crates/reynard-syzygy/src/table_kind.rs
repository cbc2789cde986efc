//! The kinds of tables.

use std::fmt;

/// The two kinds of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableKind {
    /// Win, draw or loss: `.rtbw` files.
    Wdl,
    /// Distance to zero: `.rtbz` files.
    Dtz,
}

impl TableKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// Returns the file extension, without the dot.
    ///
    /// ```
    /// use reynard_syzygy::{Dtz, TableKind};
    ///
    /// assert_eq!(TableKind::Dtz.extension(), "rtbz");
    /// ```
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// Returns the kind with the given extension, if there is one.
    ///
    /// ```
    /// use reynard_syzygy::TableKind;
    ///
    /// assert_eq!(TableKind::from_extension("rtbz"), Some(TableKind::Dtz));
    /// ```
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.extension() == extension)
    }

    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Wdl => "WDL",
            Self::Dtz => "DTZ",
        })
    }
}
