//! Verifies the outputs of a job.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};

use reynard_arena::spsa::{TunedParameter, TunedTable};
use reynard_base::files::{PART, remove_part};
use serde::Serialize;

use crate::digest::{Hasher, sha256_of};
use crate::{Counts, Job, JobError, ShardPart, ShardSummary};

/// The state of a job, as determined from its files.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JobReport {
    /// Id of the job.
    pub job: String,
    /// Name of the task.
    pub task: &'static str,
    /// Number of shards.
    pub shards: usize,
    /// Number of complete shards.
    pub done: usize,
    /// Numbers of the shards that have not been run.
    pub missing: Vec<u32>,
    /// Shards whose output does not match their summary.
    pub damaged: Vec<DamagedShard>,
    /// Inputs that differ from the plan, and parts of inputs that are covered by no shard or by
    /// more than one.
    pub inputs: Vec<String>,
    /// Files left by killed workers.
    pub strays: Vec<String>,
    /// Sums over the complete shards.
    pub counts: Counts,
    /// Total size of the outputs of the complete shards in bytes.
    pub bytes: u64,
    /// SHA-256 digest of the list of all outputs' digests, in order, one per line; `None` unless
    /// the job is complete.
    pub digest: Option<String>,
    /// Number of games before each shard, for numbering the games within the job. Empty unless the
    /// job is complete and has games.
    pub games_before: Vec<u64>,
    /// The tuned parameters, if the task is SPSA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spsa: Option<SpsaProgress>,
}

/// A shard whose output is damaged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DamagedShard {
    /// Number of the shard.
    pub shard: u32,
    /// The reason.
    pub reason: String,
}

/// The result of [`Task::verify`](crate::Task::verify) for the outputs of a job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskReport {
    /// Shards whose output is damaged although its checksum is correct.
    pub damaged: Vec<DamagedShard>,
    /// Faults of the job as a whole: parts that are covered by no shard or by more than one.
    pub faults: Vec<String>,
    /// The tuned parameters, if the task is SPSA.
    pub spsa: Option<SpsaProgress>,
}

/// The parameters tuned by SPSA, computed from the shards before the first missing or damaged one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpsaProgress {
    /// Number of pairs used.
    pub pairs: u64,
    /// The parameters, with their values after these pairs.
    pub parameters: Vec<TunedParameter>,
}

impl JobReport {
    /// Returns `true` if all shards are complete and undamaged, and the inputs have no faults.
    pub fn is_whole(&self) -> bool {
        self.done == self.shards && self.inputs.is_empty()
    }
}

/// Formats the report as text. Unfinished files are left out, because they may belong to running
/// workers.
impl fmt::Display for JobReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Shards         {} of {}", self.done, self.shards)?;
        for (name, number) in self.counts.named() {
            let (first, rest) = name.split_at(1);
            writeln!(f, "{:<14} {number}", first.to_uppercase() + rest)?;
        }
        writeln!(f, "Bytes          {}", self.bytes)?;
        if let Some(digest) = &self.digest {
            writeln!(f, "Digest         {digest}")?;
        }
        if let Some(SpsaProgress { pairs, parameters }) = &self.spsa {
            let noun = if *pairs == 1 { "pair" } else { "pairs" };
            write!(f, "Tuned by       {pairs} {noun}\n{}", TunedTable(parameters))?;
        }
        if !self.missing.is_empty() {
            writeln!(f, "Missing        {}", ranges(&self.missing))?;
        }
        for damage in &self.damaged {
            writeln!(f, "damaged: shard {}: {}", damage.shard, damage.reason)?;
        }
        self.inputs.iter().try_for_each(|input| writeln!(f, "input: {input}"))
    }
}

/// Formats ascending numbers, with consecutive numbers as ranges: `0-3, 7`.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|&a, &b| a + 1 == b);
    let text = |run: &[u32]| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(u32::to_string).collect(),
    };
    runs.map(text).collect::<Vec<_>>().join(", ")
}

/// The method of checking a job's inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputCheck {
    /// Only the sizes of the inputs are checked.
    #[default]
    Sizes,
    /// The checksums of the inputs are checked if the manifest contains checksums. This reads all
    /// inputs.
    Checksums,
}

