//! Workers and the driver are killed, the disk is full, and some workers never end: nothing is
//! lost, and nothing is there twice.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::jobs::{folder, plan, run, verified};
use crate::run::{TIMEOUT, command, script, send, wait_until};

/// Kills of the driver.
fn kills() -> u32 {
    let kills = std::env::var("REYNARD_TEST_KILLS").ok();
    kills.map_or(6, |kills| kills.parse().expect("REYNARD_TEST_KILLS is a number"))
}

/// Writes a script that is started as a worker; `"$@"` are the arguments, the last one is the
/// shard.
fn worker(folder: &Path, text: &str) -> String {
    let binary = crate::BINARY;
    let head = format!("REYNARD='{binary}'\nfor shard in \"$@\"; do :; done\n");
    script(folder, "worker", &(head + text))
}

/// The names of the files of a job that are outputs or summaries.
fn outputs(job: &Path) -> Vec<String> {
    let names = fs::read_dir(job)
        .expect("a job")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.contains('-')).collect();
    names.sort();
    names
}

#[test]
fn a_shard_that_always_fails_is_set_aside() {
    let folder = folder();
    let folder = folder.path();
    plan(folder, "check job games.pgn --shard-bytes 3000");
    let worker = worker(
        folder,
        "[ $shard = 1 ] && { echo 'the shard is poison' >&2; exit 7; }\nexec \"$REYNARD\" \"$@\"\n",
    );
    let line = format!("cluster run --workers 2 --attempts 2 --worker {worker} job");
    let failed = run(folder, &line);
    assert_eq!(failed.code, 1, "{failed:?}");
    assert!(
        failed
            .stdout
            .contains("failed: shard 1, after 2 attempts: exit status: 7: the shard is poison")
    );
    assert!(failed.stdout.contains("Missing        1\n"), "{failed:?}");
    let list = fs::read_to_string(folder.join("job/failed.jsonl")).expect("a list");
    assert_eq!(list.lines().count(), 1, "{list}");
    // The cause is gone.
    let total = run(folder, "cluster run --json job").object();
    assert_eq!(total["attempts"], 1);
    assert!(!folder.join("job/failed.jsonl").exists());
    plan(folder, "check other games.pgn --shard-bytes 3000");
    assert_eq!(run(folder, "cluster run other").code, 0);
    assert_eq!(verified(folder, "job")["digest"], verified(folder, "other")["digest"]);
}

#[test]
fn a_worker_that_hangs_is_overtaken() {
    let folder = folder();
    let folder = folder.path();
    plan(folder, "check job games.pgn --shard-bytes 3000");
    // `mkdir` succeeds once.
    let script =
        "[ $shard = 0 ] && mkdir first 2>/dev/null && exec cat\nexec \"$REYNARD\" \"$@\"\n";
    let worker = worker(folder, script);
    let start = Instant::now();
    let line = format!("cluster run --workers 2 --json --worker {worker} job");
    let total = run(folder, &line).object();
    assert!(start.elapsed() < TIMEOUT);
    assert_eq!((&total["doubled"], &total["failed_attempts"]), (&1.into(), &0.into()));
    let attempts = fs::read_to_string(folder.join("job/attempts.jsonl")).expect("a journal");
    assert!(attempts.contains("\"end\":\"overtaken\""), "{attempts}");
    verified(folder, "job");
}

#[test]
fn a_second_run_of_a_job_is_refused() {
    let folder = folder();
    let folder = folder.path();
    plan(folder, "check job games.pgn");
    let worker = worker(folder, "touch started\nexec cat\n");
    let mut first = command();
    first.args(["cluster", "run", "--worker"]).arg(&worker).arg("job").current_dir(folder);
    let mut first = first.stdout(Stdio::null()).spawn().expect("a run");
    wait_until(|| folder.join("started").exists(), "no worker has started");
    let second = run(folder, "cluster run job");
    first.kill().expect("the first run is there");
    first.wait().expect("it ends");
    assert_eq!(second.code, 2, "{second:?}");
    assert!(second.stderr.contains("in use by another run"), "{second:?}");
}

