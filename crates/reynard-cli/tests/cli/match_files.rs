//! The files of `reynard match`: nothing that was in them is lost.

use std::fs;

use crate::folder::Folder;
use crate::run::{Run, assert_refused, reynard};

/// A small engine that is quick to start: this program.
const ENGINE: &str = "self,nodes=50,option.Hash=1";

/// Returns the arguments for pairs of short games with these options.
fn match_args<'a>(pairs: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    let args = ["match", ENGINE, ENGINE, "--max-moves", "2", "--rounds", pairs];
    [&args[..], options].concat()
}

fn play(pairs: &str, options: &[&str]) -> Run {
    reynard(&match_args(pairs, options))
}

/// Asserts that a match is refused, and that a file keeps its content.
#[track_caller]
fn assert_match_refused(options: &[&str], part: &str, path: &str) {
    assert_refused(&match_args("1", options), part, path);
}

fn games(path: &str) -> usize {
    fs::read_to_string(path).expect("the games").matches("[Event ").count()
}

#[test]
fn a_file_that_is_not_a_journal_is_refused_and_stays() {
    let folder = Folder::new();
    for (name, text) in [
        ("notes.txt", "a line\nand one without an end"),
        ("line.txt", "without an end"),
        ("brace.json", "{}"),
        ("head.json", "{\"reynard-match\":1,\"players\":7}"),
        ("blank.txt", "\n\n"),
    ] {
        let path = folder.file(name, text);
        let reason = "is not the journal of a match: name a new file with --journal\n";
        assert_match_refused(&["--journal", &path], reason, &path);
    }
}

#[test]
fn a_torn_header_is_written_again() {
    let folder = Folder::new();
    let journal = folder.path("games.jsonl");
    assert_eq!(play("1", &["--journal", &journal]).code, 0);
    let text = fs::read_to_string(&journal).expect("the journal");
    fs::write(&journal, &text[..40]).expect("a writable folder");
    assert_eq!(play("1", &["--journal", &journal]).code, 0);
    let again = fs::read_to_string(&journal).expect("the journal");
    assert_eq!(again.lines().next(), text.lines().next());
    assert_eq!(again.lines().count(), 3);
}

#[test]
#[cfg(unix)]
fn a_device_is_not_a_journal() {
    for device in ["/dev/full", "/dev/zero", "/dev/null"] {
        let run = play("1", &["--journal", device]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(&format!("{device}: not a regular file")), "{run:?}");
    }
}

#[test]
fn a_journal_leaves_the_games_that_were_there() {
    let folder = Folder::new();
    let (journal, pgn) =
        (folder.path("games.jsonl"), folder.file("games.pgn", "[Event \"x\"]\n\n*"));
    let files = ["--journal", &journal, "--pgn", &pgn];
    assert_eq!(play("1", &files).code, 0);
    let text = fs::read_to_string(&pgn).expect("the games");
    assert!(text.starts_with("[Event \"x\"]\n\n*\n\n[Event \"reynard match\"]\n"), "{text}");
    assert_eq!(games(&pgn), 3);
    // A resumed match adds what is not there yet, also behind games of others.
    let other = format!("{text}[Event \"y\"]\n\n*\n");
    fs::write(&pgn, &other).expect("a writable folder");
    assert_eq!(play("2", &files).code, 0);
    let longer = fs::read_to_string(&pgn).expect("the games");
    assert!(longer.starts_with(&other), "{longer}");
    assert_eq!(games(&pgn), 6);
    // Versions before wrote the date of another day.
    let line = longer.lines().find(|line| line.starts_with("[Date ")).expect("a date");
    let longer = longer.replace(line, "[Date \"2020.01.01\"]");
    fs::write(&pgn, &longer).expect("a writable folder");
    assert_eq!(play("2", &files).code, 0);
    assert_eq!(fs::read_to_string(&pgn).expect("the games"), longer);
}

#[test]
fn a_resumed_match_writes_the_games_that_its_file_lacks() {
    let folder = Folder::new();
    let (journal, pgn) = (folder.path("games.jsonl"), folder.path("games.pgn"));
    let files = ["--journal", &journal, "--pgn", &pgn];
    assert_eq!(play("2", &files).code, 0);
    let text = fs::read_to_string(&pgn).expect("the games");
    let third = text.match_indices("[Event ").nth(2).expect("four games").0;
    // As if it had been killed while it wrote the third game, or before.
    for end in [0, third - 1, third, third + 3, third + 100, text.len() - 9, text.len() - 1] {
        fs::write(&pgn, &text[..end]).expect("a writable folder");
        assert_eq!(play("2", &files).code, 0);
        let again = fs::read_to_string(&pgn).expect("the games");
        assert_eq!(again.trim_end(), text.trim_end(), "{end} bytes");
    }
}

