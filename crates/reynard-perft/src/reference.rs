//! Counting with the public generator: a reference for the other methods, and a measure of the
//! speed of the `reynard` crate itself.

use std::hint::black_box;

use reynard::{MoveList, Position, Selection};

/// Counts the leaves by listing moves. The last ply is counted without playing its moves.
pub(crate) fn list(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => sum_over_moves(position, |child| list(child, depth - 1)),
    }
}

/// Counts the leaves by playing every move, including those of the last ply.
pub(crate) fn full(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => sum_over_moves(position, |leaf| {
            // The leaf is not used; it is to be made all the same.
            black_box(leaf);
            1
        }),
        _ => sum_over_moves(position, |child| full(child, depth - 1)),
    }
}

/// Plays each legal move and adds up the results of `count` for the positions after it.
#[inline(always)]
fn sum_over_moves(position: &Position, count: impl Fn(&Position) -> u64) -> u64 {
    let mut moves = MoveList::new();
    position.add_moves(Selection::ALL, &mut moves);
    let mut child = position.clone();
    let mut sum: u64 = 0;
    for &mv in &moves {
        position.play_into(mv, &mut child);
        sum = sum.saturating_add(count(&child));
    }
    sum
}
