//! What the session answers while a search goes on, and right after it.

use std::fmt::Display;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use reynard_engine::Session;

/// A program may act on the best move before the thread that told it has come to its end.
#[test]
fn an_option_right_after_the_best_move_is_taken() {
    let (sender, answers) = mpsc::channel();
    let slow = move |line: &dyn Display| {
        let line = line.to_string();
        let last = line.starts_with("bestmove");
        let _ = sender.send(line);
        if last {
            thread::sleep(Duration::from_millis(50));
        }
    };
    let mut session = Session::new(slow);
    let _ = session.line("go depth 1");
    assert!(answers.iter().any(|line| line.starts_with("bestmove")));
    let _ = session.line("setoption name MultiPV value 2");
    let _ = session.line("isready");
    assert_eq!(answers.recv().as_deref(), Ok("readyok"));
}
