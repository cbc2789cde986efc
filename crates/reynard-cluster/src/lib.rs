#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod counts;
mod digest;
mod drive;
mod error;
mod file_names;
mod frame_text;
mod games;
mod job;
mod job_commands;
mod job_task;
mod json_lines;
mod list;
mod manifest;
mod match_progress;
mod output;
mod read_full;
mod registry;
mod run;
mod shard_text;
mod storage;
mod straggler;
mod subtrees;
mod summary;
mod task;
mod tasks;
mod verify;

pub use counts::Counts;
pub use drive::{Attempt, AttemptEnd, DriveEvent, DriveReport, DriveSettings, SetAside, drive};
pub use error::JobError;
pub use job::Job;
pub use job_task::JobTask;
pub use list::{InputChecksums, InputFile, Plan, Splitter, list};
pub use manifest::{JobInput, Manifest, Prefix, Shard, ShardPart};
pub use match_progress::{MatchProgress, SprtProgress};
pub use registry::Tasks;
pub use run::run;
pub use shard_text::ShardText;
pub use storage::{LocalFiles, ReadSeek, Storage};
pub use straggler::late_after;
pub use summary::ShardSummary;
pub use task::{OutputName, Task};
pub use tasks::{
    AnnotateTask, CheckTask, DatabaseTask, KeptContent, MatchOpenings, MatchTask, ParquetTask,
    PerftTask, Reported, SpsaTask, SyzygyTask, TableRows, match_games, spsa_state,
};
pub use verify::{
    DamagedShard, InputCheck, JobReport, SpsaProgress, TaskReport, remove_strays, verify,
};
