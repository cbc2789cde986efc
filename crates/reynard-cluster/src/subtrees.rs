//! Perft subtrees: the positions after the first plies, with transpositions merged.

use std::collections::HashMap;

use reynard::{Epd, Position};

use crate::{JobError, Prefix};

/// Maximum number of subtrees in a job.
const MOST: usize = 1_000_000;

/// Returns the positions `plies` plies below a root, each once. They are ordered by the first line
/// that leads to each position.
pub(crate) fn subtrees(root: Position, plies: u32) -> Result<Vec<Prefix>, JobError> {
    let mut level = vec![(root, Prefix { moves: String::new(), multiplicity: 1 })];
    for _ in 0..plies {
        level = next_level(&level)?;
    }
    Ok(level.into_iter().map(|(_, prefix)| prefix).collect())
}

/// Returns the positions one ply below those of `level`.
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
            let uci = pos.uci(mv);
            let moves = format!("{}{}{uci}", prefix.moves, blank(&prefix.moves));
            next.push((child, Prefix { moves, multiplicity: prefix.multiplicity }));
        }
    }
    Ok(next)
}

const fn blank(before: &str) -> &'static str {
    if before.is_empty() { "" } else { " " }
}

/// Returns a string that determines the legal moves of a position: its EPD record without
/// operations. The string contains no move counters, and contains an en passant square only if a
/// capture there is possible.
fn identity(pos: &Position) -> String {
    Epd { position: pos.clone(), operations: Vec::new() }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that there are 5,362 positions after three plies: <https://oeis.org/A083276>.
    #[test]
    fn transpositions_are_joined_and_counted() {
        for (split, lines, positions) in [(0, 1, 1), (1, 20, 20), (2, 400, 400), (3, 8_902, 5_362)]
        {
            let prefixes = subtrees(Position::startpos(), split).expect("a split");
            assert_eq!(prefixes.len(), positions, "{split} plies");
            assert_eq!(prefixes.iter().map(|it| it.multiplicity).sum::<u64>(), lines);
        }
    }
}
