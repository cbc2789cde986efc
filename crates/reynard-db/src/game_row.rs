//! The column values of a game that are needed for sums over positions.

use crate::tag_layout::year_of;

/// The data of a game that the sums over a position need, stored together so that reading it takes
/// one memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameRow {
    pub(crate) elos: [u16; 2],
    /// Year, or 0 if unknown.
    pub(crate) year: u16,
    pub(crate) flags: u8,
}

impl GameRow {
    #[inline]
    pub(crate) fn new(elos: [u16; 2], date: u32, flags: u8) -> Self {
        Self { elos, year: year_of(date).unwrap_or(0), flags }
    }
}

/// The rows and dates of all games of a segment, by game number.
#[derive(Clone, Copy)]
pub(crate) struct SummedGames<'a> {
    pub(crate) rows: &'a [GameRow],
    pub(crate) dates: &'a [u32],
}
