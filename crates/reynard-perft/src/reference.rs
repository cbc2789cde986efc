//! Counting with the public generator: the yardstick, and what the `reynard` crate itself can do.

use reynard::Position;

/// Counts by listing moves; the last ply is only counted.
pub(crate) fn list(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position
            .legal_moves()
            .iter()
            .map(|&m| {
                let mut child = position.clone();
                child.play_unchecked(m);
                list(&child, depth - 1)
            })
            .fold(0, u64::saturating_add),
    }
}

/// Counts by playing every move.
pub(crate) fn full(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves()
        .iter()
        .map(|&m| {
            let mut child = position.clone();
            child.play_unchecked(m);
            full(&child, depth - 1)
        })
        .fold(0, u64::saturating_add)
}
