#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod counts;
mod digest;
mod drive;
mod error;
mod frame_text;
mod games;
mod job;
mod job_commands;
mod json_lines;
mod list;
mod manifest;
mod match_progress;
mod output;
mod output_name;
mod read_full;
mod run;
mod shard_text;
mod shards_before;
mod storage;
mod straggler;
mod summary;
mod task;
mod tasks;
mod verify;

pub use counts::Counts;
pub use drive::{Attempt, AttemptEnd, DriveEvent, DriveReport, DriveSettings, SetAside, drive};
pub use error::JobError;
pub use job::Job;
pub use list::{InputChecksums, Plan, list};
pub use manifest::{JobInput, Manifest, Prefix, Shard, ShardPart};
pub use match_progress::{MatchProgress, SprtProgress};
pub use output::abandon_outputs;
pub use run::run;
pub use shard_text::ShardText;
pub use storage::{LocalFiles, ReadSeek, Storage};
pub use straggler::late_after;
pub use summary::ShardSummary;
pub use task::{
    AnnotateTask, CheckTask, DatabaseTask, KeptContent, MatchOpenings, MatchTask, ParquetTask,
    PerftTask, Reported, SampleKind, SamplesTask, SelfPlayTask, SpsaTask, StartArrays, SyzygyTask,
    TableRows, Task,
};
pub use tasks::matches::match_results;
pub use tasks::spsa::spsa_state;
pub use verify::{DamagedShard, InputCheck, JobReport, SpsaProgress, remove_strays, verify};
