//! The interface of tasks: the work of a job, with all options that its output depends on.

use std::fmt;
use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Counts, Job, JobError, Shard, ShardPart, ShardSummary, Splitter, TaskReport};

/// The work of a job, with its options. With a shard and the version of Reynard it determines the
/// bytes of the output.
///
/// A type that implements this trait can be planned by [`Plan::new`](crate::Plan::new), and its
/// jobs can be opened once it is registered by [`Tasks::with`](crate::Tasks::with). The manifest
/// has its fields, in their order, after the name.
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
    /// Name in manifests, in lower case.
    const NAME: &'static str;

    /// Returns `true` if the task reads files with such a name, of those in a folder. A task reads
    /// no files unless this is implemented.
    fn reads(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Returns the name of the [count](Counts::named) by which progress is measured; `games`
    /// unless this is implemented.
    fn unit(&self) -> &'static str {
        "games"
    }

    /// Returns the largest default of [`Plan::shard_bytes`](crate::Plan::shard_bytes), which should
    /// take some seconds; 256 MB unless this is implemented.
    fn shard_bytes(&self) -> u64 {
        256_000_000
    }

    /// Checks the options of a new job, before its inputs are read.
    ///
    /// # Errors
    ///
    /// [`JobError`] if a worker could not run the task.
    fn check(&self) -> Result<(), JobError> {
        Ok(())
    }

    /// Lists the parts of a new job.
    ///
    /// # Errors
    ///
    /// [`JobError`] if an input cannot be read, or the task cannot be split as the plan says.
    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError>;

    /// Returns the name of the output for a part; `None` stands for a shard that the job does not
    /// have.
    fn output(&self, part: Option<&ShardPart>) -> OutputName;

    /// Returns the number of leading shards whose results a part depends on; 0 unless this is
    /// implemented.
    fn shards_before(&self, shards: &[Shard], part: &ShardPart) -> u32 {
        let _ = (shards, part);
        0
    }

    /// Runs a shard on the calling thread, and writes its output.
    ///
    /// The output must not depend on time, machine or threads. A game with errors is not a failure.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the input cannot be read, or the output cannot be written.
    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError>;

    /// Checks the outputs of a job beyond their checksums, which are those of `whole`, in the order
    /// of the shards. Checks nothing unless this is implemented.
    ///
    /// # Errors
    ///
    /// [`JobError`] if an output cannot be read. Damage is in the report.
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
