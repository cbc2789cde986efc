//! `reynard-lab selfplay`, and what is made of its games.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use reynard::Position;
use tempfile::TempDir;

use crate::run::{Run, command, reynard, wait_until};

/// Games that take no time.
const TINY: [&str; 6] = ["--games", "4", "--nodes", "50", "--play-out", "300"];

fn generate(folder: &Path, more: &[&str]) -> Run {
    reynard(&[&["selfplay", "generate", text(folder)], &TINY[..], more].concat())
}

fn selfplay(args: &[&str]) -> Run {
    reynard(&[&["selfplay"], args].concat())
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The files of a folder, by name, with their content.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn existing_shards_are_kept_and_missing_ones_played() {
    let folder = folder();
    let folder = folder.path();
    let first = generate(folder, &["--shards", "3", "--threads", "2", "--json"]).object();
    assert_eq!((&first["made"], &first["games"]), (&3.into(), &12.into()));
    assert!(first["kept_per_hour"].as_u64() > Some(0));
    let before = content(folder);
    let names: Vec<&str> = before.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["1-00000.rsp", "1-00001.rsp", "1-00002.rsp"]);
    fs::remove_file(folder.join("1-00001.rsp")).expect("the shard can go");
    let again = generate(folder, &["--shards", "3", "--json"]).object();
    assert_eq!((&again["made"], &again["games"]), (&1.into(), &4.into()));
    assert_eq!(content(folder), before, "the same games");
    // More of them, on another number of threads, from another place.
    let more = ["--shards", "1", "--first", "3", "--threads", "1"];
    assert!(generate(folder, &more).stdout.starts_with("1 of 1 shard made in "));
    assert_eq!(content(folder)[..3], before);
    assert_eq!(content(folder).len(), 4);
    // Other settings are other games.
    let run = generate(folder, &["--random-plies", "4"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("has other games: random-plies 8, not 4"), "{run:?}");
    let run = generate(folder, &["--seed", "2", "--chess960", "--json"]);
    assert_eq!(run.object()["made"], 1, "{run:?}");
}

/// However it ends, there are whole shards and no others.
#[test]
fn a_killed_run_resumes() {
    let folder = folder();
    let folder = folder.path();
    let args = ["selfplay", "generate", text(folder), "--games", "8", "--nodes", "100"];
    let more = ["--shards", "1000", "--threads", "2"];
    let mut child = command()
        .args(args)
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let shards = || {
        let entries = fs::read_dir(folder).expect("the folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        names.filter(|name| !name.to_string_lossy().starts_with('.')).count()
    };
    wait_until(|| shards() >= 2, "no shards");
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    let made = shards();
    let check = selfplay(&["check", text(folder)]);
    assert_eq!((check.code, check.stdout.lines().count()), (0, made), "{check:?}");
    let mut before = content(folder);
    // The next run removes what the killed one has left half-written.
    before.retain(|(name, _)| !name.starts_with('.'));
    let wanted = (made + 1).to_string();
    let again = reynard(&[&args[..], &["--shards", &wanted, "--json"]].concat());
    assert_eq!((again.code, &again.object()["made"]), (0, &1.into()), "{again:?}");
    let after = content(folder);
    assert!(before.iter().all(|file| after.contains(file)));
}

/// Ctrl-C ends it at once, and what is there is whole.
#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_it() {
    let folder = folder();
    let folder = folder.path();
    let child = command()
        .args(["selfplay", "generate", text(folder), "--games", "2", "--nodes", "100", "--json"])
        .args(["--shards", "100000", "--threads", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    wait_until(|| !content(folder).is_empty(), "no shards");
    crate::run::send(rustix::process::Signal::INT, &child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let summary: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("a summary, however early");
    assert_eq!(summary["interrupted"], true);
    let made = content(folder).len();
    assert_eq!(summary["made"].as_u64(), Some(made as u64));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same command resumes"));
    assert_eq!(selfplay(&["check", text(folder)]).code, 0);
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = folder();
    let folder = folder.path();
    generate(folder, &["--shards", "1"]);
    let shard = folder.join("1-00000.rsp");
    let whole = fs::read(&shard).expect("the shard");
    let rubbish = folder.join("rubbish.rsp");
    fs::write(&rubbish, "[Event \"?\"]\n\n1. e4 *\n").expect("a writable folder");
    for args in [&["stats"][..], &["export"], &["merge", "-o", "/dev/null"]] {
        let run = selfplay(&[args, &[text(&rubbish)]].concat());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(
            run.stderr.contains("rubbish.rsp: byte 0: not a file of self-play games"),
            "{run:?}"
        );
    }
    let run = selfplay(&["check", text(folder), "--json"]);
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (1, 2), "{run:?}");
    assert_eq!((&objects[0]["ok"], &objects[0]["games"]), (&true.into(), &4.into()));
    assert_eq!(objects[1]["error"], "byte 0: not a file of self-play games");
    // A shard that somebody has cut or changed is not taken for whole.
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for (bytes, error) in [(&whole[..whole.len() - 7], "ends too early"), (&changed, "checksum")] {
        fs::write(&shard, bytes).expect("a writable folder");
        let run = generate(folder, &["--shards", "1"]);
        assert_eq!(run.code, 2);
        assert!(
            run.stderr.contains("1-00000.rsp is damaged") && run.stderr.contains(error),
            "{run:?}"
        );
    }
    let run = selfplay(&["stats", text(&folder.join("none.rsp"))]);
    assert!(run.code == 2 && run.stderr.contains("cannot read "), "{run:?}");
}

#[test]
fn games_are_merged_shuffled_and_deduplicated() {
    let folder = folder();
    let folder = folder.path();
    let (games, [all, mixed, once]) =
        (folder.join("games"), ["all.rsp", "mixed.rsp", "once.rsp"].map(|name| folder.join(name)));
    generate(&games, &["--shards", "2"]);
    let merged = selfplay(&["merge", text(&games), text(&games), "-o", text(&all), "--json"]);
    assert_eq!(merged.object()["games"], 16, "{merged:?}");
    let header = selfplay(&["check", text(&all), "--headers", "--json"]).object();
    assert_eq!(
        (&header["header"]["shard"], &header["header"]["nodes"]),
        (&"various".into(), &"50".into())
    );
    for seed in ["1", "1", "2"] {
        let run = selfplay(&["shuffle", text(&all), "-o", text(&mixed), "--seed", seed]);
        assert_eq!((run.code, run.stdout.as_str()), (0, "16 games\n"), "{run:?}");
    }
    assert_ne!(fs::read(&mixed).expect("a file"), fs::read(&all).expect("a file"));
    let run = selfplay(&["dedup", text(&mixed), "-o", text(&once)]);
    assert_eq!(run.stdout, "8 games, 8 dropped\n", "{run:?}");
    let lines = |args: &[&str], path: &Path| {
        let run = selfplay(&[&["export", text(path)], args].concat());
        assert_eq!(run.code, 0, "{run:?}");
        let mut lines: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&["--all"], &once), lines(&["--all"], &games));
    assert_eq!(lines(&[], &all).len(), 2 * lines(&[], &games).len());
    assert_eq!(lines(&["--unique"], &all), lines(&["--unique"], &once));
    // In the games of a folder nothing has changed.
    let stats = selfplay(&["stats", text(&games), "--json"]).object();
    assert_eq!((&stats["games"], &stats["kept"]), (&8.into(), &lines(&[], &games).len().into()));
    let to_the_start = selfplay(&["dedup", text(&all), "--by", "start", "-o", text(&once)]);
    assert_eq!(to_the_start.stdout, "8 games, 8 dropped\n");
}

#[test]
fn positions_are_exported_and_tuned() {
    let folder = folder();
    let folder = folder.path();
    generate(folder, &["--shards", "2"]);
    let run = selfplay(&["export", text(folder), "--limit", "5"]);
    assert_eq!(run.stdout.lines().count(), 5);
    for line in run.stdout.lines() {
        let parts: Vec<&str> = line.split(" | ").collect();
        assert!(Position::from_fen(parts[0]).is_ok(), "{line}");
        assert!(parts[1].parse::<i32>().is_ok_and(|score| score.abs() <= 2000), "{line}");
        assert!(["1.0", "0.5", "0.0"].contains(&parts[2]), "{line}");
    }
    let objects = selfplay(&["export", text(folder), "--json", "--max-score", "100"]).objects();
    assert!(!objects.is_empty());
    for object in objects {
        assert!(object["score"].as_i64().is_some_and(|score| score.abs() <= 100), "{object}");
        assert!(object["best"].as_str().is_some_and(|best| best.len() >= 4), "{object}");
    }
    let kept = selfplay(&["stats", text(folder), "--json"]).object()["kept"].clone();
    let tuned = reynard(&["tune", text(folder), "--epochs", "0", "--json"]);
    assert_eq!(tuned.code, 0, "{tuned:?}");
    let summary = tuned.objects().pop().expect("a summary");
    assert_eq!((&summary["positions"], &summary["games"]), (&kept, &8.into()), "{tuned:?}");
    let run = selfplay(&["export", text(folder), "--brackets", "--limit", "1"]);
    assert!(run.stdout.ends_with(".0]\n") || run.stdout.ends_with(".5]\n"), "{run:?}");
}

#[test]
fn castling_of_chess960_is_exported_as_a_move_onto_the_rook() {
    let folder = folder();
    let folder = folder.path();
    generate(folder, &["--shards", "3", "--chess960"]);
    let run = selfplay(&["export", text(folder), "--json", "--all"]);
    for object in run.objects() {
        let fen = object["fen"].as_str().expect("a FEN");
        let pos = Position::from_fen(fen).expect("a position");
        let best = object["best"].as_str().expect("a move");
        let [from, to] = [&best[..2], &best[2..4]].map(|it| it.parse().expect("a square"));
        if pos.king(pos.turn()) == from && reynard::Square::distance(from, to) > 1 {
            assert_eq!(pos.piece_at(from).map(|it| it.color), pos.piece_at(to).map(|it| it.color));
        }
    }
}

#[test]
fn an_output_is_refused_once_and_in_time() {
    let folder = folder();
    let folder = folder.path();
    generate(folder, &["--shards", "1"]);
    let games = folder.join("1-00000.rsp");
    let output = folder.join("no/such/file");
    for command in ["merge", "dedup", "shuffle"] {
        let run = selfplay(&[command, text(&games), "-o", text(&output)]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.starts_with("error: cannot write "), "{run:?}");
        if cfg!(target_os = "linux") {
            let run = selfplay(&[command, text(&games), "-o", "/dev/full"]);
            assert_eq!(run.code, 2, "{run:?}");
            assert_eq!(run.stderr.matches("cannot write /dev/full: ").count(), 1, "{run:?}");
        }
    }
    // The games are damaged, which `dedup` does not come to see.
    let bytes = fs::read(&games).expect("games");
    fs::write(&games, &bytes[..bytes.len() - 20]).expect("a writable folder");
    let run = selfplay(&["dedup", text(&games), "-o", text(&output)]);
    assert!(run.stderr.starts_with("error: cannot write "), "{run:?}");
    let run = selfplay(&["export", text(&games), "--json", "--brackets"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("'--json' cannot be used with '--brackets'"), "{run:?}");
}
