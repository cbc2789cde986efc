//! The task interface. A task is the work of a job, with all options that affect its output.

use std::fmt;
use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Counts, Job, JobError, Shard, ShardPart, ShardSummary, Splitter, TaskReport};

/// The work of a job, with its options. The task, a shard and the version of Reynard together
/// determine the bytes of the output.
///
/// A type that implements this trait can be planned with [`Plan::new`](crate::Plan::new). Jobs with
/// this type of task can be opened after the type is registered with
/// [`Tasks::with`](crate::Tasks::with). A manifest contains the fields of the task, in order, after
/// its name.
///
/// ```
/// use std::io::Write;
///
/// use reynard_cluster::{
///     Counts, Job, JobError, LocalFiles, OutputName, Plan, Shard, ShardPart, Splitter, Task, list,
///     run,
/// };
/// use serde::{Deserialize, Serialize};
///
/// /// Writes the number of each pair.
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// struct CountTask {
///     pairs: u32,
/// }
///
/// impl Task for CountTask {
///     const NAME: &'static str = "count";
///
///     fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
///         Ok(splitter.pairs(self.pairs))
///     }
///
///     fn output(&self, _: Option<&ShardPart>) -> OutputName {
///         OutputName { stem: "numbers", extension: "txt" }
///     }
///
///     fn run(&self, _: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
///         let ShardPart::Pairs { first, count } = shard.part else {
///             return Err(shard.wrong_part());
///         };
///         for number in first..first + count {
///             writeln!(out, "{number}").map_err(shard.output_failed())?;
///         }
///         Ok(Counts { games: u64::from(2 * count), ..Counts::default() })
///     }
/// }
///
/// let folder = tempfile::tempdir()?;
/// let manifest = list(&Plan::new(CountTask { pairs: 10 }), &LocalFiles)?;
/// let job = Job::create(&manifest, folder.path())?;
/// assert_eq!(run(&job, 1)?.counts.games, 4);
/// assert_eq!(std::fs::read(folder.path().join("numbers-00001.txt"))?, b"8\n9\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Task:
    fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Name of the task in manifests, in lower case.
    const NAME: &'static str;

    /// Returns `true` if the task reads files named `name` when it is given a folder. By default, a
    /// task reads no files.
    fn reads(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Returns the name of the [count](Counts::named) that measures progress. The default is
    /// `games`.
    fn unit(&self) -> &'static str {
        "games"
    }

    /// Returns the upper limit on the default value of
    /// [`Plan::shard_bytes`](crate::Plan::shard_bytes). Processing a shard of this size should take
    /// some seconds. The default limit is 256 MB.
    fn shard_bytes(&self) -> u64 {
        256_000_000
    }

    /// Checks the options of a new job, before its inputs are read.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the options do not allow a worker to run the task.
    fn check(&self) -> Result<(), JobError> {
        Ok(())
    }

    /// Lists the parts of a new job.
    ///
    /// # Errors
    ///
    /// [`JobError`] if an input cannot be read, or the task cannot be split as planned.
    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError>;

    /// Returns the name of the output for a part. `part` is `None` for a shard that does not exist.
    fn output(&self, part: Option<&ShardPart>) -> OutputName;

    /// Returns the number of leading shards on whose results a part depends. The default is 0.
    fn shards_before(&self, shards: &[Shard], part: &ShardPart) -> u32 {
        let _ = (shards, part);
        0
    }

    /// Runs a shard on the calling thread, and writes its output.
    ///
    /// The output must not depend on the time, the machine or the number of threads. Errors in the
    /// games themselves are not a failure.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the input cannot be read, or the output cannot be written.
    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError>;

    /// Checks the outputs of a job beyond their checksums. `whole` contains the summaries of the
    /// undamaged shards, in order. The default implementation checks nothing.
    ///
    /// # Errors
    ///
    /// [`JobError`] if an output cannot be read. Damage is part of the report.
    fn verify(&self, job: &Job, whole: &[ShardSummary]) -> Result<TaskReport, JobError> {
        let _ = (job, whole);
        Ok(TaskReport::default())
    }
}

/// Name of the output of a shard: `STEM-NUMBER.EXTENSION`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputName {
    /// Part before the number.
    pub stem: &'static str,
    /// Extension, without the dot.
    pub extension: &'static str,
}
