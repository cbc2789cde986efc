//! `reynard match`, with this program's own engine on both sides.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{command, reynard, wait_until};

/// A small engine that is quick to start: this program.
const ENGINE: &str = "self,nodes=200,option.Hash=1";

#[test]
fn invalid_option_values_are_refused() {
    let run = reynard(&["match", "self,nodes=200,option.Hash=0", ENGINE, "--rounds", "1"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(
        run.stderr.contains("cannot take option `Hash`: the number must be from 1 to"),
        "{run:?}"
    );
}

/// Without its files an engine plays, but not as it was meant to.
#[test]
fn engines_without_their_files_do_not_play() {
    for option in ["EvalFile", "SyzygyPath", "BookFile"] {
        let engine = format!("self,name=lacking,nodes=50,option.{option}=nothere");
        let run = reynard(&["match", ENGINE, &engine, "--rounds", "1", "--max-moves", "1"]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{option}: {run:?}");
        let part = "lacking has rejected an option: `info string error nothere: ";
        assert!(run.stderr.contains(part), "{option}: {}", run.stderr);
    }
}

#[test]
fn a_match_ends_with_a_summary() {
    // Too few moves to repeat a position three times.
    let run =
        reynard(&["match", ENGINE, ENGINE, "--rounds", "2", "--max-moves", "3", "--every", "2"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.starts_with("reynard - reynard (2): +"), "{run:?}");
    assert!(
        run.stdout.contains("\ngames: 4\nendings: move-limit 4\nforfeits: none\noverhead a move: "),
        "{run:?}"
    );
    assert!(run.stderr.starts_with("2/4  reynard - reynard (2): "), "{run:?}");
}

#[test]
fn games_and_summary_are_objects() {
    let run = reynard(&[
        "match",
        ENGINE,
        ENGINE,
        "self,name=third,depth=1",
        "--rounds",
        "1",
        "--max-moves",
        "3",
        "--json",
    ]);
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (0, 7), "{run:?}");
    assert!(
        objects[..6]
            .iter()
            .all(|game| game["cause"] == "move-limit" && game["result"] == "1/2-1/2")
    );
    // A built-in opening of eight plies and three moves of each side.
    assert_eq!(objects[0]["moves"].as_array().map(Vec::len), Some(14));
    let summary = &objects[6];
    assert_eq!((&summary["games"], &summary["ends"]["move-limit"]), (&6.into(), &6.into()));
    assert_eq!(summary["ratings"].as_array().map(Vec::len), Some(3));
    assert_eq!(summary["meetings"][0]["pairs"]["counts"], serde_json::json!([0, 0, 1, 0, 0]));
}

/// Plays games at the shortest time control in use: no illegal moves, no crashes, and no losses on
/// time unless the machine is overloaded.
#[test]
fn games_with_clocks_are_played_to_the_end() {
    let fast = "self,tc=0.5+0.01,option.Hash=1";
    let args = ["match", fast, fast, "--rounds", "1", "--max-moves", "40", "--json"];
    let in_time = (0..20).any(|_| {
        let run = reynard(&args);
        let objects = run.objects();
        assert_eq!((run.code, objects.len()), (0, 3), "{run:?}");
        let ends = objects[2]["ends"].as_object().expect("how the games ended");
        let number = |cause: &str| ends.get(cause).map_or(0, |games| games.as_u64().unwrap_or(9));
        for fault in ["illegal-move", "disconnect", "stall"] {
            assert_eq!(number(fault), 0, "{ends:?}");
        }
        number("time-forfeit") == 0
    });
    assert!(in_time, "not one pair of games was played in time");
}

/// Whenever a match is broken off, its journal holds whole games and perhaps a beginning of one.
#[test]
fn a_match_resumes_from_its_journal() {
    let folder = folder();
    let folder = folder.path();
    let (journal, pgn) = (folder.join("games.jsonl"), folder.join("games.pgn"));
    let (journal, pgn) = (journal.to_str().expect("UTF-8"), pgn.to_str().expect("UTF-8"));
    let args = ["match", ENGINE, ENGINE, "--max-moves", "4", "--journal", journal, "--pgn", pgn];
    let whole = reynard(&[&args[..], &["--rounds", "3"]].concat());
    assert_eq!(whole.code, 0, "{whole:?}");
    let text = fs::read_to_string(journal).expect("the journal");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7);
    // As if it had been killed while it wrote the fourth game.
    let cut = format!("{}\n{}", lines[..4].join("\n"), &lines[4][..50]);
    fs::write(journal, cut).expect("a writable folder");
    let games = fs::read_to_string(pgn).expect("the games");
    let third = games.match_indices("[Event ").nth(2).expect("six games").0;
    fs::write(pgn, &games[..third + 100]).expect("a writable folder");
    let rest = reynard(&[&args[..], &["--rounds", "3", "--json"]].concat());
    let numbers: Vec<_> =
        rest.objects().iter().filter_map(|game| game["number"].as_u64()).collect();
    assert_eq!(numbers, [3, 4, 5]);
    let again: Vec<String> =
        fs::read_to_string(journal).expect("the journal").lines().map(str::to_owned).collect();
    let moves = |line: &str| {
        let game: Value = serde_json::from_str(line).expect("JSON");
        let texts = game["moves"].as_array().cloned().unwrap_or_default();
        texts.iter().map(|entry| entry["m"].to_string()).collect::<Vec<_>>()
    };
    // Limited by nodes, the games are the same as without the break.
    for (before, after) in lines.iter().zip(&again).skip(1) {
        assert_eq!(moves(before), moves(after));
    }
    let games = fs::read_to_string(pgn).expect("the games");
    assert_eq!(games.matches("[Event ").count(), 6);
    // Another match has another journal.
    let other = reynard(&["match", ENGINE, "self,nodes=7", "--journal", journal]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("is the journal of another match"), "{other:?}");
}

/// Killed as hard as the system can, again and again: in the end there is every game, once, and as
/// it would have been.
#[test]
fn a_match_survives_being_killed() {
    const GAMES: usize = 16;
    let folder = folder();
    let folder = folder.path();
    let (journal, pgn) = (folder.join("games.jsonl"), folder.join("games.pgn"));
    let (journal_text, pgn_text) = (journal.to_str().expect("UTF-8"), pgn.to_str().expect("UTF-8"));
    let same =
        ["match", ENGINE, ENGINE, "--rounds", "8", "--max-moves", "20", "--concurrency", "2"];
    let whole = reynard(&[&same[..], &["--json"]].concat());
    let expected: BTreeMap<u64, Value> =
        whole.objects().iter().take(GAMES).map(|game| (number(game), moves(game))).collect();
    assert_eq!(expected.len(), GAMES);
    let args = [&same[..], &["--journal", journal_text, "--pgn", pgn_text]].concat();
    let mut broken_off = 0;
    for games in [1, 4, 8] {
        let mut child = command()
            .args(&args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let lines = || fs::read_to_string(&journal).map_or(0, |text| text.matches('\n').count());
        while lines() <= games && child.try_wait().expect("a child").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("a child of ours");
        child.wait().expect("a child of ours");
        broken_off += usize::from(lines() <= GAMES);
    }
    assert!(broken_off > 0, "it was always over before it could be killed");
    // And the beginning of a game that was being written.
    let mut file = fs::OpenOptions::new().append(true).open(&journal).expect("the journal");
    file.write_all(br#"{"number":15,"round":7,"whi"#).expect("a writable file");
    drop(file);
    let run = reynard(&args);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("\ngames: 16\n"), "{run:?}");
    let text = fs::read_to_string(&journal).expect("the journal");
    let games: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), GAMES, "none twice");
    let found: BTreeMap<u64, Value> =
        games.iter().map(|game| (number(game), moves(game))).collect();
    assert_eq!(found, expected);
    let games = fs::read_to_string(&pgn).expect("the games");
    assert_eq!(games.matches("[Event ").count(), GAMES);
}

/// Ctrl-C: the games that are over are counted and kept, those on the board are broken off, and no
/// engine has lost because it was pressed.
#[test]
#[cfg(unix)]
fn a_match_is_interrupted() {
    use std::os::unix::process::CommandExt;

    use rustix::process::{Pid, Signal, kill_process_group};

    let folder = folder();
    let folder = folder.path();
    let journal = folder.join("games.jsonl");
    let args =
        ["match", ENGINE, ENGINE, "--rounds", "100000", "--max-moves", "20", "--concurrency", "2"];
    let child = command()
        .args(args)
        .args(["--json", "--journal"])
        .arg(&journal)
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.matches('\n').count());
    wait_until(|| lines() >= 4, "no games");
    // As a terminal does it: to the whole group.
    kill_process_group(Pid::from_child(&child), Signal::INT).expect("a running group");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let remarks = String::from_utf8_lossy(&output.stderr);
    assert!(remarks.contains("interrupted: "), "{remarks}");
    let told = String::from_utf8_lossy(&output.stdout);
    let told: Vec<Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    // All games and the summary; the journal has a header and all games.
    assert_eq!(told.len(), lines());
    assert!(told.last().expect("a summary").get("number").is_none());
    let faults = ["disconnect", "stall", "time-forfeit", "illegal-move"];
    for game in &told[..told.len() - 1] {
        let cause = game["cause"].as_str().expect("a cause");
        assert!(!faults.contains(&cause), "{game}");
    }
}

