//! A model of a run on a cluster: how long it takes with other workers, failures and storage.

use std::collections::VecDeque;
use std::path::Path;

use reynard_base::SplitMix64;
use serde::{Deserialize, Serialize};

use crate::json_lines::read_lines;
use crate::{AttemptEnd, Job, JobError, late_after};

/// A run to simulate. Shards are given to workers as `reynard cluster run` does it: in order, failed ones again at the end,
/// and late ones a second time.
///
/// ```
/// use reynard_shards::ClusterModel;
///
/// // An hour of work in shards of ten seconds.
/// let mut model = ClusterModel::new(vec![10.0; 360], 10);
/// assert_eq!(model.simulate().seconds, 360.0);
/// // They read 100 MB each, and all workers together 50 MB/s: that takes two hours.
/// model.shard_bytes = 1e8;
/// model.bandwidth = Some(5e7 / 10.0);
/// assert_eq!(model.simulate().seconds.round(), 7200.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterModel {
    /// Seconds that each shard takes a worker that nothing disturbs.
    pub shard_seconds: Vec<f64>,
    /// Number of workers.
    pub workers: usize,
    /// Bytes that a shard reads.
    pub shard_bytes: f64,
    /// Bytes a second that the storage gives to all workers together; `None` for more than they can read.
    pub bandwidth: Option<f64>,
    /// Failures of a worker in an hour, on average.
    pub failures_per_hour: f64,
    /// Times that a shard is started before it is set aside.
    pub attempts: u32,
    /// Seed of the failures.
    pub seed: u64,
}

/// The result of a [`ClusterModel`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelledRun {
    /// Seconds from the start to the end.
    pub seconds: f64,
    /// Seconds of all workers together.
    pub worker_seconds: f64,
    /// Seconds that the shards that are done take workers that nothing disturbs.
    pub useful_seconds: f64,
    /// Attempts that failed.
    pub failed_attempts: u32,
    /// Shards that were started a second time for being late.
    pub doubled: u32,
    /// Shards that were set aside.
    pub set_aside: u32,
}

/// A [`ModelledRun`] beside its number of workers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ModelRow {
    /// Number of workers.
    pub workers: usize,
    /// Seconds from the start to the end.
    pub seconds: f64,
    /// Seconds of all workers together.
    pub worker_seconds: f64,
    /// The part of the workers' time in which they did the work of the shards that are done.
    pub efficiency: f64,
    /// Attempts that failed.
    pub failed_attempts: u32,
    /// Shards that were started a second time for being late.
    pub doubled: u32,
    /// Shards that were set aside.
    pub set_aside: u32,
}

/// A worker with a shard.
struct Running {
    shard: usize,
    start: f64,
    /// Seconds of work that are left.
    work: f64,
    /// Bytes that are left to read.
    bytes: f64,
    /// Time of the failure.
    fails: f64,
}

impl Running {
    fn is_done(&self) -> bool {
        self.work <= 0.0 && self.bytes <= 0.0
    }
}

/// The state of a simulation.
struct Simulation<'a> {
    model: &'a ClusterModel,
    now: f64,
    waiting: VecDeque<usize>,
    running: Vec<Running>,
    failures: Vec<u32>,
    /// Number of workers that have each shard.
    copies: Vec<u32>,
    times: Vec<f64>,
    /// The time after which a shard is late, by the shards that are done.
    late_after: Option<f64>,
    random: SplitMix64,
    run: ModelledRun,
}

impl ClusterModel {
    /// Creates a model without failures, of workers that read as fast as they can.
    ///
    /// ```
    /// use reynard_shards::ClusterModel;
    ///
    /// assert_eq!(ClusterModel::new(vec![3.0, 4.0], 2).simulate().seconds, 4.0);
    /// ```
    pub const fn new(shard_seconds: Vec<f64>, workers: usize) -> Self {
        Self {
            shard_seconds,
            workers,
            shard_bytes: 0.0,
            bandwidth: None,
            failures_per_hour: 0.0,
            attempts: 3,
            seed: 1,
        }
    }

