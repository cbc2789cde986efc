//! Summaries. A summary is a file that marks the output of a shard as complete.

use serde::{Deserialize, Serialize};

use crate::Counts;

/// The result of a shard. It is written once the output is in place, and does not depend on when or
/// where the shard was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardSummary {
    /// Number of the shard.
    pub shard: u32,
    /// Id of the job: see [`Job::id`](crate::Job::id).
    pub job: String,
    /// The version of Reynard that ran the shard.
    pub version: String,
    /// Name of the output file in the job's folder.
    pub file: String,
    /// Size of the output in bytes.
    pub bytes: u64,
    /// SHA-256 digest of the output.
    pub sha256: String,
    /// The counts.
    pub counts: Counts,
}