fn number(game: &Value) -> u64 {
    game["number"].as_u64().expect("a number")
}

/// The moves of a game, without what depends on the clock of the machine.
fn moves(game: &Value) -> Value {
    let moves = game["moves"].as_array().expect("moves");
    moves.iter().map(|entry| entry["m"].clone()).collect()
}

#[test]
fn chess960_is_played_from_its_positions() {
    let folder = folder();
    let folder = folder.path();
    let (openings, pgn) = (folder.join("openings.epd"), folder.join("games.pgn"));
    let starts = [
        "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
        "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1",
    ];
    fs::write(&openings, starts.join("\n")).expect("a writable folder");
    let (openings, pgn) = (openings.to_str().expect("UTF-8"), pgn.to_str().expect("UTF-8"));
    let args = ["match", ENGINE, ENGINE, "--chess960", "--openings", openings, "--pgn", pgn];
    let run = reynard(&[&args[..], &["--rounds", "2", "--max-moves", "40", "--json"]].concat());
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (0, 5), "{run:?}");
    for game in &objects[..4] {
        assert_eq!(game["chess960"], true, "{game}");
        assert!(!game["moves"].as_array().expect("moves").is_empty());
    }
    assert_eq!(objects[4]["faults"], serde_json::json!([]), "{run:?}");
    let played: BTreeSet<&str> =
        objects[..4].iter().map(|game| game["start"].as_str().expect("a FEN")).collect();
    assert_eq!(played.len(), 2, "{played:?}");
    let check = reynard(&["pgn", "check", pgn, "--json"]);
    assert_eq!(check.code, 0, "{check:?}");
    assert_eq!(check.objects().last().expect("a summary")["games"], 4);
}

