//! What goes wrong is found, and what is whole stays.

use std::fs::{self, File};
use std::io::Write;

use reynard_base::files::{OutputFile, PartFolder};
use reynard_cluster::{CheckTask, InputCheck, Job, Tasks, remove_strays, run, verify};

use super::{digest, games, plan, run_all};

fn check() -> CheckTask {
    CheckTask::default()
}

#[test]
fn a_missing_or_damaged_output_is_found_and_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    // Every third game has an error, so that the outputs are not empty.
    fs::write(&plain, games(60).replace("2. c4", "2. Ke5")).expect("a file");
    let job = plan(&folder.path().join("job"), check(), &[&plain], 1_000);
    run_all(&job);
    let whole = digest(&job);
    let report = || verify(&job, InputCheck::Sizes).expect("files");
    // A changed byte does not change the size: only the checksum tells.
    let path = job.output_path(1);
    let mut bytes = fs::read(&path).expect("an output");
    bytes[5] ^= 1;
    fs::write(&path, &bytes).expect("a file");
    assert_eq!(report().damaged.len(), 1);
    assert_eq!(report().digest, None);
    fs::remove_file(job.summary_path(1)).expect("a summary");
    fs::remove_file(job.output_path(2)).expect("an output");
    fs::write(job.summary_path(3), "{\"shard\": 3").expect("a file");
    bytes.pop();
    fs::write(job.output_path(4), &bytes).expect("a file");
    assert_eq!(report().missing, [1, 2, 3, 4]);
    run_all(&job);
    assert_eq!(digest(&job), whole);
}

#[test]
fn a_shard_that_is_done_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    fs::write(&plain, games(10)).expect("a file");
    let job = plan(&folder.path().join("job"), check(), &[&plain], 500);
    let first = run(&job, 0).expect("a good shard");
    let written = || fs::metadata(job.output_path(0)).and_then(|it| it.modified()).expect("a file");
    let before = written();
    assert_eq!(run(&job, 0).expect("a good shard"), first);
    assert_eq!(written(), before);
    assert!(run(&job, 1_000).is_err(), "there is no such shard");
}

#[test]
fn an_input_that_has_changed_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    fs::write(&plain, games(10)).expect("a file");
    let job = plan(&folder.path().join("job"), check(), &[&plain], u64::MAX);
    fs::write(&plain, games(9)).expect("a file");
    let error = run(&job, 0).expect_err("it is shorter");
    assert!(error.to_string().contains("when the job was planned"), "{error}");
    assert!(!job.output_path(0).exists());
    // The same size, which only the checksum tells.
    fs::write(&plain, games(10).replace("1. e4", "1. d4")).expect("a file");
    run(&job, 0).expect("a shard");
    let faults = |check| verify(&job, check).expect("files").inputs;
    assert!(faults(InputCheck::Sizes).is_empty());
    assert!(faults(InputCheck::Checksums)[0].contains("has changed"));
}

/// A frame that has a checksum.
fn compressed(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("memory");
    encoder.include_checksum(true).expect("a choice");
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// A damaged frame fails its shard, and perhaps the one before, but no other.
#[test]
fn a_damaged_frame_fails_its_shard_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(100);
    let mut file: Vec<u8> = text.as_bytes().chunks(5_000).flat_map(compressed).collect();
    let path = folder.path().join("games.pgn.zst");
    let damaged = file.len() / 2;
    file[damaged] ^= 0xff;
    fs::write(&path, &file).expect("a file");
    let job = plan(&folder.path().join("job"), check(), &[&path], 1);
    let results = job.manifest().shards.iter().map(|shard| run(&job, shard.number));
    let failed = results.filter(Result::is_err).count();
    // Its neighbor reads on into it.
    assert!((1..=2).contains(&failed), "{failed}");
    let report = verify(&job, InputCheck::Sizes).expect("files");
    assert_eq!((report.missing.len(), report.damaged.len()), (failed, 0));
}

#[test]
fn a_manifest_with_gaps_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    fs::write(&plain, games(30)).expect("a file");
    let job = plan(&folder.path().join("job"), check(), &[&plain], 1_000);
    let mut manifest = job.manifest().clone();
    manifest.shards.pop();
    let gap = Job::create(&manifest, &folder.path().join("gap")).expect("a job");
    run_all(&gap);
    let report = verify(&gap, InputCheck::Sizes).expect("files");
    assert!(!report.is_whole());
    assert!(report.inputs[0].contains("do not make up the file"), "{report:?}");
}

#[test]
fn unfinished_files_are_found_and_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    fs::write(&plain, games(3)).expect("a file");
    let job = plan(&folder.path().join("job"), check(), &[&plain], u64::MAX);
    fs::write(job.folder().join(".check-00000.jsonl.x7.part"), "half").expect("a file");
    run_all(&job);
    let strays = || verify(&job, InputCheck::Sizes).expect("files").strays;
    assert_eq!(strays().len(), 1);
    remove_strays(&job).expect("files");
    assert!(strays().is_empty());
}

#[test]
fn unfinished_files_in_use_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("games.pgn");
    fs::write(&plain, games(3)).expect("a file");
    let job = plan(&folder.path().join("job"), check(), &[&plain], u64::MAX);
    let of_worker = OutputFile::create(&job.output_path(0)).expect("a file");
    let folder_of_worker = PartFolder::create(job.folder()).expect("a folder");
    // A worker on another machine has a number that means nothing here: its lock decides.
    let path = job.folder().join(".check-00000.jsonl.x7.part");
    let locked = File::create(&path).expect("a file");
    locked.lock().expect("a file system with locks");
    let strays = || verify(&job, InputCheck::Sizes).expect("files").strays;
    drop(job.lock().expect("a free job"));
    assert_eq!(strays().len(), 3);
    of_worker.finish().expect("the file is still there");
    drop(folder_of_worker);
    drop(locked);
    remove_strays(&job).expect("files");
    assert!(strays().is_empty());
}

#[test]
fn manifests_of_others_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("manifest.json");
    let open = |text: &str| {
        fs::write(&path, text).expect("a file");
        Job::open(folder.path(), &Tasks::standard()).expect_err("no good manifest").to_string()
    };
    let task = r#"{"name": "check"}"#;
    let error = open(&format!(r#"{{"version": "9.9", "task": {task}, "shards": []}}"#));
    assert!(error.contains("the plan is of Reynard 9.9"), "{error}");
    let version = reynard_cluster::Manifest::VERSION;
    let shard = r#"{"number": 1, "kind": "file", "path": "x"}"#;
    let error =
        open(&format!(r#"{{"version": "{version}", "task": {task}, "shards": [{shard}]}}"#));
    assert!(error.contains("not numbered"), "{error}");
    assert!(open("{").contains("manifest.json"));
}
