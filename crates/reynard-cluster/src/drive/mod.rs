//! The driver: assigns shards to worker processes until all are done or set aside.

mod worker;

use std::collections::{BTreeMap, VecDeque};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use self::worker::{Worker, WorkerEnd};
use crate::{Counts, Job, JobError, late_after};

/// Settings for [`drive`].
#[derive(Clone, Copy, Debug)]
pub struct DriveSettings {
    /// Maximum number of concurrent workers.
    pub workers: NonZeroUsize,
    /// Number of attempts at a shard before it is set aside.
    pub attempts: NonZeroU32,
}

/// A finished attempt at a shard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attempt {
    /// Number of the shard.
    pub shard: u32,
    /// Number of the worker, from 0. A new worker gets the lowest free number.
    pub worker: usize,
    /// Id of the worker process.
    pub pid: u32,
    /// Seconds from the start of the run.
    pub start: f64,
    /// Seconds since the attempt started.
    pub seconds: f64,
    /// The outcome.
    pub end: AttemptEnd,
    /// The reason for a failure: the exit status, followed by the end of the process's standard
    /// error output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttemptEnd {
    /// The shard is done.
    Done,
    /// The worker failed or was killed.
    Failed,
    /// Another worker finished the shard first.
    Overtaken,
}

/// A shard that was set aside because too many attempts at it failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetAside {
    /// Number of the shard.
    pub shard: u32,
    /// Number of attempts that failed.
    pub attempts: u32,
    /// The reason for the last failure.
    pub reason: String,
}

/// An event reported by [`drive`].
#[derive(Clone, Copy, Debug)]
pub enum DriveEvent<'a> {
    /// The run starts. Holds the number of shards that are already done.
    Start(usize),
    /// An attempt has finished.
    Attempt(&'a Attempt),
    /// A shard is done. Holds the sums over the shards of this run.
    Done(&'a Counts),
    /// A shard is set aside.
    SetAside(&'a SetAside),
}

/// Summary of a driver's run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveReport {
    /// Number of shards that were done before the run.
    pub skipped: usize,
    /// The attempts to process shards, in order of completion.
    pub attempts: Vec<Attempt>,
    /// Number of second workers started for a shard that was still running.
    pub doubled: u32,
    /// Shards that were set aside because too many attempts failed.
    pub set_aside: Vec<SetAside>,
    /// Duration of the run in seconds.
    pub seconds: f64,
}

/// Maximum time between two checks for late shards, and between two calls of `stopped`.
const PAUSE: Duration = Duration::from_millis(50);

/// Runs the remaining shards of a job until all of them are done or set aside. `worker` returns the
/// command that runs a shard, given the shard's number.
///
/// If the process of a shard fails, the shard is started again. If no shard is left to start, the
/// slowest shard that is late according to [`late_after`] is started a second time, and the first
/// process to finish counts. A shard is done when it has a summary, regardless of its process's
/// exit status. `stopped` is polled. When `stopped` returns `true` or `report` returns `Break`, the
/// running processes are killed.
///
/// The standard input of a process is a pipe that closes when the driver's process ends, which
/// tells the worker to exit. If a process fails, the end of its standard error output becomes the
/// reason for the failure.
///
/// # Errors
///
/// [`JobError`] if a process cannot be started, or the folder of the job cannot be read.
///
/// ```
/// use std::num::{NonZeroU32, NonZeroUsize};
/// use std::ops::ControlFlow;
/// use std::process::Command;
///
/// use reynard_cluster::{DriveSettings, Job, LocalFiles, PerftTask, Plan, drive, list};
///
/// let folder = tempfile::tempdir()?;
/// let task = PerftTask { fen: "startpos".to_owned(), depth: 3, split: 1, hash_mib: 0 };
/// let job = Job::create(&list(&Plan::new(task), &LocalFiles)?, folder.path())?;
/// let settings = DriveSettings { workers: NonZeroUsize::MIN, attempts: NonZeroU32::MIN };
/// // A worker that does nothing at all.
/// let worker = |_: u32| Command::new(if cfg!(windows) { "hostname" } else { "true" });
/// let (report, _) = drive(&job, &settings, &worker, &|| false, &mut |_| {
///     ControlFlow::<()>::Continue(())
/// })?;
/// assert_eq!(
///     (report.set_aside.len(), report.set_aside[0].reason.as_str()),
///     (2, "it left no summary")
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn drive<B>(
    job: &Job,
    settings: &DriveSettings,
    worker: &dyn Fn(u32) -> Command,
    stopped: &dyn Fn() -> bool,
    report: &mut dyn FnMut(DriveEvent<'_>) -> ControlFlow<B>,
) -> Result<(DriveReport, ControlFlow<B>), JobError> {
    let mut waiting = VecDeque::new();
    for shard in &job.manifest().shards {
        if job.summary(shard.number)?.is_none() {
            waiting.push_back(shard.number);
        }
    }
    let (ended, ends) = channel();
    let mut driver = Driver {
        job,
        settings,
        worker,
        start: Instant::now(),
        ended,
        waiting,
        running: BTreeMap::new(),
        failures: BTreeMap::new(),
        counts: Counts::default(),
        times: Vec::new(),
        run: DriveReport::default(),
        report,
    };
    driver.run.skipped = job.manifest().shards.len() - driver.waiting.len();
    let flow = driver.run(stopped, &ends);
    // Running processes are killed.
    driver.running.clear();
    driver.run.seconds = driver.start.elapsed().as_secs_f64();
    let end = match flow {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(Stop::Caller(value)) => ControlFlow::Break(value),
        ControlFlow::Break(Stop::Error(error)) => return Err(error),
    };
    Ok((driver.run, end))
}

/// The reason why a run ends early.
enum Stop<B> {
    Caller(B),
    Error(JobError),
}

/// Wraps a job error.
fn error<B>(error: JobError) -> ControlFlow<Stop<B>> {
    ControlFlow::Break(Stop::Error(error))
}

/// The state of a run.
struct Driver<'a, B> {
    job: &'a Job,
    settings: &'a DriveSettings,
    worker: &'a dyn Fn(u32) -> Command,
    start: Instant,
    /// Receives a message whenever a worker ends.
    ended: Sender<()>,
    waiting: VecDeque<u32>,
    /// The workers, indexed by number.
    running: BTreeMap<usize, Worker>,
    /// Number of failed attempts per shard.
    failures: BTreeMap<u32, u32>,
    /// Sums over the shards of this run.
    counts: Counts,
    /// Running times of the completed shards, in seconds.
    times: Vec<f64>,
    run: DriveReport,
    report: &'a mut dyn FnMut(DriveEvent<'_>) -> ControlFlow<B>,
}

