//! Endgame tables and opening books in a session.

use std::fmt::Display;
use std::sync::mpsc;

use reynard::Position;
use reynard_book::{Book, Entry};
use reynard_engine::{Host, OpeningBook, Session};
use reynard_syzygy::{TableFolders, TablebaseOptions};

/// Answers go into a channel; the tables are those in a folder of this repository.
struct Channel(mpsc::Sender<String>);

impl Host for Channel {
    fn line(&mut self, line: &dyn Display) {
        let _ = self.0.send(line.to_string());
    }

    fn open_tables(&mut self, folders: &str) -> Result<TableFolders, String> {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../reynard-syzygy/tests/");
        Ok(TableFolders::open([format!("{root}{folders}")], TablebaseOptions::default()))
    }

    fn open_book(&mut self, path: &str) -> Result<OpeningBook, String> {
        assert_eq!(path, "one-move");
        let pos = Position::startpos();
        let mv = pos.parse_uci("b2b4").map_err(|error| error.to_string())?;
        let bytes: Vec<u8> = Entry::new(&pos, mv, 1).to_bytes().to_vec();
        Book::new(Box::new(bytes) as Box<_>).map_err(|error| error.to_string())
    }
}

fn answers(lines: &[&str]) -> Vec<String> {
    let (sender, receiver) = mpsc::channel();
    let mut session = Session::new(Channel(sender));
    for line in lines {
        let _ = session.line(line);
        session.finish();
    }
    drop(session);
    receiver.iter().collect()
}

#[test]
fn tables_decide_inside_the_tree_and_at_the_root() {
    let lines = answers(&[
        "setoption name SyzygyPath value tables",
        "position fen 8/8/8/8/8/2k5/1p6/1K6 b - - 0 1",
        "go depth 5",
        "position fen 8/2P5/8/8/1k6/8/8/5K2 w - - 0 1",
        "go depth 8",
    ]);
    let last = |word: &str| lines.iter().rfind(|line| line.contains(word)).cloned();
    assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("tbhits") && !line.contains("tbhits 0 ")));
    assert_eq!(last("bestmove").map(|line| line[9..14].to_owned()), Some("c7c8q".to_owned()));
}

/// Taking the rook leaves an ending that the tables know to be won, and is searched with a wide window.
#[test]
fn tables_are_believed_on_the_principal_variation() {
    let lines = answers(&[
        "setoption name SyzygyPath value tables",
        "position fen 3r4/8/8/8/8/k7/8/K2Q4 w - - 0 1",
        "go depth 8",
    ]);
    let last = lines.iter().rfind(|line| line.contains(" score ")).expect("a line");
    let score = last.split(" score cp ").nth(1).and_then(|rest| rest.split(' ').next());
    let score: i32 = score.and_then(|score| score.parse().ok()).unwrap_or_default();
    assert!(score > 15_000, "{last}");
}

#[test]
fn folders_that_are_not_there_change_nothing() {
    let lines = answers(&["setoption name SyzygyPath value nowhere"]);
    assert!(lines[0].starts_with("info string error "), "{lines:?}");
}

#[test]
fn the_book_answers_while_it_can() {
    let lines = answers(&[
        "setoption name BookFile value one-move",
        "go depth 1",
        "setoption name OwnBook value true",
        "go depth 1",
        "position startpos moves b2b4",
        "go depth 1",
    ]);
    let best: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!((best.len(), best[1]), (3, "b2b4"), "{lines:?}");
}
