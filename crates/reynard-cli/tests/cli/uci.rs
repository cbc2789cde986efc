//! The engine as programs for people meet it: UCI on standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use crate::run::{command, reynard, reynard_with_input};

/// The engine with its pipes.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take().expect("its input is a pipe");
        let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine reads");
    }

    /// The lines up to the first that starts with a word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("the engine writes");
            assert!(read > 0, "the engine ended before it said {word}: {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    /// Waits for the end; whether it came within a time.
    fn ends_within(mut self, limit: Duration) -> bool {
        drop(self.input);
        let began = Instant::now();
        while began.elapsed() < limit {
            if self.child.try_wait().expect("the engine can be waited for").is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        false
    }
}

fn best_moves(output: &str) -> Vec<&str> {
    output.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

#[test]
fn introduces_itself() {
    let run = reynard_with_input(&[], b"uci\nisready\nquit\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("id name Reynard "), "{lines:?}");
    for option in [
        "Hash type spin default 16 min 1",
        "Threads type spin default 1 min 1",
        "MultiPV type spin",
        "Ponder type check",
        "Move Overhead type spin default 10",
        "UCI_Chess960 type check",
        "UCI_ShowWDL type check",
        "UCI_LimitStrength type check",
        "UCI_Elo type spin",
        "Clear Hash type button",
        "Debug Log File type string",
        "Evaluation type combo",
    ] {
        let line = format!("option name {option}");
        assert!(lines.iter().any(|found| found.starts_with(&line)), "{option} in {lines:?}");
    }
    assert_eq!(&lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn answers_at_once_during_a_search() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4");
    engine.send("go infinite");
    engine.until("info depth 5");
    let began = Instant::now();
    engine.send("isready");
    engine.until("readyok");
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    engine.send("stop");
    let lines = engine.until("bestmove");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    engine.send("isready");
    assert_eq!(engine.until("readyok"), ["readyok"], "one best move and no more");
    engine.send("quit");
    assert!(engine.ends_within(Duration::from_secs(2)));
}

#[test]
fn the_end_of_input_ends_it_during_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info depth 3");
    assert!(engine.ends_within(Duration::from_secs(2)));
    // Nothing was left running that would keep the pipe open; the answer that was owed is there.
    let run = reynard_with_input(&[], b"go infinite\n");
    assert_eq!((run.code, best_moves(&run.stdout).len()), (0, 1));
}

#[test]
fn a_go_during_a_search_ends_it_first() {
    let run = reynard_with_input(
        &[],
        b"position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo infinite\nposition startpos\ngo depth 1\nisready\nquit\n",
    );
    let best = best_moves(&run.stdout);
    assert_eq!(best.len(), 2, "{}", run.stdout);
    assert!(best[0].starts_with("a1a8"), "{best:?}");
}

#[test]
fn no_move_is_none() {
    let run = reynard_with_input(
        &[],
        b"position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\ngo perft 2\nquit\n",
    );
    assert!(run.stdout.contains("info depth 0 score mate 0\nbestmove (none)\n"), "{}", run.stdout);
    let mut engine = Engine::start();
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    engine.send("go movetime 100");
    assert_eq!(engine.until("bestmove"), ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn mates_are_counted_in_moves() {
    let mut engine = Engine::start();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    engine.send("go depth 4");
    let lines = engine.until("bestmove");
    let last = &lines[lines.len() - 2];
    assert!(last.contains("score mate 1 ") && last.ends_with("pv d1d8"), "{last}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove d1d8"));
}

#[test]
fn castling_is_written_as_the_option_says() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1";
    for (setting, written) in [("false", "e1g1"), ("true", "e1h1")] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name uci_chess960 value {setting}"));
        engine.send(position);
        engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        engine.send("go depth 2 searchmoves e1g1");
        assert_eq!(engine.until("bestmove").last().map(|line| &line[9..13]), Some(written));
    }
}

#[test]
fn several_lines_are_told_in_order() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("go depth 6");
    let lines = engine.until("bestmove");
    let last: Vec<&String> = lines.iter().filter(|line| line.contains("info depth 6 ")).collect();
    assert_eq!(last.len(), 3, "{lines:?}");
    for (number, line) in last.iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} ", number + 1)), "{line}");
        assert!(line.contains(" wdl ") && line.contains(" nps ") && line.contains(" hashfull "));
    }
}

#[test]
fn pondering_waits_for_the_move() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go ponder wtime 1000 btime 1000");
    engine.until("info depth 4");
    engine.send("isready");
    assert!(engine.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    engine.send("ponderhit");
    engine.until("bestmove");
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4");
    for refused in [
        "position startpos moves e2e4 e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen nonsense",
        "setoption name Hash value 33554432",
        "setoption name Hash value 0",
        "setoption name Hash value many",
        "setoption name Nothing value 1",
        "setoption name Evaluation value perfect",
        "setoption name Debug Log File value /nowhere/at/all/log",
        "go depth deep",
        "xyzzy",
    ] {
        engine.send(refused);
        let lines = engine.until("info string error");
        assert_eq!(lines.len(), 1, "{refused}: {lines:?}");
    }
    engine.send("fen");
    let fen = engine.until("rnbqkbnr");
    assert_eq!(fen, ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]);
    engine.send("go depth 3");
    engine.until("bestmove");
}

