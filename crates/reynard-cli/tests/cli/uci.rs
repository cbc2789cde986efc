//! The engine as programs for people meet it: UCI on standard input and output.
//!
//! Longer than 600 lines: every option and command of the engine as a program has a test.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use reynard_testkit::process;

use crate::folder::Folder;
use crate::run::{TIMEOUT, command, reynard, reynard_with_input, start};

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
        self.until_line(word, |line| line.starts_with(word))
    }

    /// Returns the lines up to the first that fits. The panic at the end of all lines names it.
    fn until_line(&mut self, wanted: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("the engine writes");
            assert!(read > 0, "the engine ended before it said {wanted}: {lines:?}");
            lines.push(line.trim_end().to_owned());
            if is_wanted(&line) {
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

/// The longest time of an answer that waits for no search, in the best of several tries, as other
/// processes may keep a busy machine from answering. A search that is waited for never ends.
const AT_ONCE: Duration = Duration::from_secs(1);

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
        "Contempt type spin default 0 min -200 max 200",
        "UCI_Chess960 type check",
        "UCI_ShowWDL type check",
        "UCI_LimitStrength type check",
        "UCI_Elo type spin",
        "Clear Hash type button",
        "Debug Log File type string",
        "Evaluation type combo",
        "Search type combo default alpha-beta var alpha-beta var minimax var random",
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
    let at_once = (0..20).any(|_| {
        let began = Instant::now();
        engine.send("isready");
        engine.until("readyok");
        began.elapsed() < AT_ONCE
    });
    assert!(at_once, "within {AT_ONCE:?}");
    engine.send("stop");
    let lines = engine.until("bestmove");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    engine.send("isready");
    assert_eq!(engine.until("readyok"), ["readyok"], "one best move and no more");
    engine.send("quit");
    assert!(engine.ends_within(TIMEOUT));
}

#[test]
fn the_end_of_input_ends_it_during_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info depth 3");
    assert!(engine.ends_within(TIMEOUT));
    let at_once = (0..20).any(|_| {
        let mut engine = Engine::start();
        engine.send("go infinite");
        engine.until("info depth 3");
        engine.ends_within(AT_ONCE)
    });
    assert!(at_once, "within {AT_ONCE:?}");
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
        "setoption name Search value perfect",
        "setoption name Debug Log File value /nowhere/at/all/log",
        "xyzzy",
    ] {
        engine.send(refused);
        let lines = engine.until("info string error");
        assert_eq!(lines.len(), 1, "{refused}: {lines:?}");
    }
    engine.send("fen");
    let fen = engine.until("rnbqkbnr");
    assert_eq!(fen, ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]);
    // Whatever was refused, the answer is no move of another position.
    engine.send("go depth 3");
    assert_eq!(engine.until("bestmove").pop().as_deref(), Some("bestmove 0000"));
    engine.send("position startpos");
    engine.send("go depth 3");
    engine.until("bestmove");
}

/// A table that cannot be had leaves the old one, with all that is in it.
#[test]
fn too_large_a_table_is_refused_beforehand() {
    let second_search = |between: &str| {
        let mut engine = Engine::start();
        engine.send("setoption name Hash value 2");
        engine.send("go depth 7");
        engine.until("bestmove");
        engine.send(between);
        engine.send("go depth 7");
        engine.until("bestmove")
    };
    let nodes = |lines: &[String]| -> Vec<String> {
        let words = lines.iter().filter_map(|line| line.split_once(" nodes "));
        words.filter_map(|(_, rest)| rest.split(' ').next()).map(str::to_owned).collect()
    };
    let kept = second_search("isready");
    // More than there is on any machine, and more than this one has; both are known beforehand.
    for mebibytes in [1_u64 << 25, 1 << 24] {
        let refused = second_search(&format!("setoption name Hash value {mebibytes}"));
        let reason = format!("info string error no memory for a hash table of {mebibytes} MiB");
        assert_eq!(refused[0], reason);
        assert_eq!(nodes(&refused), nodes(&kept), "{refused:?}");
    }
    let forgotten = second_search("setoption name Clear Hash");
    assert_ne!(nodes(&forgotten), nodes(&kept));
}

/// As graphical programs show it while they wait.
#[test]
fn a_long_search_says_what_it_looks_at() {
    let mut engine = Engine::start();
    // Far longer than it takes: on a busy machine a single move may keep the search for seconds.
    engine.send("go movetime 60000");
    let is_wanted = |line: &str| line.contains("currmove") || line.starts_with("bestmove");
    let lines = engine.until_line("currmove", is_wanted);
    let last = &lines[lines.len() - 1];
    assert!(last.contains("currmove"), "{lines:?}");
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!([words[1], words[3], words[5]], ["depth", "currmove", "currmovenumber"]);
}

