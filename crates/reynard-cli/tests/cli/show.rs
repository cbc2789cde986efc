//! `reynard show`

use std::fs;

use crate::run::{command, reynard, reynard_with_input};

const SCHOLARS_MATE: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";

#[test]
fn the_start_position_is_the_default() {
    let run = reynard(&["show"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains("8 │ ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ │\n"), "{}", run.stdout);
    assert!(run.stdout.contains("463b96181691fc9c"), "the Polyglot key of the start position");
    assert!(!run.stdout.contains('\u{1b}'), "no colors into a pipe");
}

#[test]
fn letters_are_drawn_where_asked_for() {
    let run = reynard(&["show", "--ascii", SCHOLARS_MATE]);
    assert!(run.stdout.is_ascii());
    assert!(run.stdout.contains("7 | p p p p . Q p p |\n"), "{}", run.stdout);
    assert!(run.stdout.contains("Outcome     White wins by checkmate\n"), "{}", run.stdout);
    assert!(run.stdout.contains("Checkers    f7\n"), "{}", run.stdout);
}

#[test]
fn json_has_all_that_is_drawn() {
    let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
    let object = reynard(&["show", "--json", fen]).object();
    assert_eq!(object["fen"], fen);
    assert_eq!(object["turn"], "black");
    assert_eq!(object["castling"], "KQkq");
    assert_eq!(object["en_passant"], "e3");
    assert_eq!(object["key"].as_str().map(str::len), Some(16));
    let start = reynard(&["show", "--json"]).object();
    assert_eq!(start.get("en_passant"), None);
}

#[test]
fn colors_are_used_when_asked_for_and_not_refused() {
    let colored = reynard(&["show", "--color", "always", SCHOLARS_MATE]);
    assert!(colored.stdout.contains("\u{1b}[48;5;167m ♚ "), "the mated king stands out");
    let plain = reynard(&["show", "--color", "never"]);
    assert!(!plain.stdout.contains('\u{1b}'));
    let no_color = command().env("NO_COLOR", "1").arg("show").output().expect("it runs").stdout;
    assert!(!no_color.contains(&0x1b));
}

#[test]
fn a_stream_of_positions_is_drawn_one_by_one() {
    let input = format!("{SCHOLARS_MATE}\nnonsense\n{SCHOLARS_MATE}\n");
    let run = reynard_with_input(&["show", "--ascii", "-"], input.as_bytes());
    assert_eq!(run.code, 1);
    assert_eq!(run.stdout.matches("a b c d e f g h").count(), 2);
    assert!(run.stderr.starts_with("line 2: syntax: "), "{}", run.stderr);
}

#[test]
fn a_picture_is_written_to_a_file() {
    let path = std::env::temp_dir().join(format!("reynard-show-{}.svg", std::process::id()));
    let name = path.to_str().expect("a plain path");
    let run = reynard(&["show", "--svg", name, SCHOLARS_MATE]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let svg = fs::read_to_string(&path).expect("the picture");
    fs::remove_file(&path).expect("it can go");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");

    let stream = reynard_with_input(&["show", "--svg", name, "-"], b"");
    assert_eq!(stream.code, 2);
    assert!(stream.stderr.contains("--svg draws one position"), "{}", stream.stderr);
}
