//! `reynard show`

use std::fs;

use crate::folder::Folder;
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
    let folder = Folder::new();
    let path = folder.path("board.svg");
    let run = reynard(&["show", "--svg", &path, SCHOLARS_MATE]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let svg = fs::read_to_string(&path).expect("the picture");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
}

#[test]
fn a_stream_is_drawn_into_numbered_pictures() {
    let folder = Folder::new();
    let svg = folder.path("board.svg");
    let input = format!("startpos\n{SCHOLARS_MATE}\n");
    let run = reynard_with_input(&["show", "--svg", &svg, "-"], input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let first = fs::read_to_string(&svg).expect("the first picture");
    let second = fs::read_to_string(folder.path("board-2.svg")).expect("the second picture");
    assert!(first.starts_with("<svg ") && second.starts_with("<svg ") && first != second);
}

#[test]
fn moves_behind_a_position_are_played() {
    for words in [
        &["startpos", "e4", "e5"][..],
        &["startpos", "moves", "e2e4", "e7e5"],
        &["startpos 1. e4 e5"],
        &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1", "1.e4", "e5"],
    ] {
        let run = reynard(&[&["show", "--json"], words].concat());
        let object = run.object();
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!((run.code, object["fen"].as_str()), (0, Some(fen)), "{words:?}");
    }
    let run = reynard(&["show", "startpos", "e4", "e6", "Nf4"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
    assert!(run.stderr.contains("Nf4") && run.stderr.contains("did you mean"), "{}", run.stderr);
}

#[test]
fn the_options_of_a_diagram_change_it() {
    let folder = Folder::new();
    let svg = folder.path("board.svg");
    let mut seen = Vec::new();
    for options in [
        &["--size", "400"][..],
        &["--flip"],
        &["--last-move"],
        &["--last-move=d2d4"],
        &["--arrows", "e2e4,Rg8f6,Yd5"],
        &["--size", "128"],
        &["--coordinates", "none"],
        &["--theme", "sea"],
    ] {
        let run = reynard(&[&["show", "--svg", &svg], options, &["startpos", "e4"]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{options:?}");
        seen.push(fs::read_to_string(&svg).expect("the picture"));
    }
    for (index, svg) in seen.iter().enumerate() {
        assert!(!seen[..index].contains(svg), "picture {index} is like an earlier one");
    }
    let run = reynard(&["show", "--arrows", "e2e9", "startpos"]);
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn a_ply_of_a_game_in_a_file_is_shown() {
    let folder = Folder::new();
    let file = folder.path("games.pgn");
    let svg = folder.path("ply.svg");
    fs::write(&file, "1. d4 d5 *\n\n[White \"B\"]\n\n1. e4 {[%cal Re7e5]} c5 2. Nf3 *\n")
        .expect("a writable folder");
    let shown = |args: &[&str]| reynard(&[&["show", "--json", &file], args].concat());
    let fen = |args: &[&str]| shown(args).object()["fen"].as_str().map(str::to_owned);
    let last = fen(&["--game", "2"]).expect("a position");
    assert!(last.ends_with("RNBQKB1R b KQkq - 1 2"), "{last}");
    assert!(fen(&[]).expect("a position").contains(" w KQkq - 0 2"));
    assert!(fen(&["--ply", "0"]).expect("a position").ends_with("w KQkq - 0 1"));
    let run = shown(&["--game", "2", "--ply", "1", "--svg", &svg]);
    assert_eq!(run.code, 0, "{run:?}");
    let picture = fs::read_to_string(&svg).expect("the picture");
    assert!(picture.to_lowercase().contains("c2322a"), "the annotator's arrow is red");
    assert_eq!(shown(&["--game", "3"]).code, 2);
    assert_eq!(shown(&["--ply", "9"]).code, 2);
}

#[test]
fn a_file_that_is_not_there_is_no_position() {
    let folder = Folder::new();
    let (none, of_none) = (folder.path("none"), folder.path("nodir/none.pgn"));
    let nothing = "there is no such file, and it is no FEN";
    for (word, error) in [
        ("nothere.pgn", format!("nothere.pgn: {nothing}")),
        (none.as_str(), format!("{none}: {nothing}")),
        (of_none.as_str(), format!("{of_none}: {nothing}")),
        ("startpso", format!("startpso: {nothing}; did you mean startpos?")),
        (&*folder.path(""), format!("{}: it is a folder: name the files in it", folder.path(""))),
    ] {
        for options in [&[][..], &["--json"], &["--ply", "3"]] {
            let run = reynard(&[&["show", word], options].concat());
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
            assert_eq!(run.stderr, format!("error: {error}\n"));
        }
    }
    // A board with a mistake is one.
    let run = reynard(&["show", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX"]);
    assert!(run.code == 1 && run.stderr.starts_with("syntax: "), "{run:?}");
}
