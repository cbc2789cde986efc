//! `reynard see`

use serde_json::json;

use crate::run::{reynard, reynard_with_input};

const FEN: &str = "4k3/8/4p3/3p4/4P3/8/8/3QK3 w - - 0 1";

#[test]
fn the_gain_is_printed() {
    for (m, see) in [("e4d5", "100\n"), ("exd5", "100\n"), ("d1d5", "-700\n"), ("Kd2", "0\n")] {
        let run = reynard(&["see", FEN, m]);
        assert_eq!((run.code, run.stdout.as_str()), (0, see), "{m}");
    }
    // Unquoted, as words of their own.
    let words: Vec<&str> = ["see"].into_iter().chain(FEN.split(' ')).chain(["e4d5"]).collect();
    assert_eq!(reynard(&words).stdout, "100\n");
}

#[test]
fn json_has_the_position_the_move_and_the_gain() {
    let run = reynard(&["see", "--json", "4k3/8/4p3/3p4/4P3/8/8/3QK3 w", "Qxd5"]);
    assert_eq!(run.object(), json!({ "fen": FEN, "move": "d1d5", "see": -700 }));
}

#[test]
fn values_can_be_given() {
    let run = reynard(&["see", "--values", "1,3,3,5,9", FEN, "d1d5"]);
    assert_eq!(run.stdout, "-7\n");
    let wrong = reynard(&["see", "--values", "1,3,3,5", FEN, "d1d5"]);
    assert_eq!((wrong.code, wrong.stdout.as_str()), (2, ""));
    assert!(wrong.stderr.contains("five whole numbers"), "{}", wrong.stderr);
}

#[test]
fn what_is_refused_says_why() {
    for (text, kind) in [
        ("e2e4", "syntax"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1 e2e4", "missing-white-king"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e2e4", "illegal-move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 nonsense!", "syntax"),
        ("3k4/8/8/8/8/8/K7/R6R w - - 0 1 Re1", "ambiguous-move"),
    ] {
        let run = reynard(&["see", "--json", text]);
        assert_eq!(run.code, 1, "{text}");
        let object = run.object();
        assert_eq!((&object["input"], &object["ok"]), (&json!(text), &json!(false)));
        assert_eq!(object["diagnostics"][0]["kind"], kind, "{text}");
    }
}

#[test]
fn every_line_of_a_stream_is_answered() {
    let input = format!("{FEN} e4d5\nnonsense\n{FEN} Qxd5\n");
    let run = reynard_with_input(&["see", "-"], input.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (1, "100\n-700\n"));
    assert!(run.stderr.starts_with("line 2: syntax: "), "{}", run.stderr);
}

#[test]
fn what_was_meant_is_guessed() {
    let run = reynard(&["see", "startpos", "Nd3"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.ends_with(": did you mean Na3 or Nc3 or Nf3 or Nh3?\n"), "{}", run.stderr);
}
