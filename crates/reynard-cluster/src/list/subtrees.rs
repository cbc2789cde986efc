//! Subtrees of perft: the positions behind the first plies, transpositions joined.

use std::collections::HashMap;

use reynard::Position;
use reynard::uci::{CastlingNotation, UciMove};

use crate::{JobError, PerftTask, Prefix, ShardPart};

/// The most subtrees of a job.
const MOST: usize = 1_000_000;

/// Lists the shards of a task, with some subtrees each.
pub(super) fn list(task: &PerftTask, in_a_shard: usize) -> Result<Vec<ShardPart>, JobError> {
    let prefixes = prefixes(task)?;
    let shards = prefixes.chunks(in_a_shard.max(1));
    Ok(shards.map(|shard| ShardPart::Subtrees { prefixes: shard.to_vec() }).collect())
}

/// Returns the subtrees of a task, each position once, in the order of the first lines that lead to them.
pub(crate) fn prefixes(task: &PerftTask) -> Result<Vec<Prefix>, JobError> {
    let root = crate::tasks::perft::root(task)?;
    let mut level = vec![(root, Prefix { moves: String::new(), multiplicity: 1 })];
    for _ in 0..task.split {
        level = next_level(&level)?;
    }
    Ok(level.into_iter().map(|(_, prefix)| prefix).collect())
}

/// Returns the positions one ply below.
fn next_level(level: &[(Position, Prefix)]) -> Result<Vec<(Position, Prefix)>, JobError> {
    let mut next: Vec<(Position, Prefix)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (pos, prefix) in level {
        for mv in pos.legal_moves() {
            let mut child = pos.clone();
            child.play_unchecked(mv);
            let index = *known.entry(identity(&child)).or_insert(next.len());
            if let Some((_, joined)) = next.get_mut(index) {
                joined.multiplicity += prefix.multiplicity;
                continue;
            }
            if next.len() == MOST {
                return Err(JobError::new("perft", format_args!("more than {MOST} subtrees")));
            }
            let uci = UciMove::new(mv, CastlingNotation::for_position(pos));
            let moves = format!("{}{}{uci}", prefix.moves, blank(&prefix.moves));
            next.push((child, Prefix { moves, multiplicity: prefix.multiplicity }));
        }
    }
    Ok(next)
}

const fn blank(before: &str) -> &'static str {
    if before.is_empty() { "" } else { " " }
}

/// Returns what the legal moves of a position depend on: its FEN without the counters, with an en-passant square only
/// where it can be captured on.
fn identity(pos: &Position) -> String {
    let fen = pos.fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(split: u32) -> PerftTask {
        PerftTask { fen: "startpos".to_owned(), depth: 5, split, hash_mib: 0 }
    }

    /// 5,362 positions after three plies: <https://oeis.org/A083276>.
    #[test]
    fn transpositions_are_joined_and_counted() {
        for (split, lines, positions) in [(0, 1, 1), (1, 20, 20), (2, 400, 400), (3, 8_902, 5_362)]
        {
            let prefixes = prefixes(&task(split)).expect("a split");
            assert_eq!(prefixes.len(), positions, "{split} plies");
            assert_eq!(prefixes.iter().map(|it| it.multiplicity).sum::<u64>(), lines);
        }
    }

    #[test]
    fn a_split_below_the_depth_is_refused() {
        assert!(prefixes(&task(6)).is_err());
    }
}
