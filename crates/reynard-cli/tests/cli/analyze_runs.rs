//! `reynard analyze` over many games: engines that fail, runs that are resumed, selections and
//! totals.

use std::fs;
use std::time::{Duration, Instant};

use crate::engines::{GOOD, engine, engine_with, received, searches};
use crate::folder::Folder;
use crate::run::{Run, reynard, shell};

/// Three games with three, five and two positions.
const GAMES: &str = "[White \"a\"]\n[Black \"x\"]\n[Date \"2026.03.01\"]\n\n1. e4 e5 *\n\n\
    [White \"b\"]\n[Black \"a\"]\n[Date \"2026.01.01\"]\n\n1. d4 d5 2. c4 e6 *\n\n\
    [White \"c\"]\n[Black \"x\"]\n[Date \"2026.02.01\"]\n\n1. c4 *\n";

fn analyze(engine: &str, input: &str, output: &str, more: &[&str]) -> Run {
    let args = ["analyze", "--engine", engine, "--nodes", "9", input, "-o", output];
    reynard(&[&args[..], more].concat())
}

/// Returns the text with single blanks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn an_answer_without_a_score_costs_one_evaluation_and_not_the_run() {
    for (number, answer) in [
        "echo \"bestmove $move\"",
        "echo \"info depth 5 score cp 30.5 pv $move\"; echo \"bestmove $move\"",
        "echo \"info depth 5 score cp 30 lowerbound pv $move\"; echo \"bestmove $move\"",
        "echo 'info depth 0 score cp 30'; echo \"bestmove $move\"",
        "echo \"info depth 5 score cp 30 pv $move\"; echo 'bestmove 0000'",
        "echo \"info depth 5 score cp 30 pv $move\"; echo 'bestmove (none)'",
        "echo \"info depth 5 score cp 30 pv $move\"; echo 'bestmove e1e8'",
        "echo 'bestmove resign'",
        "echo bestmove",
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new();
        // The positions of a game are searched from the last: this is the one after 1. e4.
        let go = format!("if [ $n = 2 ]; then {answer}; else {GOOD}; fi");
        let engine = engine(&folder, "shy", &go);
        let (games, out) = (folder.file("games.pgn", GAMES), folder.path("out.pgn"));
        let run = analyze(&engine, &games, &out, &[]);
        assert_eq!(run.code, 0, "{number}: {run:?}");
        assert!(run.stderr.contains("engine shy has given no evaluation of 1 position"), "{run:?}");
        let text = words(&read(&out));
        assert!(text.contains("1. e4 e5 {[%eval 0.00]}"), "{number}: {text}");
        assert_eq!(text.matches("[%eval").count(), 6, "{number}: {text}");
        assert_eq!(text.matches("[White ").count(), 3, "{number}: {text}");
        assert_eq!(searches(&folder, "shy"), 10);
    }
}

