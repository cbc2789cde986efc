//! Endgame tables and opening books in a session.

use std::fmt::Display;
use std::sync::mpsc;

use reynard::Position;
use reynard_book::{Book, Entry};
use reynard_engine::{Host, HostError, OpeningBook, Session};
use reynard_syzygy::{TableFolders, TablebaseOptions};

/// Answers go into a channel; the tables are those in a folder of this repository.
struct Channel(mpsc::Sender<String>);

impl Host for Channel {
    fn line(&mut self, line: &dyn Display) {
        let _ = self.0.send(line.to_string());
    }

    fn open_tables(&mut self, folders: &str) -> Result<TableFolders, HostError> {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../reynard-syzygy/tests/");
        Ok(TableFolders::open([format!("{root}{folders}")], TablebaseOptions::default()))
    }

    fn open_book(&mut self, path: &str) -> Result<OpeningBook, HostError> {
        assert_eq!(path, "one-move");
        let pos = Position::startpos();
        let mv = pos.parse_uci("b2b4")?;
        let bytes: Vec<u8> = Entry::new(&pos, mv, 1).to_bytes().to_vec();
        Ok(Book::new(Box::new(bytes) as Box<_>)?)
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

/// Taking the rook leaves an ending that the tables know to be won, and is searched with a wide
/// window.
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

/// The tree of these positions reaches no capture and no pawn move, so that only the root is
/// probed.
#[test]
fn table_positions_at_the_root_have_the_result_of_the_table() {
    let last_lines = |fen: &str, more: &[&str]| {
        let position = format!("position fen {fen}");
        let mut input =
            vec!["setoption name SyzygyPath value tables", "setoption name UCI_ShowWDL value true"];
        input.extend_from_slice(more);
        input.extend([position.as_str(), "go nodes 2000"]);
        let lines = answers(&input);
        let infos = lines.into_iter().filter(|line| line.contains(" score "));
        let infos: Vec<String> = infos.collect();
        let depth = |line: &str| line.split(' ').nth(2).map(str::to_owned);
        let last = infos.last().and_then(|line| depth(line)).expect("a line");
        infos.into_iter().filter(|line| depth(line).as_ref() == Some(&last)).collect::<Vec<_>>()
    };
    let number = |line: &str, word: &str| -> i64 {
        let rest = line.split(&format!(" {word} ")).nth(1).unwrap_or_else(|| panic!("{line}"));
        rest.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    let draw = last_lines("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", &[]);
    assert_eq!(number(&draw[0], "cp"), 0, "{draw:?}");
    assert!(draw[0].contains(" wdl 0 1000 0 ") && number(&draw[0], "tbhits") >= 8, "{draw:?}");
    let won = last_lines("8/8/8/8/8/3k4/8/K6R w - - 0 1", &[]);
    assert!(number(&won[0], "cp") > 15_000 && number(&won[0], "tbhits") >= 15, "{won:?}");
    let lost = last_lines("8/8/8/8/8/3k4/8/K6R b - - 0 1", &[]);
    assert!(number(&lost[0], "cp") < -15_000 && lost[0].contains(" wdl 0 0 1000 "), "{lost:?}");
    // Each line has its own result.
    let lines = last_lines("8/8/8/4k3/8/8/3KP3/8 w - - 0 1", &["setoption name MultiPV value 9"]);
    for line in &lines {
        let score = number(line, "cp");
        assert!(score == 0 || score > 15_000, "{lines:?}");
    }
    // A mate is more than the table knows.
    let mate = last_lines("k7/8/1K6/8/8/8/8/7R w - - 0 1", &[]);
    assert_eq!(number(&mate[0], "mate"), 1, "{mate:?}");
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
