//! Formats, engines, logs and journals of `reynard match`, and the check of an engine's protocol.

use std::fs;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::run::reynard;
#[cfg(unix)]
use crate::run::script;

/// A small engine that is quick to start: this program.
const ENGINE: &str = "self,nodes=50,option.Hash=1";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[test]
fn a_mistyped_option_is_an_error_with_the_nearest_name() {
    let args = ["match", "self,nodes=5,option.Hsah=1", ENGINE, "--rounds", "1", "--max-moves", "1"];
    let run = reynard(&args);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(run.stderr.contains("has no option `Hsah`: did you mean `Hash`?"), "{}", run.stderr);
    let run = reynard(&[&args[..], &["--lenient"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("has no option Hsah"), "{}", run.stderr);
}

#[test]
#[cfg(unix)]
fn a_program_that_is_no_engine_is_named_quickly() {
    let folder = folder();
    let ends = script(folder.path(), "ends", "exit 0\n");
    let echoes = script(folder.path(), "echoes", "while read -r line; do echo \"$line\"; done\n");
    for (program, part) in [
        (&*ends, "ends has ended before it answered `uci` (exit status: 0)"),
        (&echoes, "echoes has sent `uci` back: it is not an engine"),
        ("no-such-engine", "no-such-engine: no such program in PATH or /usr/games"),
    ] {
        // An engine has 6 s for its first line; one of a few tries takes less on any machine.
        let is_quick = (0..5).any(|_| {
            let start = Instant::now();
            let run = reynard(&["match", ENGINE, &format!("{program},nodes=1"), "--rounds", "1"]);
            assert_eq!(run.code, 2, "{run:?}");
            assert!(run.stderr.contains(part), "{}", run.stderr);
            start.elapsed() < Duration::from_secs(5)
        });
        assert!(is_quick, "{program} was waited for");
    }
}

#[test]
#[cfg(unix)]
fn a_check_names_a_program_that_is_no_engine_at_once() {
    let folder = folder();
    let echoes = script(folder.path(), "echoes", "while read -r line; do echo \"$line\"; done\n");
    let run = reynard(&["match", "--check", &echoes]);
    let text = "it has sent `uci` back: it is not an engine";
    assert!(run.code != 0 && (run.stdout + &run.stderr).contains(text));
}

#[test]
fn a_number_of_games_is_even() {
    let args = ["match", ENGINE, ENGINE, "--max-moves", "1", "--json", "--games"];
    let run = reynard(&[&args[..], &["4"]].concat());
    assert_eq!((run.code, run.objects().len()), (0, 5), "{run:?}");
    let odd = reynard(&[&args[..], &["5"]].concat());
    assert_eq!(odd.code, 2);
    assert!(odd.stderr.contains("games come in pairs with reversed colors: 4 or 6"), "{odd:?}");
}

#[test]
fn every_engine_and_game_has_a_log() {
    let folder = folder();
    let folder = folder.path();
    let logs = folder.join("logs");
    let run = reynard(&[
        "match",
        "self,name=a/b,nodes=50",
        ENGINE,
        "--rounds",
        "1",
        "--max-moves",
        "1",
        "--log",
        logs.to_str().expect("UTF-8"),
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let mut names: Vec<String> = fs::read_dir(&logs)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let expected = [
        "00001-black-reynard.log",
        "00001-white-a-b.log",
        "00002-black-a-b.log",
        "00002-white-reynard.log",
    ];
    assert_eq!(names, expected);
    let first = fs::read_to_string(logs.join(expected[1])).expect("a log");
    assert!(first.contains(" > uci\n") && first.contains(" < uciok\n"), "{first}");
    assert!(first.contains(" > go nodes 50\n") && first.contains(" < bestmove "), "{first}");
}

#[test]
fn swiss_and_knockout_tournaments_have_placings_and_resume() {
    let folder = folder();
    let folder = folder.path();
    let players: Vec<String> =
        (1..=5).map(|depth| format!("self,name=d{depth},depth={depth},option.Hash=1")).collect();
    for (format, games) in [(&["--swiss", "2"][..], 8), (&["--knockout"], 8)] {
        let journal = folder.join(format!("{}.jsonl", format.len()));
        let mut args = vec!["match", "--max-moves", "12", "--json"];
        args.extend(players.iter().map(String::as_str));
        args.extend(format);
        args.extend(["--journal", journal.to_str().expect("UTF-8")]);
        let run = reynard(&args);
        let objects = run.objects();
        assert_eq!(run.code, 0, "{run:?}");
        let summary = objects.last().expect("a summary");
        assert!(objects.len() > games, "{} objects", objects.len());
        let placings = summary["placings"].as_array().expect("placings");
        assert_eq!((placings.len(), &placings[0]["place"]), (5, &1.into()), "{summary}");
        // As if it had been interrupted in the second stage.
        let text = fs::read_to_string(&journal).expect("the journal");
        let lines: Vec<&str> = text.lines().collect();
        fs::write(&journal, format!("{}\n", lines[..6].join("\n"))).expect("a writable folder");
        let again = reynard(&args).objects();
        assert_eq!(again.len(), objects.len() - 5);
        assert_eq!(&again.last().expect("a summary")["placings"], &summary["placings"]);
    }
}

#[test]
fn a_journal_is_checked_when_it_is_read() {
    let folder = folder();
    let folder = folder.path();
    let journal = folder.join("games.jsonl");
    let args = ["match", ENGINE, ENGINE, "--rounds", "1", "--max-moves", "2", "--journal"];
    let args = [&args[..], &[journal.to_str().expect("UTF-8")]].concat();
    assert_eq!(reynard(&args).code, 0);
    let text = fs::read_to_string(&journal).expect("the journal");
    let lines: Vec<&str> = text.lines().collect();
    let last = lines[2].rfind("\"m\":\"").expect("a move") + 5;
    let (before, after) = (&lines[2][..last], &lines[2][last + 4..]);
    for (line, part) in [
        (lines[1].to_owned(), "line 3: game 1: it is there twice"),
        (format!("{before}a1h8{after}"), "line 3: game 2: ply 12, `a1h8`, is not a legal move"),
        (
            lines[2].replace("\"white\":1,\"black\":0", "\"white\":0,\"black\":1"),
            "line 3: game 2: other players",
        ),
    ] {
        fs::write(&journal, format!("{}\n{}\n{line}\n", lines[0], lines[1]))
            .expect("a writable folder");
        let run = reynard(&args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
}

#[test]
fn the_own_engine_keeps_its_protocol() {
    let run = reynard(&["match", "--check", "self", "--json"]);
    let checks = run.objects();
    let failed: Vec<_> = checks.iter().filter(|check| !check["failure"].is_null()).collect();
    assert_eq!((run.code, checks.len(), failed), (0, 17, Vec::new()), "{run:?}");
}

#[test]
#[cfg(unix)]
fn a_program_that_is_no_engine_fails_the_first_check() {
    let folder = folder();
    let echo = script(folder.path(), "echo", "echo \"$@\"\n");
    let run = reynard(&["match", "--check", &echo]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.starts_with("failed  greeting: "), "{run:?}");
    assert!(run.stdout.ends_with("0 of 1 checks passed\n"), "{run:?}");
}
