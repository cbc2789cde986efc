//! The output of `reynard learn`: texts, files and standard output.

use std::fs;
use std::path::Path;

use crate::folder::Folder;
use crate::run::{Run, reynard};

/// Makes a notebook, and returns its path.
fn notebook(folder: &Folder) -> String {
    let path = folder.path("nb");
    assert_eq!(reynard(&["learn", "start", &path, "--me", "Me", "--nodes", "300"]).code, 0);
    path
}

fn learn(path: &str, args: &[&str]) -> Run {
    reynard(&[&["learn"], args, &["--notebook", path]].concat())
}

#[test]
fn a_refused_notebook_leaves_nothing_behind() {
    let folder = Folder::new();
    let path = folder.path("nb");
    let run = reynard(&["learn", "start", &path, "--me", ""]);
    assert!(run.code == 2 && run.stderr.contains("notebook.toml: me: "), "{run:?}");
    assert!(!Path::new(&path).exists());
}

#[test]
fn mistakes_without_a_card_have_a_heading() {
    let folder = Folder::new();
    let path = notebook(&folder);
    let game = "[White \"Me\"]\n[Black \"b\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Ke2 {[%eval -3.0]} \
                Nc6 {[%eval -3.0]} 0-1\n";
    let games = folder.file("games.pgn", game);
    assert_eq!(learn(&path, &["add", "--no-engine", &games]).code, 0);
    let run = learn(&path, &["report"]);
    let rows = "\n\nMistakes by kind\n  no better move is stored              1  no card\n";
    assert!(run.stdout.contains(rows), "{run:?}");
}

#[test]
fn one_of_a_thing_is_named_in_the_singular() {
    let folder = Folder::new();
    let path = notebook(&folder);
    let games = folder.file("games.pgn", "[White \"Me\"]\n[Black \"b\"]\n\n1. e4 e5 1-0\n");
    assert_eq!(learn(&path, &["add", "--no-engine", &games]).code, 0);
    fs::write(format!("{path}/repertoire/white.pgn"), "1. e4 -- 2. d4 *\n").expect("a file");
    let run = learn(&path, &["add", "--no-engine", &games]);
    assert!(run.stdout.contains("0 games added, 1 was there already; "), "{run:?}");
    let note = "1 line of the repertoire begins with a null move and gives no cards";
    assert!(run.stderr.contains(note), "{run:?}");
}

#[test]
fn a_dash_writes_the_report_to_standard_output() {
    let folder = Folder::new();
    let path = notebook(&folder);
    let file = folder.path("report.html");
    assert_eq!(learn(&path, &["report", "--html", &file]).code, 0);
    let run = learn(&path, &["report", "--html", "-"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    assert_eq!(run.stdout, fs::read_to_string(&file).expect("the report"));
    assert!(!Path::new("-").exists());
}
