//! A cached block of a column, for reading single values.

use crate::DatabaseError;
use crate::bytes::low_word;
use crate::store::BLOCK;

/// The last block read from a column. Values of games in ascending order can be read with one read
/// per block, so a query for few games does not load a column of a million games.
#[derive(Debug, Default)]
pub(crate) struct ColumnWindow {
    block: Vec<u8>,
    number: u32,
    /// Number of blocks read.
    blocks: u64,
    /// Number of values read.
    values: u64,
}

/// One value may be read individually per this many games in the column; beyond that, loading the
/// whole column is faster.
const SHARE: u64 = 32;

impl ColumnWindow {
    /// Returns a game's value from a column of `N`-byte values. `read` appends a block to a buffer.
    /// Returns `None` once the number of values read makes loading the whole column faster.
    pub(crate) fn value<const N: usize>(
        &mut self,
        game: u32,
        games: u32,
        read: impl FnOnce(u32, &mut Vec<u8>) -> Result<(), DatabaseError>,
    ) -> Result<Option<[u8; N]>, DatabaseError> {
        let block_len = BLOCK as u64;
        let start = u64::from(game) * N as u64;
        let number = low_word(start / block_len);
        let is_here = !self.block.is_empty() && self.number == number;
        let all_blocks = (u64::from(games) * N as u64).div_ceil(block_len);
        if self.values >= u64::from(games) / SHARE || !is_here && self.blocks >= all_blocks {
            // The block is no longer needed.
            self.block = Vec::new();
            return Ok(None);
        }
        if !is_here {
            self.block.clear();
            read(number, &mut self.block)?;
            self.number = number;
            self.blocks += 1;
        }
        self.values += 1;
        let place = usize::try_from(start % block_len).unwrap_or(0);
        let value = self.block.get(place..).and_then(|rest| rest.first_chunk());
        Ok(value.copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a value from a column in which game `n` has the value `n`.
    fn read(window: &mut ColumnWindow, game: u32, games: u32, reads: &mut u32) -> Option<u32> {
        let value = window.value(game, games, |number, block| {
            *reads += 1;
            let first = number * u32::try_from(BLOCK / 4).expect("small");
            let numbers = (first..games).take(BLOCK / 4);
            block.extend(numbers.flat_map(u32::to_le_bytes));
            Ok(())
        });
        value.expect("no error").map(u32::from_le_bytes)
    }

    #[test]
    fn games_in_order_read_each_block_once_until_the_column_is_due() {
        let (mut window, mut reads) = (ColumnWindow::default(), 0);
        let games = 64_000;
        for game in (0..games).step_by(64) {
            assert_eq!(read(&mut window, game, games, &mut reads), Some(game));
        }
        assert_eq!(reads, 16);
        for _ in 0..1_000 {
            assert_eq!(read(&mut window, games - 1, games, &mut reads), Some(games - 1));
        }
        assert_eq!(read(&mut window, games - 1, games, &mut reads), None);
        assert_eq!(reads, 16);
    }

    #[test]
    fn games_without_order_read_as_many_blocks_as_the_column_has() {
        let (mut window, mut reads) = (ColumnWindow::default(), 0);
        let games = 64_000;
        let ends = [0, games - 1].into_iter().cycle();
        let found = ends.map_while(|game| read(&mut window, game, games, &mut reads)).count();
        assert_eq!((found, reads), (16, 16));
    }

    #[test]
    fn a_short_block_has_no_value() {
        let mut window = ColumnWindow::default();
        let value = window.value::<4>(0, 64, |_, block| {
            block.push(1);
            Ok(())
        });
        assert!(value.is_ok_and(|value| value.is_none()));
    }
}
