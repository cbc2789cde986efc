//! A task of any type.

use std::any::Any;
use std::fmt;
use std::io::Write;
use std::sync::Arc;

use serde::Serialize;

use crate::{
    Counts, Job, JobError, JobInput, Manifest, OutputName, Shard, ShardPart, ShardSummary,
    Splitter, Task, TaskReport,
};

/// A [`Task`] of any type, as stored in a manifest. Clones share the same task.
///
/// ```
/// use reynard_cluster::{CheckTask, JobTask, PerftTask};
///
/// let task = JobTask::from(CheckTask::default());
/// assert_eq!(task.name(), "check");
/// assert!(task.get::<CheckTask>().is_some() && task.get::<PerftTask>().is_none());
/// ```
#[derive(Clone)]
pub struct JobTask(Arc<dyn AnyTask>);

impl<T: Task> From<T> for JobTask {
    fn from(task: T) -> Self {
        Self(Arc::new(task))
    }
}

impl fmt::Debug for JobTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for JobTask {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other)
    }
}

impl JobTask {
    /// Returns the task if it is of type `T`.
    pub fn get<T: Task>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }

    /// Returns the [name](Task::NAME) of the task.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Returns `true` if the task reads files named `name` when it is given a folder. These are
    /// games in PGN, plain or compressed, and for some tasks also EPD or FEN records, or other
    /// files.
    ///
    /// ```
    /// use reynard_cluster::{CheckTask, JobTask};
    ///
    /// let task = JobTask::from(CheckTask::default());
    /// assert!(task.reads("games/2026.pgn.zst") && !task.reads("positions.epd"));
    /// ```
    pub fn reads(&self, name: &str) -> bool {
        self.0.reads(name)
    }

    /// Returns the name of the [count](Counts::named) that measures progress.
    pub fn unit(&self) -> &'static str {
        self.0.unit()
    }

    /// Calls [`Task::shard_bytes`].
    pub(crate) fn shard_bytes(&self) -> u64 {
        self.0.shard_bytes()
    }

    /// Calls [`Task::check`].
    pub(crate) fn check(&self) -> Result<(), JobError> {
        self.0.check()
    }

    /// Calls [`Task::parts`].
    pub(crate) fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        self.0.parts(splitter)
    }

    /// Calls [`Task::output`].
    pub(crate) fn output(&self, part: Option<&ShardPart>) -> OutputName {
        self.0.output(part)
    }

    /// Calls [`Task::shards_before`].
    pub(crate) fn shards_before(&self, shards: &[Shard], part: &ShardPart) -> u32 {
        self.0.shards_before(shards, part)
    }

    /// Calls [`Task::run`].
    pub(crate) fn run(
        &self,
        job: &Job,
        shard: &Shard,
        out: &mut dyn Write,
    ) -> Result<Counts, JobError> {
        self.0.run(job, shard, out)
    }

    /// Calls [`Task::verify`].
    pub(crate) fn verify(&self, job: &Job, whole: &[ShardSummary]) -> Result<TaskReport, JobError> {
        self.0.verify(job, whole)
    }

    /// Serializes a manifest of this task as JSON.
    pub(crate) fn manifest_json(&self, manifest: &Manifest) -> serde_json::Result<Vec<u8>> {
        self.0.manifest_json(manifest)
    }
}

/// The methods of [`Task`] for a task whose type is unknown, and operations that depend on its
/// type.
trait AnyTask: fmt::Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &JobTask) -> bool;
    fn manifest_json(&self, manifest: &Manifest) -> serde_json::Result<Vec<u8>>;
    fn name(&self) -> &'static str;
    fn reads(&self, name: &str) -> bool;
    fn unit(&self) -> &'static str;
    fn shard_bytes(&self) -> u64;
    fn check(&self) -> Result<(), JobError>;
    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError>;
    fn output(&self, part: Option<&ShardPart>) -> OutputName;
    fn shards_before(&self, shards: &[Shard], part: &ShardPart) -> u32;
    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError>;
    fn verify(&self, job: &Job, whole: &[ShardSummary]) -> Result<TaskReport, JobError>;
}

/// The fields of a manifest whose task has a known type. The order of the options is kept.
#[derive(Serialize)]
struct ManifestForm<'a, T> {
    version: &'a str,
    task: NamedTask<'a, T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<&'a [JobInput]>,
    shards: &'a [Shard],
}

#[derive(Serialize)]
struct NamedTask<'a, T> {
    name: &'static str,
    #[serde(flatten)]
    options: &'a T,
}

impl<T: Task> AnyTask for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &JobTask) -> bool {
        other.get::<T>() == Some(self)
    }

    fn manifest_json(&self, manifest: &Manifest) -> serde_json::Result<Vec<u8>> {
        let Manifest { version, inputs, shards, task: _ } = manifest;
        serde_json::to_vec_pretty(&ManifestForm {
            version,
            task: NamedTask { name: T::NAME, options: self },
            inputs: Some(&inputs[..]).filter(|inputs| !inputs.is_empty()),
            shards,
        })
    }

    fn name(&self) -> &'static str {
        T::NAME
    }

    fn reads(&self, name: &str) -> bool {
        Task::reads(self, name)
    }

    fn unit(&self) -> &'static str {
        Task::unit(self)
    }

    fn shard_bytes(&self) -> u64 {
        Task::shard_bytes(self)
    }

    fn check(&self) -> Result<(), JobError> {
        Task::check(self)
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        Task::parts(self, splitter)
    }

    fn output(&self, part: Option<&ShardPart>) -> OutputName {
        Task::output(self, part)
    }

    fn shards_before(&self, shards: &[Shard], part: &ShardPart) -> u32 {
        Task::shards_before(self, shards, part)
    }

    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        Task::run(self, job, shard, out)
    }

    fn verify(&self, job: &Job, whole: &[ShardSummary]) -> Result<TaskReport, JobError> {
        Task::verify(self, job, whole)
    }
}
