//! Jobs as their users meet them: shards in any order, twice, damaged, and put together again.

mod damage;
mod games;
mod manifests;
mod matches;
mod ranges;
mod tasks;

use std::fs;
use std::path::Path;

use reynard_cluster::{InputCheck, Job, JobTask, LocalFiles, Plan, list, run, verify};

/// A game with a number, of several lines.
fn game(number: usize) -> String {
    let moves =
        ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. d4 d5 2. c4 {a comment\n\nof lines} e6", "1. c4"];
    let result = ["1-0", "0-1", "1/2-1/2"][number / 2 % 3];
    let more = "x".repeat(number * 37 % 211);
    format!(
        "[Event \"Game {number}\"]\n[Site \"{more}\"]\n[Result \"{result}\"]\n\n{} {result}\n\n",
        moves[number % 3]
    )
}

/// Games one after the other.
fn games(count: usize) -> String {
    (0..count).map(game).collect()
}

/// Plans a job over files, with shards of a size.
fn plan(folder: &Path, task: impl Into<JobTask>, files: &[&Path], shard_bytes: u64) -> Job {
    let mut plan = Plan::new(task);
    plan.inputs = files.iter().map(|path| path.to_str().expect("UTF-8").to_owned()).collect();
    plan.shard_bytes = Some(shard_bytes);
    let manifest = list(&plan, &LocalFiles).expect("a plan");
    Job::create(&manifest, folder).expect("a job")
}

/// Runs all shards of a job.
fn run_all(job: &Job) {
    for shard in &job.manifest().shards {
        run(job, shard.number).expect("a good shard");
    }
}

/// Returns the digest of a job that is whole.
fn digest(job: &Job) -> String {
    let report = verify(job, InputCheck::Checksums).expect("files");
    assert!(report.is_whole(), "{report:?}");
    report.digest.expect("a digest")
}

/// The outputs of a job, one after the other.
fn outputs(job: &Job) -> Vec<u8> {
    let shards = job.manifest().shards.iter();
    shards.flat_map(|shard| fs::read(job.output_path(shard.number)).expect("an output")).collect()
}