#[test]
fn a_game_with_annotations_is_not_written_again() {
    let folder = Folder::new();
    let (journal, pgn) = (folder.path("games.jsonl"), folder.path("games.pgn"));
    let files = ["--journal", &journal, "--pgn", &pgn];
    assert_eq!(play("1", &files).code, 0);
    let text = fs::read_to_string(&pgn).expect("the games");
    // Comments, a variation and a tag, in the first game and in the last one.
    let annotated = text
        .replace("\n\n1. ", "\n[Annotator \"Ann\"]\n\n{A line.} 1. ")
        .replace(" 2. ", " $1 {good} (1... a6 2. a4) 2. ");
    assert!(annotated.len() > text.len() + 100, "{annotated}");
    fs::write(&pgn, &annotated).expect("a writable folder");
    assert_eq!(play("2", &files).code, 0);
    let again = fs::read_to_string(&pgn).expect("the games");
    assert!(again.starts_with(&annotated), "{again}");
    assert_eq!(games(&pgn), 4);
}

#[test]
fn nothing_is_created_unless_all_files_can_be() {
    let folder = Folder::new();
    fs::create_dir(folder.path("games")).expect("a writable folder");
    let [journal, taken, missing] =
        ["new.jsonl", "games", "nosuch/games.pgn"].map(|name| folder.path(name));
    for (pgn, text) in [(&taken, "this is a folder"), (&missing, "there is no such folder")] {
        let run = play("1", &["--journal", &journal, "--pgn", pgn]);
        assert!(run.code == 2 && run.stderr.contains(&format!("{pgn}: {text}")), "{run:?}");
        let run = play("1", &["--journal", pgn, "--pgn", &journal]);
        assert!(run.code == 2 && run.stderr.contains(&format!("{pgn}: {text}")), "{run:?}");
    }
    assert_eq!(folder.names(), ["games"]);
}

#[test]
fn games_are_appended_to_text_alone() {
    let folder = Folder::new();
    let database = folder.path("games.rdb");
    let source = folder.file("source.pgn", "[Event \"x\"]\n\n1. e4 *\n");
    assert_eq!(reynard(&["db", "create", &database, &source]).code, 0);
    assert_match_refused(&["--pgn", &database], "games.rdb: not a text file", &database);
    let book = folder.path("book.bin");
    fs::write(&book, [7, 0, 0, 0, 9, 1, 0, 0, 9, 1, 0, 1, 0, 0, 0, 0]).expect("a writable folder");
    assert_match_refused(&["--pgn", &book], "book.bin: not a text file", &book);
    for name in ["games.pgn.gz", "games.pgn.bz2", "games.pgn.zst", "games.zip", "a.xz"] {
        let path = folder.file(name, "");
        assert_match_refused(&["--pgn", &path], "games are appended as plain text", &path);
    }
    let packed = folder.path("packed.pgn");
    fs::write(&packed, b"BZh91AY&SY").expect("a writable folder");
    assert_match_refused(&["--pgn", &packed], "packed.pgn: not a text file", &packed);
    let missing = folder.path("missing.pgn.gz");
    assert_eq!(play("1", &["--pgn", &missing]).code, 2);
    assert!(!fs::exists(&missing).expect("a folder"));
}

#[test]
fn the_files_of_a_match_are_different_files() {
    let folder = Folder::new();
    let openings = folder.file("openings.pgn", "[Event \"x\"]\n\n1. e4 *\n");
    let dotted = folder.path("./openings.pgn");
    for spelling in [&openings, &dotted] {
        let options = ["--pgn", spelling, "--openings", &openings];
        assert_match_refused(&options, "is both --pgn and --openings", &openings);
        let options = ["--journal", spelling, "--openings", &openings];
        assert_match_refused(&options, "is both --journal and --openings", &openings);
        assert_match_refused(&["--journal", spelling, "--pgn", &openings], "is both --", &openings);
    }
    let new = folder.path("new");
    let run = play("1", &["--journal", &new, "--pgn", &new]);
    assert!(run.code == 2 && run.stderr.contains("is both --journal and --pgn"), "{run:?}");
    assert!(!fs::exists(&new).expect("a folder"));
    #[cfg(unix)]
    for (kind, link) in [("hard", folder.path("hard.pgn")), ("soft", folder.path("soft.pgn"))] {
        let made = match kind {
            "hard" => fs::hard_link(&openings, &link),
            _ => std::os::unix::fs::symlink("openings.pgn", &link),
        };
        made.expect("a folder with links");
        let options = ["--pgn", &link, "--openings", &openings];
        assert_match_refused(&options, "is both --pgn and --openings", &openings);
    }
}
