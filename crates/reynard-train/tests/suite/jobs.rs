//! Self-play and training positions as jobs: the same bytes in any order.

use std::fs;
use std::path::Path;

use reynard_cluster::{InputCheck, Job, JobTask, LocalFiles, Plan, Tasks, list, run, verify};
use reynard_train::jobs::{SamplesTask, SelfPlayTask, StartArrays, register};
use reynard_train::shard::{PositionFilter, PositionKind, ShardFiles};

/// Plans a job over files.
fn plan(folder: &Path, task: impl Into<JobTask>, files: &[&Path]) -> Job {
    let mut plan = Plan::new(task);
    plan.inputs = files.iter().map(|path| path.to_str().expect("UTF-8").to_owned()).collect();
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

/// Returns the outputs of a job, one after the other.
fn outputs(job: &Job) -> Vec<u8> {
    let shards = job.manifest().shards.iter();
    shards.flat_map(|shard| fs::read(job.output_path(shard.number)).expect("an output")).collect()
}

#[test]
fn self_play_is_the_same_in_any_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let task = SelfPlayTask {
        seed: 7,
        games: 2,
        first: 3,
        shards: 3,
        nodes: 20.try_into().expect("more than none"),
        start: StartArrays::Chess960,
        hash_mib: 1,
        signature: 1,
    };
    let jobs =
        ["forward", "backward"].map(|name| plan(&folder.path().join(name), task.clone(), &[]));
    run_all(&jobs[0]);
    for shard in jobs[1].manifest().shards.iter().rev() {
        run(&jobs[1], shard.number).expect("a good shard");
    }
    assert_eq!(digest(&jobs[0]), digest(&jobs[1]));
    assert_eq!(verify(&jobs[0], InputCheck::Sizes).expect("files").counts.games, 6);
}

#[test]
fn training_positions_are_those_of_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let task = SelfPlayTask {
        seed: 1,
        games: 3,
        first: 0,
        shards: 2,
        nodes: 20.try_into().expect("more than none"),
        start: StartArrays::Standard,
        hash_mib: 1,
        signature: 1,
    };
    let games = plan(&folder.path().join("games"), task, &[]);
    run_all(&games);
    let files = [games.output_path(0), games.output_path(1)];
    let files: Vec<&Path> = files.iter().map(std::path::PathBuf::as_path).collect();
    let job = plan(&folder.path().join("job"), SamplesTask::default(), &files);
    run_all(&job);
    let counts = verify(&job, InputCheck::Checksums).expect("files").counts;
    let text = String::from_utf8(outputs(&job)).expect("UTF-8");
    assert_eq!(counts.games, 6);
    assert!(counts.positions > 0);
    assert_eq!(text.lines().count() as u64, counts.positions);
    let expected: Vec<String> = ShardFiles::find(&files)
        .expect("shards")
        .samples(PositionFilter::default())
        .map(|sample| sample.expect("a sample").position.fen())
        .collect();
    assert!(text.lines().map(|line| line.split(" | ").next().unwrap_or("")).eq(&expected));
}

#[test]
fn manifests_have_the_options_in_their_order_and_are_opened_by_those_who_know_the_task() {
    let folder = tempfile::tempdir().expect("a folder");
    let selfplay = r#"{
    "name": "selfplay",
    "seed": 7,
    "games": 2,
    "first": 3,
    "shards": 0,
    "nodes": 20,
    "start": "chess960",
    "hash_mib": 1,
    "signature": 5
  }"#;
    let samples = r#"{
    "name": "samples",
    "max_score": null,
    "kind": "any"
  }"#;
    let filter = PositionFilter { max_score: None, kind: PositionKind::Any };
    let tasks = register(Tasks::standard());
    for (text, path) in [(selfplay, "selfplay"), (samples, "samples")] {
        let task = tasks.read(serde_json::from_str(text).expect("JSON")).expect("a task");
        if let Some(task) = task.get::<SamplesTask>() {
            assert_eq!(task.filter, filter);
        }
        let version = reynard_cluster::Manifest::VERSION.to_owned();
        let (inputs, shards) = (Vec::new(), Vec::new());
        let manifest = reynard_cluster::Manifest { version, task, inputs, shards };
        let json = String::from_utf8(manifest.to_json().expect("JSON")).expect("UTF-8");
        assert!(json.contains(&format!("\n  \"task\": {text},\n")), "{json}");
        let folder = folder.path().join(path);
        Job::create(&manifest, &folder).expect("a job");
        assert!(Job::open(&folder, &tasks).is_ok());
        let error = Job::open(&folder, &Tasks::standard()).expect_err("no such task");
        assert!(error.to_string().contains("there is no such task"), "{error}");
    }
    let default = tasks.read(serde_json::json!({"name": "samples"})).expect("a task");
    assert_eq!(default.get::<SamplesTask>().map(|it| it.filter), Some(PositionFilter::default()));
}
