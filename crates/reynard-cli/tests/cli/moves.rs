//! `reynard moves`

use serde_json::json;

use crate::run::{reynard, reynard_with_input};

#[test]
fn moves_are_listed_on_a_line() {
    let run = reynard(&["moves", "7k/8/8/8/8/8/p7/K7 w - - 0 1"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "a1a2 a1b2\n"));
    let mate = reynard(&["moves", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"]);
    assert_eq!((mate.code, mate.stdout.as_str()), (0, "\n"));
}

#[test]
fn the_start_position_may_be_named_as_uci_does() {
    let run = reynard(&["moves", "startpos"]);
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!((run.code, run.stdout), (0, reynard(&["moves", fen]).stdout));
    assert_ne!(reynard(&["moves", "start"]).code, 0);
    for command in [&["show"][..], &["analyze", "--json", "--nodes", "9"]] {
        let named = [command, &["startpos"]].concat();
        let answers = [command, &named, &[command, &[fen]].concat()].map(|args| {
            let run = reynard(args);
            assert_eq!(run.code, 0, "{args:?} {run:?}");
            run.stdout.split("\"seconds").next().map(str::to_owned)
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    }
}

#[test]
fn the_start_position_may_be_named_wherever_a_fen_may_stand() {
    let lines = reynard_with_input(&["moves", "-"], b"startpos\n startpos \n");
    assert_eq!(lines.stdout, reynard(&["moves", "startpos"]).stdout.repeat(2), "{lines:?}");
    assert_eq!(reynard(&["see", "startpos", "e4"]).code, 0);
    assert_eq!(reynard(&["fen", "--json", "startpos"]).object()["input"], "startpos");
    let analysis = ["analyze", "--json", "--nodes", "9", "-"];
    let answer = reynard_with_input(&analysis, b"startpos\n").object();
    assert!(answer["fen"].as_str().is_some_and(|fen| fen.starts_with("rnbqkbnr/")), "{answer}");
    for args in [&["show", "startpos", "x"][..], &["moves", "startpos x"]] {
        let run = reynard(args);
        assert_eq!(run.code, 1);
        let told = run.stdout + &run.stderr;
        assert!(
            told.contains("`x` is not a move: only moves follow `startpos`"),
            "{args:?} {told}"
        );
    }
}

#[test]
fn json_has_the_fen_and_the_moves() {
    let run = reynard(&["moves", "--json", "8/8/8/8/8/8/8/K1k5 w - -"]);
    let object = run.object();
    assert_eq!(object["fen"], "8/8/8/8/8/8/8/K1k5 w - - 0 1");
    assert_eq!(object["moves"], json!([{ "uci": "a1a2", "san": "Ka2", "lan": "Ka1-a2" }]));
}

#[test]
fn castling_is_written_as_the_rights_allow() {
    let castles = |args: &[&str]| {
        let run = reynard(args);
        let count = |text: &str| run.stdout.split_whitespace().filter(|&m| m == text).count();
        [count("e1g1"), count("e1h1"), count("b1a1"), count("b1g1")]
    };
    let standard = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(castles(&["moves", standard]), [1, 0, 0, 0]);
    assert_eq!(castles(&["moves", "--chess960", standard]), [0, 1, 0, 0]);
    // No right of standard chess, so there is nothing that e1g1 could be said of.
    let chess960 = "4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1";
    assert_eq!(castles(&["moves", chess960]), [0, 0, 1, 1]);
}

#[test]
fn a_refused_position_is_answered_as_by_fen() {
    let fen = "8/8/8/8/8/8/8/Kk6 w - - 0 1";
    let run = reynard(&["moves", "--json", fen]);
    assert_eq!(run.code, 1);
    assert_eq!(run.object(), reynard(&["fen", "--json", fen]).object());
    assert_eq!(run.object()["ok"], json!(false));
}

#[test]
fn every_position_of_a_stream_is_answered() {
    let input = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n".repeat(3000);
    let run = reynard_with_input(&["moves", "--json", "-"], input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let objects = run.objects();
    assert_eq!(objects.len(), 3000);
    assert!(objects.iter().all(|object| object["moves"].as_array().map(Vec::len) == Some(20)));
}
