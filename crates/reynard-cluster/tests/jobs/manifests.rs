//! Manifests: their bytes, and the tasks that a program knows.

use std::fs;
use std::path::Path;

use reynard_cluster::{
    AnnotateTask, CheckTask, DatabaseTask, Job, JobInput, JobTask, Manifest, MatchOpenings,
    MatchTask, ParquetTask, PerftTask, Prefix, Shard, ShardPart, SpsaTask, SyzygyTask, TableRows,
    Tasks,
};
use serde::Serialize;

/// The form of tasks in manifests: the name first, then the options in the order of their fields.
#[derive(Serialize)]
#[serde(tag = "name", rename_all = "lowercase")]
enum Described {
    Perft(PerftTask),
    Parquet(ParquetTask),
    Check(CheckTask),
    Annotate(AnnotateTask),
    Syzygy(SyzygyTask),
    Database(DatabaseTask),
    Match(MatchTask),
    Spsa(SpsaTask),
}

#[derive(Serialize)]
struct DescribedManifest {
    version: &'static str,
    task: Described,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<JobInput>,
    shards: Vec<Shard>,
}

/// Every task of the crate, with options that are not the defaults.
fn tasks() -> Vec<(JobTask, Described)> {
    fn both<T: Clone + Into<JobTask>>(task: T, form: fn(T) -> Described) -> (JobTask, Described) {
        (task.clone().into(), form(task))
    }
    let perft = PerftTask { fen: "startpos".to_owned(), depth: 3, split: 1, hash_mib: 0 };
    let columns = vec!["white".to_owned()];
    let parquet =
        ParquetTask { rows: TableRows::Positions, every: 3.try_into().expect("3"), columns };
    let annotate = AnnotateTask { nodes: 300.try_into().expect("300"), hash_mib: 1 };
    let syzygy = SyzygyTask { folders: vec!["/tables".to_owned()], tables: 5 };
    let players = ["./a,nodes=1", "./b,depth=2"].map(str::to_owned);
    let openings = MatchOpenings::Chess960;
    let parameters = vec!["a,50,0,100,5".to_owned()];
    let mut spsa = SpsaTask::new("./a,nodes=1".to_owned(), parameters);
    (spsa.gain, spsa.seed) = (0.1 + 0.2, u64::MAX);
    vec![
        both(perft, Described::Perft),
        both(ParquetTask::default(), Described::Parquet),
        both(parquet, Described::Parquet),
        both(CheckTask::default(), Described::Check),
        both(annotate, Described::Annotate),
        both(syzygy, Described::Syzygy),
        both(DatabaseTask::default(), Described::Database),
        both(DatabaseTask { plies: Some(7), ..DatabaseTask::default() }, Described::Database),
        both(MatchTask { players, pairs: 9, openings, max_moves: 10 }, Described::Match),
        both(spsa, Described::Spsa),
    ]
}

#[test]
fn manifests_have_the_name_of_the_task_and_then_its_options_in_their_order() {
    let input = JobInput { path: "games.pgn".to_owned(), bytes: 7, sha256: None };
    let prefixes = vec![Prefix { moves: "e2e4".to_owned(), multiplicity: 1 }];
    let shards = vec![
        Shard { number: 0, part: ShardPart::File { path: "games.pgn".to_owned() } },
        Shard { number: 1, part: ShardPart::Subtrees { prefixes } },
    ];
    for inputs in [vec![], vec![input]] {
        for (task, described) in tasks() {
            let (version, shards) = (Manifest::VERSION.to_owned(), shards.clone());
            let manifest = Manifest { version, task, inputs: inputs.clone(), shards };
            let expected = DescribedManifest {
                version: Manifest::VERSION,
                task: described,
                inputs: inputs.clone(),
                shards: manifest.shards.clone(),
            };
            let expected = serde_json::to_string_pretty(&expected).expect("JSON") + "\n";
            let written = String::from_utf8(manifest.to_json().expect("JSON")).expect("UTF-8");
            assert_eq!(written, expected);
            let folder = tempfile::tempdir().expect("a folder");
            let created = Job::create(&manifest, folder.path()).expect("a job");
            let opened = Job::open(folder.path(), &Tasks::standard()).expect("a job");
            assert_eq!((opened.id(), opened.manifest()), (created.id(), &manifest));
        }
    }
}

/// Writes a manifest with a task, and returns the error of opening it.
fn error_of(folder: &Path, task: &str, tasks: &Tasks) -> String {
    let version = Manifest::VERSION;
    let text = format!(r#"{{"version": "{version}", "task": {task}, "shards": []}}"#);
    fs::write(folder.join(Job::MANIFEST), text).expect("a file");
    Job::open(folder, tasks).expect_err("no such task").to_string()
}

#[test]
fn a_task_that_is_not_known_is_named_with_those_that_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let tasks = Tasks::standard();
    let error = |task| error_of(folder.path(), task, &tasks);
    let unknown = error(r#"{"name": "anotate", "nodes": 5}"#);
    assert!(unknown.contains("manifest.json: task `anotate`: there is no such task"), "{unknown}");
    assert!(unknown.contains("did you mean `annotate`?"), "{unknown}");
    assert!(
        unknown
            .ends_with("(tasks: perft, parquet, check, annotate, syzygy, database, match, spsa)")
    );
    let foreign = error(r#"{"name": "selfplay"}"#);
    assert!(foreign.contains("no such task (tasks: perft, "), "{foreign}");
    let nameless = error(r#"["perft"]"#);
    assert!(nameless.contains("task ``: there is no such task"), "{nameless}");
    let incomplete = error(r#"{"name": "annotate"}"#);
    assert!(incomplete.contains("task `annotate`: missing field `nodes`"), "{incomplete}");
}