    /// Creates the same model with the times of the shards of a job that has been run, as its journal
    /// [`Job::ATTEMPTS`] has them.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the folder has no journal, or no shard has been done.
    ///
    /// ```
    /// use reynard_shards::{ClusterModel, Job};
    ///
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join(Job::ATTEMPTS), r#"{"seconds": 2.5, "end": "done"}"#)?;
    /// assert_eq!(ClusterModel::of_run(folder.path(), 1)?.shard_seconds, [2.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_run(folder: &Path, workers: usize) -> Result<Self, JobError> {
        #[derive(Deserialize)]
        struct Line {
            seconds: f64,
            end: AttemptEnd,
        }
        let path = folder.join(Job::ATTEMPTS);
        let lines = read_lines::<Line>(&path)?.into_iter();
        let done = lines.filter(|line| line.end == AttemptEnd::Done);
        let seconds: Vec<f64> = done.map(|line| line.seconds).collect();
        if seconds.is_empty() {
            return Err(JobError::new(path.display(), "no shard has been done"));
        }
        Ok(Self::new(seconds, workers))
    }

    /// Simulates the run with each of some numbers of workers.
    ///
    /// ```
    /// use reynard_shards::ClusterModel;
    ///
    /// let rows = ClusterModel::new(vec![1.0; 30], 1).compare(&[10, 20]);
    /// assert_eq!((rows[0].efficiency, rows[1].efficiency), (1.0, 0.75));
    /// ```
    pub fn compare(&self, workers: &[usize]) -> Vec<ModelRow> {
        let row = |&workers: &usize| {
            let run = Self { workers, ..self.clone() }.simulate();
            let ModelledRun {
                seconds, worker_seconds, failed_attempts, doubled, set_aside, ..
            } = run;
            let efficiency =
                run.useful_seconds / (seconds * as_float(workers)).max(f64::MIN_POSITIVE);
            ModelRow {
                workers,
                seconds,
                worker_seconds,
                efficiency,
                failed_attempts,
                doubled,
                set_aside,
            }
        };
        workers.iter().map(row).collect()
    }

    /// Simulates the run. The same model gives the same result.
    ///
    /// ```
    /// use reynard_shards::ClusterModel;
    ///
    /// let mut model = ClusterModel::new(vec![60.0; 1000], 10);
    /// let quiet = model.simulate();
    /// model.failures_per_hour = 1.0;
    /// let run = model.simulate();
    /// assert!(run.failed_attempts > 0 && run.seconds > quiet.seconds);
    /// assert_eq!(run, model.simulate());
    /// ```
    pub fn simulate(&self) -> ModelledRun {
        let mut simulation = Simulation {
            model: self,
            now: 0.0,
            waiting: (0..self.shard_seconds.len()).collect(),
            running: Vec::new(),
            failures: vec![0; self.shard_seconds.len()],
            copies: vec![0; self.shard_seconds.len()],
            times: Vec::new(),
            late_after: None,
            random: SplitMix64::from_seeds(&[self.seed]),
            run: ModelledRun::default(),
        };
        loop {
            simulation.start_workers();
            if simulation.running.is_empty() {
                break;
            }
            simulation.advance();
            simulation.end_attempts();
        }
        ModelledRun { seconds: simulation.now, ..simulation.run }
    }
}

