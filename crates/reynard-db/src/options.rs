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
    /// Number of plies per game for which positions are indexed. By default, all positions are
    /// indexed.
    pub plies: u16,
    /// Treatment of comments, variations and NAGs.
    pub extra: ExtraContent,
    /// Treatment of the positions of variations.
    pub variations: VariationIndex,
}

/// Treatment of comments, variations and NAGs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExtraContent {
    /// Comments, variations and NAGs are kept.
    #[default]
    Kept,
    /// Comments, variations and NAGs are dropped, which makes the file smaller.
    Dropped,
}

/// Treatment of the positions of variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VariationIndex {
    /// Positions in variations are not indexed, so a query finds only the games in which a position
    /// was actually reached.
    #[default]
    Omitted,
    /// Positions in variations are indexed like those of the main line. This is meant for
    /// repertoires.
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
    /// Returns `true` if variations are indexed but dropped. In that case, variations are indexed
    /// only if the game's text is kept for another reason.
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

/// Memory and threads available to an operation.
///
/// ```
/// use reynard_db::Budget;
///
/// assert_eq!(Budget::default().memory, 512 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Approximate memory limit in bytes. Data that does not fit is sorted in temporary files.
    pub memory: usize,
    /// Number of threads.
    pub threads: NonZero<usize>,
    /// Number of games after which a commit is due, at most 524,288.
    pub commit: u32,
}

/// Number of games in a full segment.
pub(crate) const SEGMENT_GAMES: u32 = 1 << 19;

impl Default for Budget {
    fn default() -> Self {
        Self { memory: 512 << 20, threads: NonZero::<usize>::MIN, commit: SEGMENT_GAMES }
    }
}