#[test]
fn tablebases_adjudicate_games() {
    let folder = folder();
    let folder = folder.path();
    let openings = folder.join("openings.epd");
    fs::write(&openings, "4k3/8/8/8/8/8/8/3QK3 w - -\n").expect("a writable folder");
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../reynard-syzygy/tests/tables");
    let openings = openings.to_str().expect("UTF-8");
    let args = ["match", ENGINE, ENGINE, "--rounds", "1", "--openings", openings];
    let run = reynard(&[&args[..], &["--tables", tables, "--json"]].concat());
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (0, 3), "{run:?}");
    for game in &objects[..2] {
        assert_eq!((&game["cause"], &game["result"]), (&"tablebases".into(), &"1-0".into()));
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(1));
    }
    let empty = folder.to_str().expect("UTF-8");
    let run = reynard(&["match", ENGINE, ENGINE, "--rounds", "1", "--tables", empty]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    let part = format!("--tables: there are no tables in {empty}");
    assert!(run.stderr.contains(&part), "{}", run.stderr);
}

/// A match ends with its test; a job is only read.
#[test]
fn the_help_of_a_test_says_what_it_does() {
    for (command, part) in [
        (&["match", "--help"][..], "Stop when the SPRT"),
        (&["cluster", "verify", "-h"], "Report the SPRT"),
    ] {
        let run = reynard(command);
        assert!(run.stdout.contains(part), "{}", run.stdout);
        assert_eq!(run.stdout.matches("the SPRT of ELO0 against ELO1").count(), 1, "{command:?}");
    }
}