#[test]
fn positions_without_a_score_are_answered_without_lines() {
    let folder = Folder::new();
    let engine = engine(&folder, "shy", "echo \"bestmove $move\"");
    let run = reynard(&["analyze", "--engine", &engine, "--nodes", "9", "startpos"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("Best        1. a3\n"), "{run:?}");
    let run = reynard(&["analyze", "--engine", &engine, "--nodes", "9", "--json", "startpos"]);
    let object = run.object();
    assert_eq!(
        (&object["best"], object["lines"].as_array().map(Vec::len)),
        (&"a2a3".into(), Some(0))
    );
}

#[test]
fn a_move_without_a_score_has_no_loss_in_json() {
    let folder = Folder::new();
    let go = format!("if [ $n = 2 ]; then echo \"bestmove $move\"; else {GOOD}; fi");
    let engine = engine(&folder, "shy", &go);
    let games = folder.file("games.pgn", "1. e4 e5 2. d4 *\n");
    let run = reynard(&["analyze", "--engine", &engine, "--nodes", "9", "--json", &games]);
    let object = run.object();
    let moves = object["moves"].as_array().expect("moves");
    let known =
        |field: &str| -> Vec<bool> { moves.iter().map(|it| it.get(field).is_some()).collect() };
    assert_eq!(known("cp"), [true, false, true], "{object}");
    assert_eq!(known("loss"), [true, false, false], "{object}");
    assert_eq!(object["sides"]["black"]["moves"], 0, "{object}");
}

#[test]
fn a_crash_costs_one_position_and_a_restart() {
    let folder = Folder::new();
    let go = format!("[ $n = 5 ] && kill -9 $$\n{GOOD}");
    let engine = engine(&folder, "mortal", &go);
    let file = folder.file("games.pgn", GAMES);
    let run = analyze(&engine, &file, &file, &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("engine mortal has failed 1 time and was restarted"), "{run:?}");
    assert!(run.stderr.contains("no evaluation of 1 position"), "{run:?}");
    let text = read(&file);
    assert_eq!((text.matches("[White ").count(), text.matches("[%eval").count()), (3, 6), "{text}");
    assert_eq!(received(&folder, "mortal").iter().filter(|line| *line == "uci").count(), 2);
    assert!(!fs::exists(folder.path("games.unfinished.pgn")).expect("a folder"));
}

#[test]
fn an_engine_that_crashes_again_and_again_ends_the_run_and_the_same_command_resumes() {
    let folder = Folder::new();
    let go = format!(
        "[ -e \"$folder/broken\" ] && [ $n -gt 3 ] && {{ echo out of memory >&2; exit 3; }}\n{GOOD}"
    );
    let engine = engine(&folder, "mortal", &go);
    let file = folder.file("games.pgn", GAMES);
    folder.file("broken", "");
    let run = analyze(&engine, &file, &file, &[]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("has failed 3 times and is not started again"), "{run:?}");
    assert!(run.stderr.contains("its standard error: out of memory"), "{run:?}");
    assert!(
        run.stderr.contains("1 finished game in ") && run.stderr.contains("is as it was"),
        "{run:?}"
    );
    assert!(run.stderr.contains(&format!("-o {file}")), "the command to go on: {run:?}");
    assert_eq!(read(&file), GAMES);
    let unfinished = folder.path("games.unfinished.pgn");
    let finished = read(&unfinished);
    assert_eq!(finished.matches("[White ").count(), 1, "{finished}");
    let checked = reynard(&["pgn", "check", &unfinished]);
    assert_eq!(checked.code, 0, "it is PGN: {checked:?}");
    fs::remove_file(folder.path("broken")).expect("the file");
    let before = searches(&folder, "mortal");
    let run = analyze(&engine, &file, &file, &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(searches(&folder, "mortal") - before, 7, "the first game is not analyzed again");
    assert!(run.stderr.contains("1 game had been finished in "), "{run:?}");
    let text = read(&file);
    assert_eq!((text.matches("[White ").count(), text.matches("[%eval").count()), (3, 7), "{text}");
    assert!(
        run.stdout.contains("Total of 3 games\n") && run.stdout.contains("wrote 3 games to "),
        "{run:?}"
    );
    assert!(!fs::exists(&unfinished).expect("a folder"));
}

/// No file may grow beyond 1 or 2 KiB (shells differ), as if the disk were full.
#[test]
fn a_full_disk_leaves_what_the_note_says() {
    let long = format!("[White \"long\"]\n\n1. e4 {{{}}} *\n\n", "word ".repeat(800));
    for (games, is_first) in [(long.clone() + GAMES, true), (GAMES.to_owned() + &long, false)] {
        let folder = Folder::new();
        let engine = engine(&folder, "sound", GOOD);
        let (games, out) = (folder.file("games.pgn", &games), folder.path("out.pgn"));
        let args = ["analyze", "--engine", &engine, "--nodes", "9", &games, "-o", &out];
        let limited = "ulimit -f 2; exec \"$@\"";
        let run = shell(limited, &args).output().expect("a shell");
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("out.unfinished.pgn: File too large"), "{stderr}");
        let unfinished = folder.path("out.unfinished.pgn");
        let note = format!(" in {unfinished}; {out} is not written yet; the same command goes on");
        assert_eq!(stderr.contains(&note), !is_first, "{stderr}");
        assert_eq!(fs::exists(&unfinished).expect("a folder"), !is_first, "{stderr}");
        let finished = stderr.strip_prefix("note: ").and_then(|text| text.split_once(" finished "));
        let run = analyze(&engine, &games, &out, &[]);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(run.stderr.contains("had been finished"), !is_first, "{run:?}");
        if let Some((finished, _)) = finished {
            assert!(run.stderr.starts_with(&format!("{finished} game")), "{stderr}{run:?}");
        }
    }
}

#[test]
fn a_file_of_another_run_is_neither_believed_nor_destroyed() {
    let folder = Folder::new();
    let engine = engine(&folder, "sound", GOOD);
    let (games, out) = (folder.file("games.pgn", GAMES), folder.path("out.pgn"));
    let foreign = "[White \"my own file\"]\n\n1. e4 *\n";
    let unfinished = folder.file("out.unfinished.pgn", foreign);
    let run = analyze(&engine, &games, &out, &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("out.unfinished.pgn is not from this run"), "{run:?}");
    assert_eq!((read(&unfinished).as_str(), searches(&folder, "sound")), (foreign, 10));
    assert_eq!(read(&out).matches("[%eval").count(), 7);
}

#[test]
fn finished_games_of_other_settings_are_not_taken() {
    let folder = Folder::new();
    let go = format!("[ $n = 4 ] && exec sleep 100\n{GOOD}");
    let engine = engine(&folder, "slow", &go);
    let (games, out) = (folder.file("games.pgn", GAMES), folder.path("out.pgn"));
    // A kill is not noticed by anyone.
    let args = ["analyze", "--engine", &engine, "--nodes", "9", &games, "-o", &out];
    let mut child = crate::run::start(crate::run::command(), &args);
    let unfinished = folder.path("out.unfinished.pgn");
    let begun = Instant::now();
    let is_saved = || fs::read_to_string(&unfinished).is_ok_and(|text| text.contains("e5 {[%eval"));
    while searches(&folder, "slow") < 4 || !is_saved() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().and_then(|()| child.wait()).expect("it was running");
    assert!(!fs::exists(&out).expect("a folder"), "the output comes when it is whole");
    let before = searches(&folder, "slow");
    let run = analyze(&engine, &games, &out, &["--multipv", "1", "--moves", "1-1"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("out.unfinished.pgn is not from this run"), "{run:?}");
    assert_eq!(searches(&folder, "slow") - before, 8, "1-1 has three, three and two positions");
    assert!(fs::exists(&unfinished).expect("a folder"));
    let run = analyze(&engine, &games, &out, &[]);
    assert_eq!((run.code, searches(&folder, "slow") - before), (0, 15), "{run:?}");
    assert!(!fs::exists(&unfinished).expect("a folder"));
}

#[test]
fn a_selection_is_analyzed_and_the_other_games_stay() {
    let select = |options: &[&str]| {
        let folder = Folder::new();
        let engine = engine(&folder, "sound", GOOD);
        let file = folder.file("games.pgn", GAMES);
        let run = analyze(&engine, &file, &file, options);
        assert_eq!(run.code, 0, "{run:?}");
        let text = read(&file);
        assert_eq!(text.matches("[White ").count(), 3, "{text}");
        let games = text.split("[White \"").skip(1).filter(|game| game.contains("[%eval"));
        let white: String = games.filter_map(|game| game.chars().next()).collect();
        assert_eq!(text.matches("[%eval").count(), text.matches("0.00]}").count());
        (white, run)
    };
    assert_eq!(select(&["--where", "white=b or white=c"]).0, "bc");
    let (games, run) = select(&["--player", "a"]);
    assert_eq!(games, "ab");
    assert!(run.stdout.contains("\na          3     100 %"), "{run:?}");
    assert!(
        run.stdout.contains("wrote 3 games to ") && run.stdout.contains("1 of them not analyzed")
    );
    // By date: the first game is the last one.
    assert_eq!(select(&["--last", "2"]).0, "ac");
    assert_eq!(select(&["--player", "a", "--last", "1"]).0, "a");
    let (games, run) = select(&["--player", "nobody"]);
    assert!(games.is_empty() && run.stderr.contains("no game is selected"), "{run:?}");
}

#[test]
fn standard_output_has_the_selected_games_alone() {
    let run = crate::run::reynard_with_input(
        &["analyze", "--depth", "1", "--last", "1", "-"],
        GAMES.replace("[Date", "[Day").as_bytes(),
    );
    assert_eq!((run.code, run.stdout.matches("[White \"c\"]").count()), (0, 1), "{run:?}");
    assert_eq!(run.stdout.matches("[White ").count(), 1, "{run:?}");
}

#[test]
fn the_expected_time_is_said_before_the_start() {
    let folder = Folder::new();
    let games = folder.file("games.pgn", GAMES);
    let out = folder.path("out.pgn");
    let run = reynard(&["analyze", "--time", "0.01", "--threads", "1", &games, "-o", &out]);
    assert!(run.stderr.starts_with("3 games, 10 positions: at most 0 s\n"), "{run:?}");
}

#[test]
fn an_engine_that_does_not_know_a_limit_of_nodes_is_stopped_beyond_it() {
    let folder = Folder::new();
    let go = "echo \"info depth 3 score cp 0 nodes 20 pv $move\"\n\
        read -r line; [ \"$line\" = stop ] && echo \"bestmove $move\"";
    let engine = engine(&folder, "toga", go);
    let (games, out) = (folder.file("games.pgn", GAMES), folder.path("out.pgn"));
    let begun = Instant::now();
    let run = analyze(&engine, &games, &out, &[]);
    assert_eq!((run.code, read(&out).matches("[%eval").count()), (0, 7), "{run:?}");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn tables_go_to_another_engine_as_its_option() {
    let folder = Folder::new();
    let engine = engine(&folder, "sound", GOOD);
    let tables = folder.path("");
    let run = reynard(&["analyze", "--engine", &engine, "--nodes", "9", "--syzygy", &tables]);
    assert_eq!(run.code, 0, "{run:?}");
    let set = format!("setoption name SyzygyPath value {tables}");
    assert!(received(&folder, "sound").contains(&set), "{:?}", received(&folder, "sound"));
}

#[test]
fn an_engine_that_cannot_start_is_quoted() {
    let folder = Folder::new();
    let start = "echo 'error while loading shared libraries: libchess.so' >&2; exit 127";
    let engine = engine_with(&folder, "unlinked", start, GOOD);
    let run = reynard(&["analyze", "--engine", &engine, "--nodes", "9"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.stderr.contains("standard error: error while loading shared libraries: libchess.so"),
        "{run:?}"
    );
}

#[test]
fn the_time_to_start_can_be_set() {
    let folder = Folder::new();
    let engine = engine_with(&folder, "late", "sleep 0.5", GOOD);
    let run = |timeout| {
        reynard(&["analyze", "--engine", &engine, "--nodes", "9", "--start-timeout", timeout])
    };
    let late = run("0.1");
    assert_eq!(late.code, 2, "{late:?}");
    assert!(late.stderr.contains("has not sent `uciok` within 0.1 s"), "{late:?}");
    assert_eq!(run("60").code, 0);
}

#[test]
fn games_that_are_not_analyzed_stay_as_they_came() {
    let folder = Folder::new();
    let games = "[White \"a\"]\n[Variant \"Atomic\"]\n\n1.e4  e5 2. Nf3 {exploded} 1-0\n\n\
        [White \"b\"]\n\n1. e4 *\n\n[White \"c\"]\n\n1.d4   d5 $146 ( 1... Nf6 ) 2. Qzz5 *\n\n";
    let file = folder.file("games.pgn", games);
    let run = reynard(&["analyze", "--depth", "1", "--where", "white=b", &file, "-o", &file]);
    assert_eq!(run.code, 1, "{run:?}");
    let text = read(&file);
    let parts: Vec<&str> = games.split_inclusive("\n\n[White \"b\"]\n\n1. e4 *\n\n").collect();
    assert!(text.starts_with(parts[0].split("[White \"b\"]").next().expect("a game")), "{text}");
    assert!(text.ends_with("[White \"c\"]\n\n1.d4   d5 $146 ( 1... Nf6 ) 2. Qzz5 *\n\n"), "{text}");
    assert!(text.contains("[White \"b\"]\n[Annotator \"Reynard"), "{text}");
    // A game of a variant has nothing to analyze, selected or not.
    let run = reynard(&["analyze", "--depth", "1", &file]);
    assert!(
        run.stdout
            .starts_with("[White \"a\"]\n[Variant \"Atomic\"]\n\n1.e4  e5 2. Nf3 {exploded} 1-0\n"),
        "{run:?}"
    );
}

#[test]
fn games_with_clocks_have_columns_of_times() {
    let folder = Folder::new();
    let game = "[TimeControl \"180+2\"]\n\n1. f3 {[%clk 0:03:00]} e5 {[%clk 0:02:52]} \
        2. g4 {[%clk 0:01:30]} Qh4# {[%clk 0:02:50]} 0-1\n";
    let file = folder.file("games.pgn", game);
    let run = reynard(&["analyze", "--depth", "3", &file]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("??  Time/move\n"), "{run:?}");
    assert!(
        run.stderr.contains("     46.0 s\n") && run.stderr.contains("      7.0 s\n"),
        "{run:?}"
    );
    assert!(run.stderr.contains("  2. g4??           1:32    1:30"), "{run:?}");
    let object = reynard(&["analyze", "--depth", "1", "--json", &file]).object();
    assert_eq!(
        (&object["moves"][2]["elapsed"], &object["moves"][2]["clock"]),
        (&92.0.into(), &90.0.into())
    );
    let plain = folder.file("plain.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    let run = reynard(&["analyze", "--depth", "3", "--json", &plain]);
    assert!(!run.stdout.contains("elapsed") && !run.stdout.contains("clock"), "{run:?}");
}
