//! `reynard learn drill --lines`: the repertoire from its start.

use std::fs;

use crate::folder::Folder;
use crate::run::{Run, reynard, reynard_with_input};

const REPERTOIRE: &str = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 (2. Nc3) *\n";

/// Makes a notebook with a repertoire for White.
fn notebook() -> (Folder, String) {
    let folder = Folder::new();
    let path = folder.path("nb");
    assert_eq!(reynard(&["learn", "start", &path, "--me", "Me", "--nodes", "300"]).code, 0);
    fs::write(format!("{path}/repertoire/white.pgn"), REPERTOIRE).expect("a file");
    (folder, path)
}

fn drill(path: &str, args: &[&str], input: &str) -> Run {
    let args = [&["learn", "drill", "--notebook", path, "--lines"], args].concat();
    reynard_with_input(&args, input.as_bytes())
}

fn lines(path: &str) -> usize {
    fs::read_to_string(format!("{path}/reviews.jsonl")).unwrap_or_default().lines().count()
}

#[test]
fn each_line_is_asked_from_its_start_and_each_position_counts_once() {
    let (_folder, path) = notebook();
    let run = drill(&path, &[], "e4\nNf3\ne4\nNf3\n");
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.stdout.matches("A new line.").count(), 2, "{run:?}");
    for text in ["1... e5: your move?", "1... c5: your move?", "All lines are asked."] {
        assert!(run.stdout.contains(text), "{text}: {run:?}");
    }
    assert!(run.stdout.contains("3 of 3 right at the first try."), "{run:?}");
    assert_eq!(lines(&path), 3);
}

#[test]
fn a_wrong_move_a_shown_one_and_a_line_that_is_left_go_on() {
    let (_folder, path) = notebook();
    let run = drill(&path, &[], "d4\ne4\nshow\nskip\nNf3\nquit\n");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.stdout.contains("Your repertoire has another move. Try again, or show."),
        "{run:?}"
    );
    assert_eq!(lines(&path), 2, "{run:?}");
    let suspended = drill(&path, &[], "suspend\nNf3\nNf3\n");
    assert_eq!(suspended.code, 0, "{suspended:?}");
    // The start is not asked any more, and played.
    let again = drill(&path, &[], "Nf3\nNf3\n");
    assert!(again.stdout.contains("All lines are asked."), "{again:?}");
    assert!(!again.stdout.contains("White to move"), "{again:?}");
}

#[test]
fn repeated_positions_of_lines_do_not_change_the_score() {
    let (_folder, path) = notebook();
    for leave in ["show\nskip\n", "skip\n"] {
        let _ = fs::remove_file(format!("{path}/reviews.jsonl"));
        let run = drill(&path, &[], &format!("e4\nNf3\n{leave}quit\n"));
        assert!(run.stdout.contains("\n2 of 2 right at the first try."), "{leave}: {run:?}");
    }
}

#[test]
fn the_opponent_plays_what_a_database_plays() {
    let (folder, path) = notebook();
    let games = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 c5 2. c3 *\n\n".repeat(3);
    let games = folder.file("games.pgn", &games);
    let base = folder.path("base.rdb");
    let made = reynard(&["db", "create", &base, &games]);
    assert_eq!(made.code, 0, "{made:?}");
    for _ in 0..4 {
        let run = drill(&path, &["--db", &base, "--limit", "2"], "e4\nNf3\n");
        assert!(run.code == 0 && run.stdout.contains("1... c5: your move?"), "{run:?}");
    }
    let run = drill(&path, &["--db", &folder.path("none.rdb")], "");
    assert!(run.code == 2 && run.stderr.contains("none.rdb"), "{run:?}");
    let run = reynard(&["learn", "drill", "--notebook", &path, "--db", &base]);
    assert!(run.code == 2 && run.stderr.contains("--lines"), "{run:?}");
}

#[test]
fn a_notebook_without_a_repertoire_says_where_it_goes() {
    let folder = Folder::new();
    let path = folder.path("nb");
    assert_eq!(reynard(&["learn", "start", &path, "--me", "Me"]).code, 0);
    let run = drill(&path, &[], "");
    assert!(
        run.code == 0 && run.stdout.contains("There is no repertoire: put PGN files into"),
        "{run:?}"
    );
}