/// Verifies the outputs of all shards and the inputs, and checks that the shards cover the job.
///
/// # Errors
///
/// [`JobError`] if the folder cannot be read. Missing and damaged shards are part of the report.
///
/// See [`Job`] for an example.
pub fn verify(job: &Job, inputs: InputCheck) -> Result<JobReport, JobError> {
    let manifest = job.manifest();
    let mut report = JobReport {
        job: job.id().to_owned(),
        task: manifest.task.name(),
        shards: manifest.shards.len(),
        done: 0,
        missing: Vec::new(),
        damaged: Vec::new(),
        inputs: check_inputs(job, inputs)?,
        strays: strays(job)?,
        counts: Counts::default(),
        bytes: 0,
        digest: None,
        games_before: Vec::new(),
        spsa: None,
    };
    let mut whole = Vec::new();
    for shard in &manifest.shards {
        let number = shard.number;
        match job.summary(number)? {
            None => report.missing.push(number),
            Some(summary) => match wrong_checksum(job, &summary)? {
                None => whole.push(summary),
                Some(reason) => report.damaged.push(DamagedShard { shard: number, reason }),
            },
        }
    }
    let TaskReport { damaged, faults, spsa } = manifest.task.verify(job, &whole)?;
    whole.retain(|summary| damaged.iter().all(|it| it.shard != summary.shard));
    report.damaged.extend(damaged);
    report.damaged.sort_by_key(|it| it.shard);
    report.inputs.extend(faults);
    report.spsa = spsa;
    report.add(&whole);
    Ok(report)
}

impl JobReport {
    /// Sums the complete shards.
    fn add(&mut self, whole: &[ShardSummary]) {
        let mut digests = Hasher::default();
        for summary in whole {
            self.games_before.push(self.counts.games);
            self.done += 1;
            self.bytes += summary.bytes;
            self.counts.add(&summary.counts);
            digests.add(summary.sha256.as_bytes());
            digests.add(b"\n");
        }
        let is_whole = self.done == self.shards;
        self.digest = is_whole.then(|| digests.finish().0);
        if !is_whole || self.counts.games == 0 {
            self.games_before.clear();
        }
    }
}

/// Returns an error message if an output does not match the checksum in its summary, and `None`
/// otherwise.
fn wrong_checksum(job: &Job, summary: &ShardSummary) -> Result<Option<String>, JobError> {
    let path = job.output_path(summary.shard);
    let opened = File::open(&path).and_then(sha256_of);
    let (sha256, _) = opened.map_err(|error| JobError::io(&path, error))?;
    let is_wrong = sha256 != summary.sha256;
    Ok(is_wrong.then(|| format!("its SHA-256 is {sha256}, not {}", summary.sha256)))
}

/// Checks the inputs, and checks that the shards cover each part of them exactly once.
fn check_inputs(job: &Job, check: InputCheck) -> Result<Vec<String>, JobError> {
    let manifest = job.manifest();
    let mut faults = Vec::new();
    for input in &manifest.inputs {
        let (file, _) = match job.open_input(&input.path) {
            Ok(opened) => opened,
            Err(error) => {
                faults.push(error.to_string());
                continue;
            }
        };
        let planned = input.sha256.as_ref().filter(|_| check == InputCheck::Checksums);
        let Some(planned) = planned else { continue };
        let (sha256, _) = sha256_of(file).map_err(|error| JobError::io(&input.path, error))?;
        if sha256 != *planned {
            faults.push(format!("{}: it has changed since the job was planned", input.path));
        }
    }
    faults.extend(gaps(job));
    Ok(faults)
}

/// Returns error messages for the inputs that the shards do not cover without gaps or overlaps.
fn gaps(job: &Job) -> Vec<String> {
    let manifest = job.manifest();
    let mut covered: BTreeMap<&str, Option<u64>> = BTreeMap::new();
    for shard in &manifest.shards {
        let Some(path) = shard.part.path() else { continue };
        let range = match shard.part {
            ShardPart::Bytes { start, end, .. }
            | ShardPart::Records { start, end, .. }
            | ShardPart::Frames { start, end, .. } => Some((start, end)),
            _ => {
                let whole = manifest.inputs.iter().find(|input| input.path == path);
                whole.map(|input| (0, input.bytes))
            }
        };
        let before = covered.entry(path).or_insert(Some(0));
        *before = match (*before, range) {
            (Some(before), Some((start, end))) if before == start && start <= end => Some(end),
            _ => None,
        };
    }
    let is_covered = |path: &str, bytes| covered.get(path) == Some(&Some(bytes));
    let gaps = manifest.inputs.iter().filter(|input| !is_covered(&input.path, input.bytes));
    gaps.map(|input| format!("{}: the shards do not make up the file", input.path)).collect()
}

/// Returns the names of unfinished files.
fn strays(job: &Job) -> Result<Vec<String>, JobError> {
    let folder = job.folder();
    let failed = |error: std::io::Error| JobError::io(folder, error);
    let mut strays = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') && name.ends_with(PART) {
            strays.push(name);
        }
    }
    strays.sort();
    Ok(strays)
}

/// Removes the files left by killed workers. The files of running workers are kept, even if the
/// workers are processes on their own.
///
/// # Errors
///
/// [`JobError`] if the folder cannot be read, or a file cannot be removed.
pub fn remove_strays(job: &Job) -> Result<(), JobError> {
    for name in strays(job)? {
        let path = job.folder().join(name);
        remove_part(&path).map_err(|error| JobError::io(&path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn runs_of_numbers_are_put_together() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2, 5, 7-8");
    }
}
