//! The driver: gives shards to workers until all are done or set aside.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use reynard_shards::{Counts, Job, late_after};
use serde::{Deserialize, Serialize};

use super::workers::{Worker, WorkerEnd};

/// Settings of a driver.
pub(super) struct DriveSettings {
    /// The most workers at a time.
    pub(super) workers: usize,
    /// Times that a shard is started before it is set aside.
    pub(super) attempts: u32,
    /// The program of a worker.
    pub(super) program: PathBuf,
}

/// An attempt at a shard that is over.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Attempt {
    pub(super) shard: u32,
    /// Number of the worker, from 0: the first one that was free.
    pub(super) worker: usize,
    /// Id of the process.
    pub(super) pid: u32,
    /// Seconds from the start of the run.
    pub(super) start: f64,
    pub(super) seconds: f64,
    pub(super) end: AttemptEnd,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
}

/// The end of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AttemptEnd {
    Done,
    Failed,
    /// Another worker was faster.
    Overtaken,
}

/// A shard that failed too often.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SetAside {
    pub(super) shard: u32,
    pub(super) attempts: u32,
    pub(super) reason: String,
}

/// An event of a run.
#[derive(Clone, Copy)]
pub(super) enum DriveEvent<'a> {
    Attempt(&'a Attempt),
    /// The sums have changed.
    Done(&'a Counts),
    SetAside(&'a SetAside),
}

/// The state of a run.
pub(super) struct Driver<'a> {
    job: &'a Job,
    settings: DriveSettings,
    start: Instant,
    waiting: VecDeque<u32>,
    /// The workers, by their number.
    running: BTreeMap<usize, Worker>,
    /// Attempts that failed, by shard.
    failures: BTreeMap<u32, u32>,
    /// Sums over the shards of this run.
    pub(super) counts: Counts,
    /// Times of the shards that were done, in seconds.
    times: Vec<f64>,
    /// Workers that were started for shards that were running already.
    pub(super) doubled: u32,
    pub(super) attempts: Vec<Attempt>,
    pub(super) set_aside: Vec<SetAside>,
}

/// Time between two looks at the workers.
const PAUSE: Duration = Duration::from_millis(2);

impl<'a> Driver<'a> {
    pub(super) fn new(job: &'a Job, settings: DriveSettings, waiting: VecDeque<u32>) -> Self {
        Self {
            job,
            settings,
            start: Instant::now(),
            waiting,
            running: BTreeMap::new(),
            failures: BTreeMap::new(),
            counts: Counts::default(),
            times: Vec::new(),
            doubled: 0,
            attempts: Vec::new(),
            set_aside: Vec::new(),
        }
    }

    /// Returns the time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Runs until all shards are done or set aside, or `is_stopped`. Workers that are running then are killed.
    pub(super) fn run(
        &mut self,
        is_stopped: &dyn Fn() -> bool,
        note: &mut dyn FnMut(DriveEvent<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        while !is_stopped() {
            self.start_workers()?;
            if self.running.is_empty() {
                break;
            }
            self.collect(note)?;
            std::thread::sleep(PAUSE);
        }
        self.running.clear();
        Ok(())
    }

    /// Gives shards to free workers.
    fn start_workers(&mut self) -> io::Result<()> {
        while self.running.len() < self.settings.workers {
            let Some(shard) = self.next_ready().or_else(|| self.straggler()) else { break };
            let is_free = |number: &usize| !self.running.contains_key(number);
            let Some(number) = (0..self.settings.workers).find(is_free) else { break };
            let worker = Worker::start(&self.settings.program, self.job.folder(), shard)?;
            self.running.insert(number, worker);
        }
        Ok(())
    }

    /// Removes the first waiting shard that goes on from no shard that is not done.
    fn next_ready(&mut self) -> Option<u32> {
        let &first = self.waiting.front()?;
        if self.job.shards_before(first) == 0 {
            return self.waiting.pop_front();
        }
        let running = self.running.values().map(|worker| worker.shard);
        let set_aside = self.set_aside.iter().map(|it| it.shard);
        let first_undone = self.waiting.iter().copied().chain(running).chain(set_aside).min()?;
        let is_ready = |&shard: &u32| self.job.shards_before(shard) <= first_undone;
        let index = self.waiting.iter().position(is_ready)?;
        self.waiting.remove(index)
    }

    /// Returns the shard that has been running for the longest time, if that is too long and one worker has it.
    fn straggler(&mut self) -> Option<u32> {
        let limit = late_after(&self.times)?;
        let is_alone = |shard| self.running.values().filter(|it| it.shard == shard).count() == 1;
        let late = self
            .running
            .values()
            .filter(|worker| worker.elapsed().as_secs_f64() > limit && is_alone(worker.shard));
        let shard = late.max_by_key(|worker| worker.elapsed()).map(|worker| worker.shard)?;
        self.doubled += 1;
        Some(shard)
    }

    /// Looks after the workers that have ended.
    fn collect(
        &mut self,
        note: &mut dyn FnMut(DriveEvent<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for number in 0..self.settings.workers {
            let Some(worker) = self.running.get_mut(&number) else { continue };
            let end = match worker.poll() {
                WorkerEnd::Running => continue,
                WorkerEnd::Finished => None,
                WorkerEnd::Failed(reason) => Some(reason),
            };
            let shard = worker.shard;
            // A worker that was killed may have finished before, and one that says so may be wrong.
            match (self.job.summary(shard)?, end) {
                (Some(summary), _) => {
                    self.counts.add(&summary.counts);
                    self.times.push(worker.elapsed().as_secs_f64());
                    self.end_attempt(number, AttemptEnd::Done, None, note)?;
                    self.stop_others(shard, note)?;
                    note(DriveEvent::Done(&self.counts))?;
                }
                (None, reason) => {
                    let reason = reason.unwrap_or_else(|| "it left no summary".to_owned());
                    self.end_attempt(number, AttemptEnd::Failed, Some(reason.clone()), note)?;
                    self.fail(shard, reason, note)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the other workers of a shard that is done.
    fn stop_others(
        &mut self,
        shard: u32,
        note: &mut dyn FnMut(DriveEvent<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        while let Some((&other, _)) = self.running.iter().find(|(_, it)| it.shard == shard) {
            self.end_attempt(other, AttemptEnd::Overtaken, None, note)?;
        }
        Ok(())
    }

    /// Has a shard run again that failed, or sets it aside.
    fn fail(
        &mut self,
        shard: u32,
        reason: String,
        note: &mut dyn FnMut(DriveEvent<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let failures = self.failures.entry(shard).or_default();
        *failures += 1;
        let attempts = *failures;
        if self.running.values().any(|worker| worker.shard == shard) {
            return Ok(());
        }
        if attempts < self.settings.attempts {
            self.waiting.push_back(shard);
            return Ok(());
        }
        let set_aside = SetAside { shard, attempts, reason };
        note(DriveEvent::SetAside(&set_aside))?;
        self.set_aside.push(set_aside);
        Ok(())
    }

    /// Removes a worker, which ends if it is running, and records its attempt.
    fn end_attempt(
        &mut self,
        number: usize,
        end: AttemptEnd,
        reason: Option<String>,
        note: &mut dyn FnMut(DriveEvent<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(worker) = self.running.remove(&number) else { return Ok(()) };
        let attempt = Attempt {
            shard: worker.shard,
            worker: number,
            pid: worker.id(),
            start: worker.started.duration_since(self.start).as_secs_f64(),
            seconds: worker.elapsed().as_secs_f64(),
            end,
            reason,
        };
        note(DriveEvent::Attempt(&attempt))?;
        self.attempts.push(attempt);
        Ok(())
    }
}
