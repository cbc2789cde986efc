//! The shards that one goes on from.

use crate::{Shard, ShardPart, SpsaTask, Task};

/// Returns the number of shards, from the first one on, with results that a part goes on from.
pub(crate) fn shards_before(task: &Task, shards: &[Shard], part: &ShardPart) -> u32 {
    let (Task::Spsa(task), &ShardPart::Pairs { first, count }) = (task, part) else { return 0 };
    let known = known_pairs(task, first.saturating_add(count));
    let is_known = |shard: &&Shard| match shard.part {
        ShardPart::Pairs { first, .. } => u64::from(first) < known,
        _ => false,
    };
    u32::try_from(shards.iter().take_while(is_known).count()).unwrap_or(u32::MAX)
}

/// Returns the number of pairs of SPSA whose results the pairs before number `end` know.
pub(crate) fn known_pairs(task: &SpsaTask, end: u32) -> u64 {
    end.saturating_sub(task.concurrency.get()).into()
}