/// Ctrl-C and SIGTERM end a worker in the middle of its shard.
#[test]
fn a_signal_leaves_no_part_of_an_output() {
    for (signal, code) in [(Signal::INT, Some(130)), (Signal::TERM, None)] {
        let folder = folder();
        let folder = folder.path();
        // Long enough for the signal to come first.
        plan(folder, "annotate job games.pgn --nodes 100000000 --hash 1");
        let job = folder.join("job");
        let hidden = || {
            let mut entries = fs::read_dir(&job).expect("a job");
            entries.any(|entry| {
                entry.expect("an entry").file_name().to_string_lossy().starts_with('.')
            })
        };
        let mut worker = command();
        worker.args(["cluster", "run-shard", "job", "0"]).current_dir(folder);
        let mut worker = worker.spawn().expect("a worker");
        wait_until(hidden, "no output has begun");
        send(signal, &worker);
        assert_eq!(worker.wait().expect("it ends").code(), code, "{signal:?}");
        assert!(!hidden(), "{signal:?}");
    }
}

/// A frame that has a checksum.
fn compressed(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("memory");
    encoder.include_checksum(true).expect("a choice");
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// The input of one shard is damaged: its frame cannot be decompressed.
#[test]
fn a_damaged_input_fails_its_shards_alone() {
    let folder = folder();
    let folder = folder.path();
    let text = fs::read(folder.join("games.pgn")).expect("games");
    let parts = text.chunks(text.len() / 5);
    let mut file: Vec<u8> = parts.flat_map(compressed).collect();
    let middle = file.len() / 2;
    file[middle] ^= 0xff;
    fs::write(folder.join("games.pgn.zst"), file).expect("a file");
    plan(folder, "check job games.pgn.zst --shard-bytes 1");
    let failed = run(folder, "cluster run --workers 2 --attempts 2 --json job");
    assert_eq!(failed.code, 1, "{failed:?}");
    let total = failed.object();
    let set_aside = total["set_aside"].as_array().expect("a list");
    assert!((1..=2).contains(&set_aside.len()), "{set_aside:?}");
    for shard in set_aside {
        let reason = shard["reason"].as_str().expect("a reason");
        assert!(reason.contains("games.pgn.zst: "), "{reason}");
    }
    let missing = total["missing"].as_array().expect("a list");
    assert_eq!(missing.len(), set_aside.len());
}

/// Every worker is killed, has a full disk or fails now and then; the driver is killed again and
/// again.
#[test]
fn whatever_is_killed_the_bytes_are_the_same() {
    let folder = folder();
    let folder = folder.path();
    let plain = fs::read_to_string(folder.join("games.pgn")).expect("games");
    fs::write(folder.join("games.pgn"), plain.repeat(6)).expect("games");
    plan(folder, "annotate whole games.pgn --nodes 30 --hash 1 --shard-bytes 4000");
    assert_eq!(run(folder, "cluster run --workers 2 whole").code, 0);
    let expected = verified(folder, "whole");
    plan(folder, "annotate job games.pgn --nodes 30 --hash 1 --shard-bytes 4000");
    let script = "exec 3<&0\ncase $(( ($$ + shard) % 5 )) in\n\
        0) \"$REYNARD\" \"$@\" <&3 & child=$!; sleep 0.02; kill -9 $child; wait $child; exit 1;;\n\
        1) ulimit -f 1; exec \"$REYNARD\" \"$@\";;\n\
        2) exit 3;;\n\
        *) exec \"$REYNARD\" \"$@\";;\nesac\n";
    let worker = worker(folder, script);
    for kill in 0..kills() {
        let mut driver = command();
        driver.args(["cluster", "run", "--workers", "3", "--attempts", "2", "--worker"]);
        driver.arg(&worker).arg("job").current_dir(folder);
        let mut driver =
            driver.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a driver");
        // Not at a time but after some more shards, or none.
        let done = || {
            let names = outputs(&folder.join("job"));
            names.iter().filter(|name| !name.starts_with('.')).count()
        };
        let enough = done() + kill as usize % 4;
        while done() < enough && driver.try_wait().expect("a driver").is_none() {
            sleep(Duration::from_millis(1));
        }
        driver.kill().expect("a child of ours");
        driver.wait().expect("it ends");
        // Nothing is done that is not whole, at any time.
        let report = run(folder, "cluster verify --json job").object();
        assert_eq!(report["damaged"], serde_json::json!([]), "{report}");
    }
    let end = run(folder, "cluster run --workers 2 --json job");
    assert_eq!(end.code, 0, "{end:?}");
    let report = verified(folder, "job");
    for field in ["digest", "counts", "games_before", "bytes"] {
        assert_eq!(report[field], expected[field], "{field}");
    }
    assert_eq!(report["strays"], serde_json::json!([]));
    assert_eq!(outputs(&folder.join("job")), outputs(&folder.join("whole")));
}
