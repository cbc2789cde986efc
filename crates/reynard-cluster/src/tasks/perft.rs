//! Perft: a ledger with a line for each subtree.

use std::io::Write;

use reynard::Position;
use reynard_perft::{Perft, PerftOptions};
use serde::{Deserialize, Serialize};

use crate::json_lines::write_line;
use crate::{Counts, JobError, PerftTask, Prefix, Shard, ShardPart};

/// A line of the ledger.
#[derive(Serialize, Deserialize)]
pub(crate) struct LedgerLine {
    #[serde(flatten)]
    pub(crate) prefix: Prefix,
    /// Leaves of the subtree, once.
    pub(crate) nodes: u64,
}

/// Counts the subtrees of a shard.
pub(crate) fn run(
    task: &PerftTask,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let ShardPart::Subtrees { prefixes } = &shard.part else {
        return Err(JobError::wrong_part(shard));
    };
    let options = PerftOptions { hash_mib: task.hash_mib, ..PerftOptions::default() };
    let failed = |error| JobError::new("perft", error);
    let perft = Perft::new(&options).map_err(failed)?;
    let root = root(task)?;
    let mut counts = Counts::default();
    for prefix in prefixes {
        let pos = after(&root, &prefix.moves)?;
        let nodes = perft.count(&pos, task.depth - task.split).map_err(failed)?;
        let line = LedgerLine { prefix: prefix.clone(), nodes };
        count(&line, &mut counts);
        write_line(out, shard, &line)?;
    }
    Ok(counts)
}

/// Adds a line of a ledger.
pub(crate) fn count(line: &LedgerLine, counts: &mut Counts) {
    counts.subtrees += 1;
    counts.leaves += u128::from(line.nodes) * u128::from(line.prefix.multiplicity);
}

/// Returns the position of a task; the depth has to reach below the split.
pub(crate) fn root(task: &PerftTask) -> Result<Position, JobError> {
    if task.split > task.depth {
        let reason = format!("a split of {} plies is below the depth {}", task.split, task.depth);
        return Err(JobError::new("perft", reason));
    }
    match task.fen.as_str() {
        "startpos" => Ok(Position::startpos()),
        fen => Position::from_fen(fen).map_err(|error| JobError::new(fen, error)),
    }
}

/// Returns the position behind moves in UCI notation.
fn after(root: &Position, moves: &str) -> Result<Position, JobError> {
    let mut pos = root.clone();
    for text in moves.split_whitespace() {
        let mv = pos.parse_uci(text).map_err(|error| JobError::new(moves, error))?;
        pos.play(mv).map_err(|error| JobError::new(moves, error))?;
    }
    Ok(pos)
}