#[test]
fn survives_abuse() {
    let script = abuse();
    assert!(script.lines().count() >= 300);
    let run = reynard_with_input(&[], script.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let searches = script.lines().filter(|line| is_search(line)).count();
    assert_eq!(best_moves(&run.stdout).len(), searches);
    let ready = script.lines().filter(|line| *line == "isready").count();
    assert_eq!(run.stdout.lines().filter(|line| *line == "readyok").count(), ready);
    assert!(run.stdout.ends_with("end\n") || run.stdout.contains("readyok"));
}

/// Whether a line of the script begins a search.
fn is_search(line: &str) -> bool {
    line.starts_with("go") && !line.contains("perft") && !line.contains("bad")
}

/// Three hundred lines that no program should send, with some that it may.
fn abuse() -> String {
    let mut script = String::new();
    for round in 0..6 {
        for line in ABUSE {
            script.push_str(line);
            script.push('\n');
            if line == "isready" && round % 2 == 0 {
                script.push_str(&"x".repeat(5_000));
                script.push('\n');
            }
        }
    }
    script.push_str(&"y".repeat(1 << 21));
    script.push_str("\nisready\nquit\nafter quit nothing counts\n");
    script
}

/// Lines of the script.
const ABUSE: [&str; 68] = [
    "",
    "   ",
    "\u{feff}uci",
    "go depth 1",
    "go go go depth 1",
    "isready",
    "position",
    "position startpos moves",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position startpos moves e2e5",
    "position startpos moves e2e4 e7e5 e1e3",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen k7/8/8/8/8/8/8/K6R b - - 4294967296 1",
    "position fen KKKKKKKK/8/8/8/8/8/8/k7 w - - 0 1",
    "position fen \u{0}\u{1}",
    "go infinite",
    "stop",
    "stop",
    "ponderhit",
    "go ponder",
    "ponderhit",
    "stop",
    "go wtime -100 btime -100 winc 0 binc 0",
    "go wtime 1 btime 1 movestogo 0",
    "go wtime 18446744073709551615 btime 1 depth 2",
    "go nodes 0",
    "go depth 0",
    "go movetime 0",
    "go mate 0 depth 1",
    "go depth 2 searchmoves e2e5 a1a1 h7h8k",
    "go depth 2 searchmoves",
    "go bad depth -",
    "go perft 2",
    "go perft 0",
    "setoption",
    "setoption name",
    "setoption name Hash",
    "setoption name Hash value",
    "setoption name Hash value -1",
    "setoption name Hash value 99999999999999999999",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name threads value 1",
    "setoption name Threads value 0",
    "setoption name Clear Hash",
    "setoption name MultiPV value 500",
    "setoption name MultiPV value 2",
    "setoption name MultiPV value 1",
    "setoption name UCI_Elo value 1",
    "setoption name UCI_Opponent value none none human \u{1F600}",
    "setoption value name",
    "debug",
    "debug maybe",
    "register later",
    "ucinewgame",
    "ucinewgame",
    "d",
    "eval",
    "flip",
    "help",
    "see e2e4",
    "see",
    "pgn",
    "bench 99999999999999",
    "stop",
    "%s%s%s%n",
    "quit? no",
];

#[test]
fn starts_quickly() {
    // The best of several, since a machine that is busy with other tests is slow to start anything.
    let best = (0..5).map(|_| {
        let began = Instant::now();
        let run = reynard_with_input(&[], b"uci\nquit\n");
        assert_eq!(run.code, 0);
        began.elapsed()
    });
    let best = best.min().expect("five runs");
    assert!(best < Duration::from_millis(100), "{best:?}");
}

#[test]
fn every_player_plays() {
    for name in ["full", "material", "minimax", "random"] {
        let run = reynard_with_input(&["--eval", name], b"go depth 2\nisready\ngo depth 1\nquit\n");
        assert_eq!((run.code, best_moves(&run.stdout).len()), (0, 2), "{name}: {run:?}");
    }
    assert_eq!(reynard(&["--eval", "perfect"]).code, 2);
}

#[test]
fn the_signature_is_the_same_every_time() {
    let nodes = |run: &crate::run::Run| run.objects().last().map(|total| total["nodes"].clone());
    let first = nodes(&reynard(&["bench", "5", "--json"]));
    assert!(first.is_some());
    assert_eq!(nodes(&reynard(&["bench", "5", "--json"])), first);
}