// X32 of the feature list.
#[test]
fn options_of_the_reference_are_taken() {
    let run = reynard_with_input(
        &[],
        b"setoption name MoveOverhead value 50\nsetoption name Batch value true\n\
          setoption name BookDepth value 4\nsetoption name SyzygyProbeLimit value 5\n\
          setoption name Syzygy7TimeCushion value 3000\nsetoption name Syzygy3TimeCushion value 9\n\
          setoption name nodestime value 100\nsetoption name Clear Hash\nquit\n",
    );
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:?}");
}

#[test]
fn skipped_words_are_told_on_request() {
    let lines = b"position startpos hello\ndebug on\nposition startpos hello\nGo\nquit\n";
    let run = reynard_with_input(&[], lines);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0], "info string `hello` (byte 18) is not known here and was skipped");
    assert!(lines[1].ends_with("unknown command; `help` lists the commands"), "{lines:?}");
}

// X33 of the feature list.
#[test]
fn lines_from_the_command_line_come_first() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    let (script, fen, pgn) = (path("script"), path("out.fen"), path("out.pgn"));
    std::fs::write(&script, "position startpos moves e2e4\nfen\n").expect("a writable folder");
    let args = ["-i", "position startpos moves d2d4", "--init", "fen"];
    let outs = ["--init-from-file", &script, "--fen-out", &fen, "--pgn-out", &pgn];
    let run = reynard_with_input(&[&args[..], &outs].concat(), b"flip\nposition startpos\nquit\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains("/4P3/") && lines[1].contains("/3P4/"), "files come before strings");
    let read = |path: &str| std::fs::read_to_string(path).expect("it was written");
    assert_eq!(read(&fen).trim_end(), reynard::Position::startpos().to_string());
    let pgn = read(&pgn);
    assert!(pgn.starts_with("[Event \"?\"]\n[Site ") && pgn.ends_with("\n*\n"), "{pgn}");
    let quits = reynard_with_input(&["-i", "quit", "-i", "d"], b"d\n");
    assert_eq!((quits.code, quits.stdout.as_str()), (0, ""));
    let dash = reynard_with_input(&["--fen-out", "-", "-i", "position startpos"], b"");
    assert_eq!((dash.code, dash.stdout), (0, format!("{}\n", reynard::Position::startpos())));
    assert!(!std::path::Path::new("-").exists(), "`-` is not a file");
    for args in [
        &["--init-from-file", "/no/such/file"][..],
        &["--fen-out", "/no/such/folder/fen", "-i", "quit"],
        &["--init", "d", "perft", "1"],
    ] {
        let run = reynard(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!run.stderr.is_empty());
    }
}

// X12 of the feature list.
#[test]
fn games_and_positions_are_written() {
    let run = reynard_with_input(
        &[],
        b"position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1 moves g6f7\npgn\nfen\nboard\nquit\n",
    );
    for part in [
        "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n1. Qf7 1/2-1/2\n",
        "\n7k/5Q2/5K2/8/8/8/8/8 b - - 1 1\n",
        "\nMoves     \n",
    ] {
        assert!(run.stdout.contains(part), "{part} in {}", run.stdout);
    }
}

// X30 of the feature list.
#[test]
fn people_have_commands_of_their_own() {
    let run = reynard_with_input(
        &[],
        b"position startpos moves e2e4 d7d5\nsee e4d5\nevaluate\ngo perft 1\nisready\nhelp\n",
    );
    assert!(run.stdout.starts_with("0 centipawns\n"), "{}", run.stdout);
    for part in ["\ne4d5: 1\n", "\nNodes searched: 31\n", "\nreadyok\n", "\n  go perft 5 "] {
        assert!(run.stdout.contains(part), "{part} in {}", run.stdout);
    }
    // The last move of a list is at fault, and the answer says which one it is.
    let run = reynard_with_input(&[], b"position startpos moves e2e4 e7e5 e4e5\n");
    assert!(run.stdout.contains("e4e5") && run.stdout.contains("move 3"), "{}", run.stdout);
}

