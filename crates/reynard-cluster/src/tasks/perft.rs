//! Runs perft, and writes a ledger with one line per subtree.

use std::io::Write;

use reynard::Position;
use reynard_perft::{Perft, PerftOptions};
use serde::{Deserialize, Serialize};

use crate::json_lines::{read_lines, write_line};
use crate::subtrees::subtrees;
use crate::{
    Counts, DamagedShard, Job, JobError, OutputName, Prefix, Shard, ShardPart, ShardSummary,
    Splitter, Task, TaskReport,
};

/// The task of running perft from a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerftTask {
    /// The position. The default is `startpos`, the start position.
    #[serde(default = "start_position")]
    pub fen: String,
    /// Depth in plies.
    pub depth: u32,
    /// Depth in plies at which the tree is split into subtrees. It must not exceed the depth of the
    /// perft. The default is 2.
    #[serde(default = "two_plies")]
    pub split: u32,
    /// Size of a worker's hash table in MiB; 0 for none. It affects the speed but not the counts.
    #[serde(default)]
    pub hash_mib: usize,
}

fn start_position() -> String {
    "startpos".to_owned()
}

const fn two_plies() -> u32 {
    2
}

impl Task for PerftTask {
    const NAME: &'static str = "perft";

    fn unit(&self) -> &'static str {
        "leaves"
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        let prefixes = self.prefixes()?;
        let shards = prefixes.chunks(splitter.subtrees());
        Ok(shards.map(|shard| ShardPart::Subtrees { prefixes: shard.to_vec() }).collect())
    }

    fn output(&self, _: Option<&ShardPart>) -> OutputName {
        OutputName { stem: "perft", extension: "jsonl" }
    }

    fn run(&self, _: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        let ShardPart::Subtrees { prefixes } = &shard.part else {
            return Err(shard.wrong_part());
        };
        let options = PerftOptions { hash_mib: self.hash_mib, ..PerftOptions::default() };
        let failed = |error| JobError::new(Self::NAME, error);
        let perft = Perft::new(&options).map_err(failed)?;
        let root = self.root()?;
        let mut counts = Counts::default();
        for prefix in prefixes {
            let pos = after(&root, &prefix.moves)?;
            let nodes = perft.count(&pos, self.depth - self.split).map_err(failed)?;
            let line = LedgerLine { prefix: prefix.clone(), nodes };
            line.add_to(&mut counts);
            write_line(out, shard, &line)?;
        }
        Ok(counts)
    }

    /// Recomputes the sums of the ledgers, and compares the subtrees of the job with those of the
    /// game tree.
    fn verify(&self, job: &Job, whole: &[ShardSummary]) -> Result<TaskReport, JobError> {
        let mut report = TaskReport::default();
        for summary in whole {
            if let Some(reason) = wrong_ledger(job, summary)? {
                report.damaged.push(DamagedShard { shard: summary.shard, reason });
            }
        }
        let planned = job.manifest().shards.iter().flat_map(|shard| match &shard.part {
            ShardPart::Subtrees { prefixes } => prefixes.as_slice(),
            _ => &[],
        });
        if !planned.eq(&self.prefixes()?) {
            let fault = "the subtrees of the shards do not make up the tree";
            report.faults.push(fault.to_owned());
        }
        Ok(report)
    }
}

impl PerftTask {
    /// Returns the root position. Returns an error if the depth is less than the split depth.
    fn root(&self) -> Result<Position, JobError> {
        let Self { split, depth, .. } = self;
        if split > depth {
            let reason = format!("a split of {split} plies is below the depth {depth}");
            return Err(JobError::new(Self::NAME, reason));
        }
        match self.fen.as_str() {
            "startpos" => Ok(Position::startpos()),
            fen => Position::from_fen(fen).map_err(|error| JobError::new(fen, error)),
        }
    }

    /// Returns the subtrees, with each position once. They are ordered by the first line that leads
    /// to each position.
    fn prefixes(&self) -> Result<Vec<Prefix>, JobError> {
        subtrees(self.root()?, self.split)
    }
}

/// Returns the position after the given moves, which are in UCI notation.
fn after(root: &Position, moves: &str) -> Result<Position, JobError> {
    let mut pos = root.clone();
    for text in moves.split_whitespace() {
        let mv = pos.parse_uci(text).map_err(|error| JobError::new(moves, error))?;
        pos.play(mv).map_err(|error| JobError::new(moves, error))?;
    }
    Ok(pos)
}

/// A line of the ledger.
#[derive(Serialize, Deserialize)]
struct LedgerLine {
    #[serde(flatten)]
    prefix: Prefix,
    /// Number of leaf nodes in the subtree, not multiplied by the multiplicity.
    nodes: u64,
}

impl LedgerLine {
    fn add_to(&self, counts: &mut Counts) {
        counts.subtrees += 1;
        counts.leaves += u128::from(self.nodes) * u128::from(self.prefix.multiplicity);
    }
}

/// Returns the reason why a ledger does not match its shard; `None` if it matches.
fn wrong_ledger(job: &Job, summary: &ShardSummary) -> Result<Option<String>, JobError> {
    let ShardPart::Subtrees { prefixes } = &job.shard(summary.shard)?.part else {
        return Ok(Some("it has no subtrees".to_owned()));
    };
    let lines = match read_lines::<LedgerLine>(&job.output_path(summary.shard)) {
        Err(error) if error.io_kind().is_some() => return Err(error),
        lines => lines.unwrap_or_default(),
    };
    if !lines.iter().map(|line| &line.prefix).eq(prefixes) {
        return Ok(Some("a line of its ledger is not that of its subtree".to_owned()));
    }
    let mut counts = Counts::default();
    for line in &lines {
        line.add_to(&mut counts);
    }
    let is_wrong = counts != summary.counts;
    Ok(is_wrong.then(|| "its ledger does not add up to its summary".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_split_below_the_depth_is_refused() {
        let task = PerftTask { fen: "startpos".to_owned(), depth: 5, split: 6, hash_mib: 0 };
        assert!(task.prefixes().is_err());
    }
}
