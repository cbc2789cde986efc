//! Renumbers games after other games have been removed.

/// Returns the new number of a game after games have been removed. `removed` holds the numbers of
/// the removed games in ascending order. Later games are renumbered to close the gaps. Returns
/// `None` if `game` itself was removed.
pub(crate) fn number_after(game: u64, removed: &[u64]) -> Option<u64> {
    removed.binary_search(&game).err().map(|before| game - before as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_games_move_up_and_removed_ones_have_no_number() {
        let numbers = |game| number_after(game, &[1, 4, 5]);
        assert_eq!(
            (0..8).map(numbers).collect::<Vec<_>>(),
            [Some(0), None, Some(1), Some(2), None, None, Some(3), Some(4)]
        );
    }
}