#[test]
fn a_decided_sprt_ends_the_match() {
    let run = reynard(&[
        "match",
        "self,depth=6,option.Hash=1",
        "self,depth=1,name=weak",
        "--sprt",
        "-50:0",
        "--alpha",
        "0.4",
        "--beta",
        "0.4",
        "--rounds",
        "40",
        "--max-moves",
        "60",
        "--resign",
        "3:700",
        "--json",
    ]);
    let objects = run.objects();
    let summary = objects.last().expect("a summary");
    assert_eq!(summary["sprt"]["accepted"], "elo1", "{summary}");
    assert!(objects.len() < 80, "{} games", objects.len());
}

#[test]
fn invalid_matches_are_errors() {
    for (args, part) in [
        (&["match", "self", "self"][..], "engine `self`: no limit is set"),
        (&["match", ENGINE, "/no/such/engine,nodes=1"], "engine cannot be started: "),
        (&["match", ENGINE, ENGINE, "--gauntlet", "2"], "--gauntlet must leave an opponent"),
        (&["match", ENGINE, ENGINE, "--resign", "4"], "two numbers are needed, like 4:600"),
        (&["match", ENGINE, ENGINE, "--resign", "3:0"], "a score of at least 1 is needed"),
        (&["match", ENGINE, ENGINE, "--resign", "0:600"], "at least 1 move of each side is needed"),
        (&["match", ENGINE, ENGINE, "--resign", "3:100001"], "the score is at most 100000"),
        (&["match", ENGINE, ENGINE, "--draw", "40:0:10"], "at least 1 move of each side is needed"),
        (
            &["match", ENGINE, ENGINE, "--sprt", "5:0"],
            "'5:0' for '--sprt <ELO0:ELO1>': ELO1 must be above ELO0",
        ),
        (&["match", ENGINE, ENGINE, ENGINE, "--sprt", "0:5"], "--sprt compares two engines, not 3"),
        (&["match", ENGINE, ENGINE, "--openings", "/no/such/file"], "cannot read /no/such/file"),
        (&["match", ENGINE, "self,nodes=1,dir=nothere"], "cannot be started in `nothere`: "),
        (&["match", ENGINE, "self,nodes=0"], "nodes: the limit has to be above 0"),
        (&["match", ENGINE, "self,tc=0"], "tc: the limit has to be above 0"),
        (&["match", ENGINE, "self,nodes=1,name="], "name: the value is empty"),
        (&["match", ENGINE, ENGINE, "--rounds", "0"], "'--rounds <N>': it has to be 1 or more"),
        (&["match", ENGINE, ENGINE, "--swiss", "0"], "'--swiss <N>': it has to be 1 or more"),
        (&["match", ENGINE, ENGINE, "--max-moves", "0"], "'--max-moves <N>': it has to be 1 or"),
    ] {
        let run = reynard(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The file is what the match is for, and it has all games although nobody reads the objects.
#[test]
fn a_match_with_a_file_survives_a_closed_pipe() {
    let folder = folder();
    let folder = folder.path();
    let pgn = folder.join("games.pgn");
    let mut child = command()
        .args(["match", ENGINE, ENGINE, "--rounds", "3", "--max-moves", "2", "--json", "--pgn"])
        .arg(&pgn)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let games = fs::read_to_string(&pgn).expect("the games");
    assert_eq!(games.matches("[Event ").count(), 6);
}

#[test]
fn errors_are_printed_once() {
    let run = reynard(&["match", "/no/such/engine,nodes=1", ENGINE, "--rounds", "1"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert_eq!(run.stderr.matches("cannot be started").count(), 1, "{}", run.stderr);
    let none = reynard(&["match", ENGINE, ENGINE, "--concurrency", "0"]);
    assert_eq!(none.code, 2);
    assert!(none.stderr.contains("1 or more"), "{}", none.stderr);
}
