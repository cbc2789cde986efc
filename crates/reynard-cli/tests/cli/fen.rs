//! `reynard fen`

use std::fs;

use serde_json::json;

use crate::run::{reynard, reynard_in, reynard_with_input};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_fen_may_be_quoted_or_not_and_short() {
    let words: Vec<&str> = START.split(' ').collect();
    for count in 4..=6 {
        let quoted = words[..count].join(" ");
        let mut unquoted = vec!["fen"];
        unquoted.extend(&words[..count]);
        for run in [reynard(&["fen", &quoted]), reynard(&unquoted)] {
            assert_eq!((run.code, run.stdout), (0, format!("{START}\n")), "{}", run.stderr);
        }
    }
}

#[test]
fn the_last_four_fields_may_be_left_out() {
    let full = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
    for fields in 2..=6 {
        let fen: Vec<&str> = full.split(' ').take(fields).collect();
        let run = reynard(&["fen", &fen.join(" ")]);
        assert_eq!((run.code, run.stdout), (0, format!("{full}\n")), "{}", run.stderr);
    }
}

#[test]
fn a_file_in_place_of_a_position_gets_a_hint() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("positions.txt"), START).expect("a writable folder");
    let run = reynard_in(folder.path(), &["fen", "positions.txt"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    let hint = "\npositions.txt is a file: with `- < positions.txt` its lines are read\n";
    assert!(run.stderr.ends_with(hint), "{}", run.stderr);
    assert!(!reynard(&["fen", "positions.txt"]).stderr.contains("is a file"));
}

#[test]
fn an_accepted_fen_answers_all_fields() {
    let run = reynard(&["fen", "--json", START]);
    assert_eq!(run.code, 0);
    let expected = json!({
        "input": START, "ok": true, "fen": START, "legal_moves": 20, "check": false,
        "outcome": null, "diagnostics": [],
    });
    assert_eq!(run.object(), expected);
    assert!(run.stdout.starts_with(r#"{"input":"#), "fields keep their order: {}", run.stdout);
}

#[test]
fn outcomes_are_told() {
    for (fen, outcome, check) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", json!("checkmate"), true),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", json!("stalemate"), false),
        ("k7/8/8/8/8/8/1B6/K7 w - - 0 1", json!("insufficient-material"), false),
        ("k7/8/8/8/8/8/1R6/K7 w - - 150 99", json!("seventy-five-moves"), false),
        ("k7/8/8/8/8/8/1R6/K7 w - - 0 1", json!(null), false),
    ] {
        let object = reynard(&["fen", "--json", fen]).object();
        assert_eq!((&object["outcome"], &object["check"]), (&outcome, &json!(check)), "{fen}");
    }
}

#[test]
fn a_refused_fen_names_every_fault() {
    let fen = "4k3/8/8/8/8/8/4R3/4K3 w Q e4 0 1";
    let run = reynard(&["fen", "--json", fen]);
    assert_eq!(run.code, 1);
    let object = run.object();
    assert_eq!((&object["input"], &object["ok"]), (&json!(fen), &json!(false)));
    assert_eq!(object.get("fen"), None);
    let diagnostics = object["diagnostics"].as_array().expect("a list");
    let kinds: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic["kind"].clone()).collect();
    assert_eq!(kinds, ["castling-without-rook", "en-passant-rank", "opposite-check"]);
    assert!(diagnostics.iter().all(|diagnostic| diagnostic["message"].as_str() > Some("")));

    let run = reynard(&["fen", fen]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert_eq!(run.stderr.lines().count(), 3, "{}", run.stderr);
}

#[test]
fn syntax_errors_say_where() {
    let run = reynard(&["fen", "rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.starts_with("syntax: ") && run.stderr.contains("byte 20"), "{}", run.stderr);
}

#[test]
fn relaxed_waives_and_sanitize_mends_and_both_say_so() {
    let queens = "QQQQQQQQ/4k3/8/8/8/8/PPP5/4K3 w - - 0 1";
    assert_eq!(reynard(&["fen", queens]).code, 1);
    let run = reynard(&["fen", "--relaxed", queens]);
    assert_eq!((run.code, run.stdout), (0, format!("{queens}\n")));
    assert!(run.stderr.starts_with("too-many-white-promotions: "), "{}", run.stderr);

    let wild = "4k3/8/8/8/8/8/8/4K2R w KQkq e3 0 1";
    assert_eq!(reynard(&["fen", "--relaxed", wild]).code, 1);
    let run = reynard(&["fen", "--sanitize", "--json", wild]);
    assert_eq!(run.code, 0);
    let object = run.object();
    assert_eq!(object["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(object["diagnostics"].as_array().map(Vec::len), Some(2));

    let both = "QQQQQQQQ/4k3/8/8/8/8/PPP5/4K3 w KQkq - 0 1";
    assert_eq!(reynard(&["fen", "--sanitize", both]).code, 1);
    assert_eq!(reynard(&["fen", "--sanitize", "--relaxed", both]).code, 0);
    for mild in ["--sanitize", "--relaxed"] {
        let run = reynard(&["fen", "--strict", mild, both]);
        assert_eq!(run.code, 2, "{mild}");
        assert!(run.stderr.contains("'--strict' cannot be used with"), "{}", run.stderr);
    }
}

#[test]
fn notations_can_be_chosen() {
    let run = reynard(&["fen", "--chess960", START]);
    assert_eq!(run.stdout, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\n");

    let double_push = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let field = |mode| {
        let run = reynard(&["fen", "--en-passant", mode, double_push]);
        run.stdout.split(' ').nth(3).map(str::to_owned)
    };
    assert_eq!(field("legal").as_deref(), Some("-"));
    assert_eq!(field("pseudo-legal").as_deref(), Some("-"));
    assert_eq!(field("always").as_deref(), Some("e3"));
}

#[test]
fn a_stream_gets_an_answer_for_every_line_in_order() {
    let input = b"8/8/8/8/8/8/8/K1k5 w - -\n\nnonsense\r\n\xff\xfe\n4k3/8/8/8/8/8/8/4K3 b - - 3 9";
    let run = reynard_with_input(&["fen", "--json", "-"], input);
    assert_eq!(run.code, 1);
    let ok: Vec<_> = run.objects().iter().map(|object| object["ok"] == true).collect();
    assert_eq!(ok, [true, false, false, false, true]);
    assert_eq!(run.objects()[2]["input"], "nonsense");

    let run = reynard_with_input(&["fen", "-"], input);
    assert_eq!(run.stdout, "8/8/8/8/8/8/8/K1k5 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 b - - 3 9\n");
    let places: Vec<_> = run.stderr.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(places, ["line 2", "line 3", "line 4"]);
}

#[test]
fn a_word_too_many_is_the_same_quoted_or_not() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 more";
    let words: Vec<&str> = fen.split(' ').collect();
    for command in ["fen", "moves", "show", "analyze"] {
        let quoted = reynard(&[command, fen]);
        let unquoted = reynard(&[&[command], &words[..]].concat());
        assert_eq!((quoted.code, quoted.stdout.as_str()), (1, ""), "{command}: {quoted:?}");
        assert_eq!((unquoted.code, unquoted.stderr), (1, quoted.stderr), "{command}");
    }
}

#[test]
fn playable_positions_are_accepted_by_every_command_but_the_judge() {
    for fen in [
        "QQQQQQQQ/4k3/8/8/8/8/8/Q3K3 b - - 0 1",
        "5Q2/8/8/2k5/8/8/2K5/6B1 b - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 0",
        "4k3/8/8/8/8/8/8/4K3_w_-_-_0_1",
        "4k3/8/8/8/8/8/8/4K3 w - - - -",
        "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/8/4K2R_w_K_-_3_40",
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
    ] {
        assert_eq!(reynard(&["fen", fen]).code, 1, "{fen}");
        for command in [&["moves"][..], &["show"], &["perft", "1", "--fen"]] {
            let run = reynard(&[command, &[fen]].concat());
            assert_eq!(run.code, 0, "{command:?} {fen}: {run:?}");
            assert!(!run.stderr.is_empty(), "{command:?} {fen}: there is a note");
            let strict = reynard(&[&command[..1], &["--strict"], &command[1..], &[fen]].concat());
            assert_eq!((strict.code, strict.stdout.as_str()), (1, ""), "{command:?} {fen}");
        }
    }
}

#[test]
fn castling_rights_that_stem_from_no_array_are_a_diagnostic() {
    let run = reynard(&["fen", "r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.starts_with("castling-apart: "), "{}", run.stderr);
}

#[test]
fn rights_of_chess960_can_be_refused() {
    let chess960 = "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1";
    assert_eq!(reynard(&["fen", chess960]).code, 0);
    let run = reynard(&["fen", "--standard", chess960]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.starts_with("chess960-castling: "), "{}", run.stderr);
    assert_eq!(reynard(&["fen", "--standard", "startpos"]).code, 0);
}