impl<B> Driver<'_, B> {
    fn run(&mut self, stopped: &dyn Fn() -> bool, ends: &Receiver<()>) -> ControlFlow<Stop<B>> {
        self.tell(DriveEvent::Start(self.run.skipped))?;
        while !stopped() {
            self.start_workers()?;
            if self.running.is_empty() {
                break;
            }
            // All workers are checked, regardless of the number of messages.
            let _ = ends.recv_timeout(PAUSE);
            self.collect()?;
        }
        ControlFlow::Continue(())
    }

    /// Reports an event.
    fn tell(&mut self, event: DriveEvent<'_>) -> ControlFlow<Stop<B>> {
        (self.report)(event).map_break(Stop::Caller)
    }

    /// Assigns shards to free workers.
    fn start_workers(&mut self) -> ControlFlow<Stop<B>> {
        let workers = self.settings.workers.get();
        while self.running.len() < workers {
            let Some(shard) = self.next_ready().or_else(|| self.straggler()) else { break };
            let is_free = |number: &usize| !self.running.contains_key(number);
            let Some(number) = (0..workers).find(is_free) else { break };
            let command = (self.worker)(shard);
            let program = command.get_program().display().to_string();
            let ended = self.ended.clone();
            let notify = move || {
                // The driver may have ended before.
                let _ = ended.send(());
            };
            match Worker::start(command, shard, notify) {
                Ok(worker) => drop(self.running.insert(number, worker)),
                Err(reason) => {
                    let place = format_args!("cannot start {program} for shard {shard}");
                    error(JobError::new(place, reason))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Removes and returns the first waiting shard whose predecessors are done.
    fn next_ready(&mut self) -> Option<u32> {
        let &first = self.waiting.front()?;
        if self.job.shards_before(first) == 0 {
            return self.waiting.pop_front();
        }
        let running = self.running.values().map(|worker| worker.shard);
        let set_aside = self.run.set_aside.iter().map(|it| it.shard);
        let first_undone = self.waiting.iter().copied().chain(running).chain(set_aside).min()?;
        let is_ready = |&shard: &u32| self.job.shards_before(shard) <= first_undone;
        let index = self.waiting.iter().position(is_ready)?;
        self.waiting.remove(index)
    }

    /// Returns the slowest running shard if it is late and only one worker is running it.
    fn straggler(&mut self) -> Option<u32> {
        let limit = late_after(&self.times)?;
        let is_alone = |shard| self.running.values().filter(|it| it.shard == shard).count() == 1;
        let late = self
            .running
            .values()
            .filter(|worker| worker.elapsed().as_secs_f64() > limit && is_alone(worker.shard));
        let shard = late.max_by_key(|worker| worker.elapsed()).map(|worker| worker.shard)?;
        self.run.doubled += 1;
        Some(shard)
    }

    /// Records the workers that have ended.
    fn collect(&mut self) -> ControlFlow<Stop<B>> {
        for number in 0..self.settings.workers.get() {
            let Some(worker) = self.running.get_mut(&number) else { continue };
            let end = match worker.end() {
                WorkerEnd::Running => continue,
                WorkerEnd::Finished => None,
                WorkerEnd::Failed(reason) => Some(reason),
            };
            let (shard, seconds) = (worker.shard, worker.elapsed().as_secs_f64());
            // A killed worker may have finished before, and a worker that reports success may be
            // wrong.
            let summary = match self.job.summary(shard) {
                Ok(summary) => summary,
                Err(reason) => return error(reason),
            };
            if let Some(summary) = summary {
                self.counts.add(&summary.counts);
                self.times.push(seconds);
                self.end_attempt(number, AttemptEnd::Done, None)?;
                self.stop_others(shard)?;
                let counts = self.counts;
                self.tell(DriveEvent::Done(&counts))?;
            } else {
                let reason = end.unwrap_or_else(|| "it left no summary".to_owned());
                self.end_attempt(number, AttemptEnd::Failed, Some(reason.clone()))?;
                self.fail(shard, reason)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Stops the remaining workers of a completed shard.
    fn stop_others(&mut self, shard: u32) -> ControlFlow<Stop<B>> {
        while let Some((&other, _)) = self.running.iter().find(|(_, it)| it.shard == shard) {
            self.end_attempt(other, AttemptEnd::Overtaken, None)?;
        }
        ControlFlow::Continue(())
    }

    /// Requeues a failed shard, or sets it aside after its last attempt.
    fn fail(&mut self, shard: u32, reason: String) -> ControlFlow<Stop<B>> {
        let failures = self.failures.entry(shard).or_default();
        *failures += 1;
        let attempts = *failures;
        if self.running.values().any(|worker| worker.shard == shard) {
            return ControlFlow::Continue(());
        }
        if attempts < self.settings.attempts.get() {
            self.waiting.push_back(shard);
            return ControlFlow::Continue(());
        }
        let set_aside = SetAside { shard, attempts, reason };
        self.tell(DriveEvent::SetAside(&set_aside))?;
        self.run.set_aside.push(set_aside);
        ControlFlow::Continue(())
    }

    /// Removes a worker, kills it if it is still running, and records its attempt.
    fn end_attempt(
        &mut self,
        number: usize,
        end: AttemptEnd,
        reason: Option<String>,
    ) -> ControlFlow<Stop<B>> {
        let Some(worker) = self.running.remove(&number) else { return ControlFlow::Continue(()) };
        let attempt = Attempt {
            shard: worker.shard,
            worker: number,
            pid: worker.id(),
            start: worker.started.duration_since(self.start).as_secs_f64(),
            seconds: worker.elapsed().as_secs_f64(),
            end,
            reason,
        };
        self.tell(DriveEvent::Attempt(&attempt))?;
        self.run.attempts.push(attempt);
        ControlFlow::Continue(())
    }
}