impl Simulation<'_> {
    /// Gives shards to free workers.
    fn start_workers(&mut self) {
        while self.running.len() < self.model.workers.max(1) {
            let next = self.waiting.pop_front();
            let Some(shard) = next.or_else(|| self.late_shard()) else { break };
            self.run.doubled += u32::from(next.is_none());
            let fails = self.now + self.time_to_failure();
            self.copies[shard] += 1;
            self.running.push(Running {
                shard,
                start: self.now,
                work: self.model.shard_seconds[shard],
                bytes: if self.model.bandwidth.is_some() { self.model.shard_bytes } else { 0.0 },
                fails,
            });
        }
    }

    /// Draws a time, exponentially distributed.
    fn time_to_failure(&mut self) -> f64 {
        /// Steps between 0 and 1.
        const STEPS: u32 = 1 << 30;
        if self.model.failures_per_hour <= 0.0 {
            return f64::INFINITY;
        }
        let step = u32::try_from(self.random.below(STEPS as usize)).unwrap_or(0);
        let uniform = (f64::from(step) + 0.5) / f64::from(STEPS);
        -uniform.ln() * 3600.0 / self.model.failures_per_hour
    }

    /// Returns the shard that has been running for the longest time, if it is late and one worker has it.
    fn late_shard(&self) -> Option<usize> {
        let limit = self.late_after?;
        let late = self.alone().filter(|run| self.now - run.start >= limit);
        late.min_by(|a, b| a.start.total_cmp(&b.start)).map(|run| run.shard)
    }

    /// Returns the workers whose shard no other one has.
    fn alone(&self) -> impl Iterator<Item = &Running> {
        self.running.iter().filter(|run| self.copies[run.shard] == 1)
    }

    /// Goes on to the next event.
    fn advance(&mut self) {
        let readers = self.running.iter().filter(|run| run.bytes > 0.0).count();
        let rate = self.model.bandwidth.unwrap_or(1.0) / as_float(readers.max(1));
        let mut step = f64::INFINITY;
        for run in &self.running {
            if run.work > 0.0 {
                step = step.min(run.work);
            }
            if run.bytes > 0.0 {
                step = step.min(run.bytes / rate);
            }
            step = step.min(run.fails - self.now);
        }
        if let Some(limit) = self.late_after.filter(|_| self.running.len() < self.model.workers) {
            let waits = self.alone().map(|run| run.start + limit - self.now);
            step = waits.filter(|&wait| wait > 0.0).fold(step, f64::min);
        }
        let step = step.max(0.0);
        self.now += step;
        self.run.worker_seconds += step * as_float(self.running.len());
        for run in &mut self.running {
            // What is left of a rounding error takes no step of its own.
            run.work = if run.work - step < 1e-9 { 0.0 } else { run.work - step };
            let read = rate * step;
            run.bytes = if run.bytes - read < 1e-3 { 0.0 } else { run.bytes - read };
        }
    }

    /// Ends the attempts that are done or have failed.
    fn end_attempts(&mut self) {
        let mut index = 0;
        while index < self.running.len() {
            let run = &self.running[index];
            if run.is_done() {
                let Running { shard, start, .. } = self.running.swap_remove(index);
                self.times.push(self.now - start);
                self.run.useful_seconds += self.model.shard_seconds[shard];
                self.running.retain(|other| other.shard != shard);
                self.copies[shard] = 0;
                // The one that was last is here now, or gone.
                index = 0;
            } else if run.fails <= self.now {
                let shard = self.running.swap_remove(index).shard;
                self.fail(shard);
            } else {
                index += 1;
            }
        }
        if self.waiting.is_empty() && self.running.len() < self.model.workers {
            self.late_after = late_after(&self.times);
        }
    }

    /// Has a shard run again that failed, or sets it aside.
    fn fail(&mut self, shard: usize) {
        self.run.failed_attempts += 1;
        self.failures[shard] += 1;
        self.copies[shard] -= 1;
        if self.copies[shard] > 0 {
            return;
        }
        if self.failures[shard] < self.model.attempts {
            self.waiting.push_back(shard);
        } else {
            self.run.set_aside += 1;
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "no cluster has 2^53 workers")]
pub(crate) const fn as_float(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_go_to_free_workers_in_order() {
        // 5 and 3 begin; 4 follows 3 and ends at 7; 2 follows 5 and ends at 7.
        let run = ClusterModel::new(vec![5.0, 3.0, 4.0, 2.0], 2).simulate();
        assert!((run.seconds - 7.0).abs() < 1e-9, "{run:?}");
        assert!((run.worker_seconds - 14.0).abs() < 1e-9, "{run:?}");
    }

    #[test]
    fn storage_is_shared() {
        let mut model = ClusterModel::new(vec![1.0; 4], 4);
        model.shard_bytes = 100.0;
        // Alone each would read for a second.
        model.bandwidth = Some(100.0);
        assert!((model.simulate().seconds - 4.0).abs() < 1e-6);
        model.bandwidth = Some(800.0);
        assert!((model.simulate().seconds - 1.0).abs() < 1e-6);
    }

    #[test]
    fn late_shards_are_started_twice() {
        // The last one is late at 2 and its second worker needs as long: nothing is won, but it is tried.
        let run = ClusterModel::new(vec![1.0, 1.0, 1.0, 9.0], 2).simulate();
        assert_eq!(run.doubled, 1);
        assert!((run.seconds - 10.0).abs() < 1e-9, "{run:?}");
    }

    #[test]
    fn shards_that_always_fail_are_set_aside() {
        let mut model = ClusterModel::new(vec![100.0; 5], 2);
        model.failures_per_hour = 1e9;
        let run = model.simulate();
        assert_eq!((run.set_aside, run.failed_attempts), (5, 15));
        // What was set aside is no work that is done.
        let rows = model.compare(&[1, 2]);
        assert!(rows.iter().all(|row| row.efficiency <= 0.0), "{rows:?}");
    }

    #[test]
    fn only_the_work_of_shards_that_are_done_counts() {
        let mut model = ClusterModel::new(vec![60.0; 10], 1);
        model.failures_per_hour = 100.0;
        for row in model.compare(&[1, 10]) {
            let done = f64::from(10 - row.set_aside);
            assert!(row.set_aside > 0, "{row:?}");
            assert!(
                (row.efficiency * row.seconds * as_float(row.workers) - done * 60.0).abs() < 1e-6
            );
            assert!(row.efficiency < 1.0, "{row:?}");
        }
    }

    /// A worker that fails at a rate loses a known part of its time: the mean time to finish a shard of t seconds at
    /// rate r is (e^(rt) - 1) / r, if it is tried until it succeeds.
    #[test]
    fn failures_cost_as_much_as_the_formula_says() {
        let mut model = ClusterModel::new(vec![600.0; 4000], 1);
        (model.failures_per_hour, model.attempts) = (2.0, u32::MAX);
        let rate: f64 = 2.0 / 3600.0;
        let expected = 4000.0 * ((rate * 600.0).exp() - 1.0) / rate;
        let run = model.simulate();
        assert!((run.seconds / expected - 1.0).abs() < 0.02, "{} and {expected}", run.seconds);
    }
}
