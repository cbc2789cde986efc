//! Commands of user interfaces that are not in the protocol. They are answered in time, and a note
//! names the parts that were ignored.

use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::run::command;

/// Sends lines to the engine, waits for its first `bestmove`, and returns all lines up to it.
fn answer(lines: &[&str]) -> Vec<String> {
    use std::io::BufRead as _;

    let mut child = command();
    let child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = child.spawn().expect("the binary starts");
    let mut input = child.stdin.take().expect("a pipe");
    for line in lines {
        writeln!(input, "{line}").expect("it reads");
    }
    let output = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    // Should no move come, the end of the input ends the search.
    let closer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(20));
        drop(input);
    });
    let begun = Instant::now();
    let mut answers = Vec::new();
    for line in output.lines().map_while(Result::ok) {
        answers.push(line);
        if answers.last().is_some_and(|line| line.starts_with("bestmove")) {
            break;
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(15), "{lines:?}: {answers:?}");
    child.kill().and_then(|()| child.wait()).expect("it was running");
    drop(closer);
    answers
}

#[test]
fn limits_that_are_no_whole_numbers_are_read_as_far_as_they_can_be() {
    for (go, note) in [
        ("go movetime 100.0", "`100.0` (byte 12) is not a whole number; its whole part counts"),
        ("go wtime 1000,0 btime 1000,0", "`1000,0` (byte 9) is not a whole number"),
        ("go wtime 1000.5 btime 1e3 winc 0", "`1e3` (byte 22) is not a value"),
        ("go depth 3 nodes many", "`many` (byte 17) is not a value"),
        ("go movetime 50 wtime", "`wtime` (byte 15) is not a value"),
        ("go btime 1000", "note: white is to move and has no time: that of the other side counts"),
    ] {
        let answers = answer(&["position startpos", go]);
        assert!(
            answers.iter().any(|line| line.starts_with("info string ") && line.contains(note)),
            "{go}: {answers:?}"
        );
        assert!(
            answers.last().is_some_and(|line| line.starts_with("bestmove ")),
            "{go}: {answers:?}"
        );
    }
}

#[test]
fn a_move_without_the_word_moves_is_noted() {
    let answers = answer(&["position startpos e2e4", "go depth 1"]);
    let note = "info string `e2e4` (byte 18) is a move without `moves` before it and was skipped";
    assert!(answers.iter().any(|line| line == note), "{answers:?}");
}

#[test]
fn a_search_whose_only_limit_cannot_be_read_answers_with_a_move() {
    for go in ["go depth five", "go nodes", "go movetime abc", "go wtime x btime y"] {
        // A millisecond is a node: the time that it takes instead is over at once.
        let answers = answer(&["setoption name nodestime value 1", go]);
        assert!(answers[0].starts_with("info string `"), "{answers:?}");
        assert!(answers.iter().any(|line| line.starts_with("bestmove ")), "{answers:?}");
    }
    let answers = answer(&["go perft five", "go depth 1"]);
    assert!(answers[0].starts_with("info string error `five`"), "{answers:?}");
}

#[test]
fn good_folders_of_tables_are_used_and_the_others_are_named() {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../reynard-syzygy/tests/tables");
    let probe = |path: &str| {
        let path = format!("setoption name SyzygyPath value {path}");
        let position = "position fen 8/8/8/8/8/3k4/8/K6R w - - 0 1";
        let answers = answer(&[&path, position, "go nodes 500"]);
        let hits =
            answers.iter().any(|line| line.contains(" tbhits ") && !line.contains(" tbhits 0 "));
        let notes = answers.into_iter().filter(|line| line.starts_with("info string"));
        (hits, notes.collect::<Vec<_>>())
    };
    assert_eq!(probe(&format!("{tables}:")), (true, Vec::new()));
    assert_eq!(probe(&format!(" {tables} : ")), (true, Vec::new()));
    let (hits, notes) = probe(&format!("/no/such/folder:{tables}"));
    assert!(hits && notes.len() == 1 && notes[0].contains("note: /no/such/folder: "), "{notes:?}");
    let (hits, notes) = probe(&format!("{tables};{tables}"));
    assert!(
        !hits && notes[0].contains("error") && notes[0].contains("separated by `:`"),
        "{notes:?}"
    );
    let folder = crate::folder::Folder::new();
    for (name, bytes) in [("KQvK.rtbw", 0), ("KRvK.rtbw", 8), ("KPvK.rtbw", 1000)] {
        std::fs::write(folder.path(name), vec![0; bytes]).expect("a writable folder");
    }
    let (hits, notes) = probe(&folder.path(""));
    assert!(!hits && notes.len() == 3, "{notes:?}");
    assert!(
        notes.iter().all(|note| note.contains("bytes is not the size of a table")),
        "{notes:?}"
    );
}
