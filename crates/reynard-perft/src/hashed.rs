//! Counting leaves with a hash table.
//!
//! Positions three or more plies above the leaves are looked up when they are entered. Positions
//! two plies above the leaves are looked up as well, and buffered as in [`crate::walk`] if they are
//! not found. The kernel then stores the count of each child, and the counts are added up per
//! parent.

use crate::arch::Isa;
use crate::board::Board;
use crate::table::{Planes, Table, planes};
use crate::walk::{Walker, buffer, children};

/// A buffered position two plies above the leaves.
struct Pending {
    planes: Planes,
    /// Index of its first child in the buffer.
    start: usize,
    /// Number of leaves not counted by the kernel.
    replies: u64,
}

/// The depth at which positions are buffered.
const BUFFERED: u32 = 2;

/// Implements [`Isa::hashed`]; compiled once per instruction set.
#[inline(always)]
pub(crate) fn count<I: Isa>(
    walker: &mut Walker<'_, I>,
    board: &Board,
    player: usize,
    depth: u32,
) -> u64 {
    let Some(table) = walker.table else { return 0 };
    let key = planes(board);
    if let Some(count) = table.probe(&key, depth) {
        return count;
    }
    let boards = children(walker.isa.sliders(), board, &walker.geometry.players[player]);
    let count = if depth > BUFFERED + 1 {
        boards
            .iter()
            .map(|child| I::hashed(walker, child, 1 - player, depth - 1))
            .fold(0, u64::saturating_add)
    } else {
        count_buffered(walker, table, &boards, 1 - player)
    };
    table.store(&key, depth, count);
    count
}

/// Counts the leaves two plies below all `boards`.
#[inline(always)]
fn count_buffered<I: Isa>(
    walker: &mut Walker<'_, I>,
    table: &Table,
    boards: &[Board],
    player: usize,
) -> u64 {
    let mut sum = 0;
    let mut pending = Vec::with_capacity(boards.len());
    for board in boards {
        let planes = planes(board);
        if let Some(count) = table.probe(&planes, BUFFERED) {
            sum += count;
            continue;
        }
        if !walker.batch.has_room() {
            sum += settle(walker, table, &mut pending);
        }
        let start = walker.batch.len;
        let replies = buffer(walker, board, player);
        pending.push(Pending { planes, start, replies });
    }
    sum + settle(walker, table, &mut pending)
}

/// Counts the buffered positions and stores the results in the table.
#[inline(always)]
fn settle<I: Isa>(walker: &mut Walker<'_, I>, table: &Table, pending: &mut Vec<Pending>) -> u64 {
    walker.isa.flush_each(&mut walker.batch, &walker.castling);
    let mut end = walker.batch.len;
    let mut sum = 0;
    while let Some(Pending { planes, start, replies }) = pending.pop() {
        let counts = &walker.batch.counts[start..end];
        let count = replies + counts.iter().map(|&n| u64::from(n)).sum::<u64>();
        table.store(&planes, BUFFERED, count);
        sum += count;
        end = start;
    }
    walker.batch.clear();
    sum
}
