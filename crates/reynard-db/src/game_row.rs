//! The columns of a game that sums need.

use crate::tag_layout::year_of;

/// Data of a game for the sums over the games of a position, together, so that it takes one access
/// to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameRow {
    pub(crate) elos: [u16; 2],
    /// 0 if it is unknown.
    pub(crate) year: u16,
    pub(crate) flags: u8,
}

impl GameRow {
    #[inline]
    pub(crate) fn new(elos: [u16; 2], date: u32, flags: u8) -> Self {
        Self { elos, year: year_of(date).unwrap_or(0), flags }
    }
}

/// The rows and dates of all games of a segment, by their numbers.
#[derive(Clone, Copy)]
pub(crate) struct SummedGames<'a> {
    pub(crate) rows: &'a [GameRow],
    pub(crate) dates: &'a [u32],
}
