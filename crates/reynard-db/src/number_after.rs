//! Game numbers after other games have been removed.

/// Returns the number of a game after games have been removed, given their ascending numbers. Later
/// games are renumbered to close the gaps. Returns `None` for a removed game.
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
