//! Options of a database, which are fixed at creation, and options for adding games.

use std::num::NonZero;

use crate::Damage;
use crate::bytes::{ByteCursor, put_varint};

/// Options of a database. They are fixed when it is created.
///
/// ```
/// use reynard_db::DatabaseOptions;
///
/// let options = DatabaseOptions { plies: 40, ..DatabaseOptions::default() };
/// assert_eq!(DatabaseOptions::default().plies, u16::MAX);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatabaseOptions {
    /// Number of plies of each game whose positions are indexed. By default, all are indexed.
    pub plies: u16,
    /// Comments, variations and NAGs.
    pub extra: ExtraContent,
    /// Positions of variations.
    pub variations: VariationIndex,
}

/// Treatment of comments, variations and NAGs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExtraContent {
    /// They are kept.
    #[default]
    Kept,
    /// They are dropped, which makes the file smaller.
    Dropped,
}

/// Treatment of the positions of variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VariationIndex {
    /// They are not indexed: only games that actually reached a position are found.
    #[default]
    Omitted,
    /// They are indexed like the main line, for repertoires.
    Indexed,
}

impl Default for DatabaseOptions {
    fn default() -> Self {
        Self {
            plies: u16::MAX,
            extra: ExtraContent::default(),
            variations: VariationIndex::default(),
        }
    }
}

impl DatabaseOptions {
    /// Returns `true` if variations are indexed but dropped. Then only the variations of texts that
    /// are kept for another reason are indexed.
    pub(crate) fn has_variations_without_text(self) -> bool {
        self.extra == ExtraContent::Dropped && self.variations == VariationIndex::Indexed
    }

    pub(crate) fn write(self, out: &mut Vec<u8>) {
        put_varint(out, u64::from(self.plies));
        let extra = u64::from(self.extra == ExtraContent::Dropped);
        let variations = u64::from(self.variations == VariationIndex::Indexed);
        put_varint(out, extra | variations << 1);
    }

    pub(crate) fn read(cursor: &mut ByteCursor<'_>) -> Result<Self, Damage> {
        let plies = u16::try_from(cursor.varint()?).map_err(|_| Damage::NUMBER)?;
        let bits = cursor.varint()?;
        let extra = if bits & 1 == 0 { ExtraContent::Kept } else { ExtraContent::Dropped };
        let variations =
            if bits & 2 == 0 { VariationIndex::Omitted } else { VariationIndex::Indexed };
        Ok(Self { plies, extra, variations })
    }
}

/// Memory and threads of a job.
///
/// ```
/// use reynard_db::Budget;
///
/// assert_eq!(Budget::default().memory, 512 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Approximate memory in bytes. Larger data is sorted in temporary files.
    pub memory: usize,
    /// Number of threads.
    pub threads: NonZero<usize>,
    /// Number of games after which a commit is due, at most 524,288.
    pub commit: u32,
}

/// Games in a full segment.
pub(crate) const SEGMENT_GAMES: u32 = 1 << 19;

impl Default for Budget {
    fn default() -> Self {
        Self { memory: 512 << 20, threads: NonZero::<usize>::MIN, commit: SEGMENT_GAMES }
    }
}