// X31 of the feature list.
#[test]
fn limits_of_a_search_hold() {
    let search = |go: &str| -> Vec<String> {
        let mut engine = Engine::start();
        engine.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
        engine.send(go);
        engine.until("bestmove")
    };
    let number = |lines: &[String], key: &str| -> u64 {
        let line = lines.iter().rev().find(|line| line.contains(" pv ")).expect("a line");
        let rest = line.split_once(key).expect("the key").1;
        rest.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
    };
    assert_eq!(number(&search("go depth 3"), "depth "), 3);
    assert_eq!(number(&search("go mate 1"), "score mate "), 1);
    assert!(number(&search("go nodes 3000"), " nodes ") <= 3_000);
    // The best of several, as a busy machine may keep the search from looking at the clock.
    for (go, longest) in [("go movetime 50", 1_000), ("go wtime 3000 winc 0 movestogo 20", 2_500)] {
        assert!((0..10).any(|_| number(&search(go), " time ") <= longest), "{go}");
    }
    let chosen = search("go depth 3 searchmoves a1a2 a1b1");
    assert!(chosen.last().is_some_and(|line| line.starts_with("bestmove a1")), "{chosen:?}");
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
    line.starts_with("go") && !line.contains("perft")
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
    // Processor time, where the system counts it, does not depend on what else the machine does.
    let best = (0..5).map(|_| {
        let began = Instant::now();
        let mut engine = Engine::start();
        engine.send("uci");
        engine.until("uciok");
        let taken = process::time(engine.child.id()).unwrap_or_else(|| began.elapsed() / 10);
        assert!(engine.ends_within(TIMEOUT));
        taken
    });
    let best = best.min().expect("five runs");
    assert!(best < Duration::from_millis(100), "{best:?}");
}

/// Rows C08 and P07 of the reference page: every evaluation and every search plays whole games of
/// legal moves.
#[test]
fn every_evaluation_and_search_plays_legal_games() {
    for name in ["Evaluation=material", "Evaluation=activity", "Search=minimax", "Search=random"] {
        let player = format!("self,name=first,nodes=200,option.Hash=1,option.{name}");
        let run = reynard(&[
            "match",
            &player,
            "self,name=other,nodes=50,option.Hash=1",
            "--rounds",
            "1",
            "--max-moves",
            "120",
            "--json",
        ]);
        assert_eq!(run.code, 0, "{run:?}");
        let objects = run.objects();
        for game in &objects[..2] {
            let cause = game["cause"].as_str().expect("a cause");
            let fault = ["time-forfeit", "illegal-move", "disconnect", "stall"].contains(&cause);
            assert!(!fault, "{name}: {game}");
        }
    }
}

#[test]
fn every_evaluation_and_search_of_the_command_line_plays() {
    let evaluations = ["network", "classic", "material", "activity"];
    let searches = ["alpha-beta", "minimax", "random"];
    let evaluations = evaluations.map(|name| ["--eval", name]);
    for arguments in evaluations.into_iter().chain(searches.map(|name| ["--search", name])) {
        let run = reynard_with_input(&arguments, b"go depth 2\nisready\ngo depth 1\nquit\n");
        assert_eq!((run.code, best_moves(&run.stdout).len()), (0, 2), "{arguments:?}: {run:?}");
    }
    assert_eq!(reynard(&["--eval", "perfect"]).code, 2);
    assert_eq!(reynard(&["--search", "perfect"]).code, 2);
}

#[test]
fn the_signature_is_the_same_every_time() {
    let nodes = |run: &crate::run::Run| run.objects().last().map(|total| total["nodes"].clone());
    let first = nodes(&reynard(&["bench", "5", "--json"]));
    assert!(first.is_some());
    assert_eq!(nodes(&reynard(&["bench", "5", "--json"])), first);
}

#[test]
fn threads_are_compared_position_by_position() {
    let objects = reynard(&["bench", "3", "--threads", "2", "--json"]).objects();
    assert_eq!(objects.len(), 41);
    assert!(objects[..40].iter().all(|position| position["fen"].is_string()));
    let sum: f64 = objects[..40].iter().filter_map(|one| one["one_seconds"].as_f64()).sum();
    let total = objects[40]["one_seconds"].as_f64().expect("a sum");
    assert!((sum - total).abs() < 1e-6 && objects[40]["factor"].as_f64() > Some(0.0));
    assert_eq!(reynard(&["bench", "3", "--threads", "1"]).code, 2);
}

#[test]
fn a_closed_pipe_is_silent() {
    for args in [&[][..], &["--help"]] {
        let mut child = start(command(), args);
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("a pipe");
        let _ = input.write_all(b"uci\nisready\nquit\n");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{args:?}");
    }
}
