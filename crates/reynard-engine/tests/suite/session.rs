//! UCI sessions: commands, options, and answers during a search and right after it.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use reynard::Position;
use reynard_engine::{Clock, Control, Evaluation, Host, PerftCounter, SearchKind, Session};

/// Sends answers into a channel, and counts with the move lists of the rules.
struct Channel(mpsc::Sender<String>);

impl Host for Channel {
    fn line(&mut self, line: &dyn Display) {
        let _ = self.0.send(line.to_string());
    }

    fn available_memory(&self) -> Option<u64> {
        Some(64 << 20)
    }

    fn perft_counter(&mut self) -> Option<PerftCounter> {
        fn count(pos: &Position, depth: u32, control: &Control) -> Option<u64> {
            if depth == 0 {
                return Some(1);
            }
            if depth > 1 && control.is_stopped() {
                return None;
            }
            let mut total = 0;
            for &mv in &pos.legal_moves() {
                let mut child = pos.clone();
                child.play(mv).ok()?;
                total += count(&child, depth - 1, control)?;
            }
            Some(total)
        }
        Some(Box::new(count))
    }
}

fn session() -> (Session, Receiver<String>) {
    let (sender, answers) = mpsc::channel();
    (Session::new(Channel(sender)), answers)
}

/// The answers to some lines, each of which is waited for.
fn answers(lines: &[&str]) -> Vec<String> {
    let (mut session, answers) = session();
    for line in lines {
        assert!(session.line(line).is_continue());
        session.finish();
    }
    drop(session);
    answers.iter().collect()
}

fn starting_with<'a>(lines: &'a [String], start: &str) -> Vec<&'a str> {
    lines.iter().filter_map(|line| line.strip_prefix(start)).collect()
}

#[test]
fn an_engine_introduces_itself_with_its_options() {
    let lines = answers(&["uci", "isready"]);
    assert!(lines[0].starts_with("id name Reynard ") && lines[1].starts_with("id author "));
    let options = starting_with(&lines, "option name ");
    for option in [
        "Hash type spin default 16 min 1 max 33554432",
        "Threads type spin default 1 min 1 max 1024",
        "Contempt type spin default 0 min -200 max 200",
        "UCI_AnalyseMode type check default false",
        "Evaluation type combo default network var network var classic",
        "EvalFile type string default",
        "Search type combo default alpha-beta var alpha-beta var minimax var random",
        "SyzygyProbeLimit type spin default 7 min 0 max 7",
    ] {
        assert!(options.iter().any(|found| found.starts_with(option)), "{option} in {options:?}");
    }
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn a_position_and_its_moves_are_searched() {
    let lines = answers(&["position startpos moves f2f3 e7e5 g2g4", "go depth 3"]);
    assert_eq!(starting_with(&lines, "bestmove "), ["d8h4"]);
    assert!(lines.iter().any(|line| line.contains("score mate 1")), "{lines:?}");
}

#[test]
fn a_faulty_command_is_reported_and_changes_nothing() {
    let lines = answers(&[
        "position startpos moves e2e4",
        "position startpos moves e2e4 e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "setoption name Hash value 0",
        "setoption name Hash value 100000",
        "setoption name Evaluation value perfect",
        "setoption name Nothing value 1",
        "go depth deep",
        "xyzzy",
        "fen",
    ]);
    assert_eq!(starting_with(&lines, "info string error ").len(), 8, "{lines:?}");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(lines.last().map(String::as_str), Some(fen));
}

#[test]
fn positions_without_a_legal_move_have_no_best_move() {
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
        ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "score mate 0"),
    ] {
        let lines = answers(&[&format!("position fen {fen}"), "go depth 3"]);
        assert!(lines[0].contains(score), "{lines:?}");
        assert_eq!(starting_with(&lines, "bestmove "), ["(none)"]);
    }
}

#[test]
fn search_moves_and_several_lines_are_respected() {
    let lines = answers(&["go depth 3 searchmoves a2a3 h2h4"]);
    let best = starting_with(&lines, "bestmove ")[0];
    assert!(best.starts_with("a2a3") || best.starts_with("h2h4"), "{best}");
    let lines = answers(&["setoption name MultiPV value 3", "go depth 2"]);
    for number in 1..=3 {
        assert!(
            lines
                .iter()
                .any(|line| line.contains("depth 2 ")
                    && line.contains(&format!(" multipv {number} ")))
        );
    }
}

#[test]
fn evaluation_and_search_are_two_options() {
    let nodes = |options: &[&str]| {
        let mut lines: Vec<&str> = options.to_vec();
        lines.extend([
            "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "go depth 2",
        ]);
        let lines = answers(&lines);
        assert!(starting_with(&lines, "info string").is_empty(), "{lines:?}");
        let last = lines.iter().rfind(|line| line.contains(" nodes "));
        last.and_then(|line| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok())
    };
    let classic = nodes(&[]);
    let minimax = nodes(&["setoption name Search value minimax"]);
    assert!(minimax > classic, "{minimax:?} {classic:?}");
    assert_eq!(nodes(&["setoption name Search value random"]), None);
    let back = ["setoption name Search value random", "setoption name Search value alpha-beta"];
    assert_eq!(nodes(&back), classic);
    let material = nodes(&["setoption name Evaluation value material"]);
    assert!(material.is_some() && material != classic);
}

#[test]
fn settings_of_a_program_are_the_same_options() {
    let (mut session, answers) = session();
    session.set_evaluation(Evaluation::Material);
    session.set_search(SearchKind::Random);
    let _ = session.line("go depth 9");
    session.finish();
    drop(session);
    let lines: Vec<String> = answers.iter().collect();
    assert!(lines.len() == 1 && lines[0].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn castling_is_written_as_the_option_says() {
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let go = "go depth 1 searchmoves e1g1";
    assert_eq!(starting_with(&answers(&[fen, go]), "bestmove "), ["e1g1"]);
    let lines = answers(&["setoption name UCI_Chess960 value true", fen, go]);
    assert_eq!(starting_with(&lines, "bestmove "), ["e1h1"]);
}

#[test]
fn probabilities_are_reported_on_request_and_strength_limits_nodes() {
    assert!(answers(&["go depth 2"]).iter().all(|line| !line.contains(" wdl ")));
    let lines = answers(&["setoption name UCI_ShowWDL value true", "go depth 2"]);
    assert!(lines.iter().any(|line| line.contains(" wdl ")));
    let lines = answers(&[
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1800",
        "go depth 30",
    ]);
    let last = lines.iter().rfind(|line| line.contains(" nodes ")).expect("a line");
    let nodes: u64 = last
        .split(" nodes ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next()?.parse().ok())
        .expect("nodes");
    assert!(nodes <= 100, "{last}");
}

#[test]
fn contempt_counts_in_games_alone() {
    // The knight can take the pawn, and then nobody can win.
    let best = |option: &str, go: &str| {
        let option = format!("setoption name {option}");
        let position = "position fen 8/8/8/2p3k1/8/3NK3/8/8 w - - 0 1";
        let answers = answers(&["setoption name Contempt value -200", &option, position, go]);
        answers.last().expect("an answer").clone()
    };
    let [game, analysis] = ["go depth 8 wtime 60000 btime 60000", "go depth 8"];
    let draws = "bestmove d3c5";
    assert!(best("Ponder value false", game).starts_with(draws));
    for (option, go) in [
        ("Ponder value false", analysis),
        ("UCI_AnalyseMode value true", game),
        ("MultiPV value 2", game),
        ("Contempt value 0", game),
        ("Contempt value 200", game),
    ] {
        assert!(!best(option, go).starts_with(draws), "{option}, {go}");
    }
}

#[test]
fn perft_is_counted_by_the_host_and_can_be_stopped() {
    let lines = answers(&["position startpos moves e2e4", "go perft 2"]);
    assert_eq!(lines.len(), 21);
    assert!(lines.contains(&"e7e5: 29".to_owned()));
    assert_eq!(lines[20], "\nNodes searched: 600\n");
    assert_eq!(answers(&["go perft 0"]), ["\nNodes searched: 1\n"]);
    for (line, reason) in [
        ("go perft 20000", "the depth of perft is at most 100, not 20000"),
        ("bench 101", "the depth of bench is at most 100, not 101"),
        ("bench 0", "the depth of bench is a number from 1 on, not `0`"),
        ("bench deep", "the depth of bench is a number from 1 on, not `deep`"),
    ] {
        assert_eq!(answers(&[line]), [format!("info string error {reason}")]);
    }
    let (mut session, answers) = session();
    let _ = session.line("go perft 30");
    session.stop();
    drop(session);
    assert!(answers.iter().all(|line| !line.contains("Nodes searched")));
    // A host that cannot count says so.
    let (sender, answers) = mpsc::channel();
    let mut session = Session::new(move |line: &dyn Display| {
        let _ = sender.send(line.to_string());
    });
    let _ = session.line("go perft 1");
    drop(session);
    assert_eq!(
        answers.iter().collect::<Vec<_>>(),
        ["info string error perft is not available here"]
    );
}

#[test]
fn an_infinite_search_waits_for_stop_and_pondering_for_ponderhit() {
    let mate = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    for (go, end) in [("go infinite", "stop"), ("go ponder depth 2", "ponderhit")] {
        let (mut session, answers) = session();
        let _ = session.line(mate);
        let _ = session.line(go);
        thread::sleep(Duration::from_millis(30));
        assert!(answers.try_iter().all(|line| !line.starts_with("bestmove")), "{go}");
        let _ = session.line("setoption name MultiPV value 2");
        let _ = session.line(end);
        session.finish();
        let rest: Vec<String> = answers.try_iter().collect();
        assert!(rest[0].starts_with("info string error options cannot be changed"), "{rest:?}");
        assert!(rest.iter().any(|line| line.starts_with("bestmove a1a8")), "{rest:?}");
    }
}

#[test]
fn another_search_ends_the_first_one_with_its_best_move() {
    let (mut session, answers) = session();
    let _ = session.line("go infinite");
    let _ = session.line("go depth 1");
    session.finish();
    drop(session);
    let lines: Vec<String> = answers.iter().collect();
    assert_eq!(starting_with(&lines, "bestmove ").len(), 2);
}

#[test]
fn a_new_game_repeats_the_search_of_the_first() {
    let (mut session, answers) = session();
    for line in ["go depth 6", "ucinewgame", "go depth 6"] {
        let _ = session.line(line);
        session.finish();
    }
    drop(session);
    let lines: Vec<String> = answers.iter().collect();
    let strip = |line: &String| {
        let words: Vec<&str> = line.split(' ').collect();
        let nodes = words.iter().position(|&word| word == "nodes");
        nodes.map(|index| words[..index + 2].join(" "))
    };
    let infos: Vec<String> = lines.iter().filter_map(strip).collect();
    let (first, second) = infos.split_at(infos.len() / 2);
    assert_eq!(first, second);
}

#[test]
fn skipped_tokens_are_reported_in_debug_mode_only() {
    let lines = answers(&["isready now", "debug on", "isready now"]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1].starts_with("info string ") && lines[1].contains("now"), "{lines:?}");
}

#[test]
fn people_ask_for_board_evaluation_and_exchanges() {
    let lines =
        answers(&["position startpos moves e2e4 d7d5", "see e4d5", "eval", "flip", "fen", "pgn"]);
    assert_eq!(lines[0], "0 centipawns");
    assert!(lines[1].contains("White") && lines[1].contains("Black"));
    let flipped = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 2";
    assert_eq!(lines[2], flipped);
    assert!(lines[3].contains("[FEN "), "{lines:?}");
    assert_eq!(session().0.line("quit"), ControlFlow::Break(()));
}

/// A program may act on the best move before the thread that sent it has ended.
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

#[test]
fn playable_positions_are_searched_with_a_note() {
    for (fen, note) in [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 0",
            "the number of the first move",
        ),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "White has"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "castle"),
        ("4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1", "underscores"),
        ("4k3/8/8/8/8/8/8/4K2R w K - - -", "is read as"),
    ] {
        let lines = answers(&[&format!("position fen {fen}"), "go depth 6"]);
        assert!(lines[0].starts_with("info string ") && lines[0].contains(note), "{lines:?}");
        let best = lines.last().expect("an answer");
        assert!(best.starts_with("bestmove ") && !best.contains("0000"), "{best}");
    }
}

#[test]
fn a_refused_position_is_never_answered_by_a_move_of_the_one_before() {
    for refused in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen nonsense",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e2e9",
        "position",
        "position fen",
    ] {
        let lines = answers(&["position startpos moves e2e4", refused, "go depth 2", "go perft 1"]);
        assert!(lines[0].starts_with("info string error "), "{refused}: {lines:?}");
        assert!(lines[1].contains("the last one was refused"), "{refused}: {lines:?}");
        assert_eq!(lines[2], "bestmove 0000", "{refused}: {lines:?}");
        assert_eq!(lines.len(), 4, "{refused}: {lines:?}");
        let lines = answers(&[refused, "position startpos", "go depth 1"]);
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
        assert!(!lines.contains(&"bestmove 0000".to_owned()), "{lines:?}");
    }
}

#[test]
fn perft_comes_to_its_end_before_quit_and_before_another_command_to_go() {
    let (mut session, answers) = session();
    for line in ["position startpos", "go perft 3", "go perft 2"] {
        let _ = session.line(line);
    }
    assert!(session.line("quit").is_break());
    let lines: Vec<String> = answers.try_iter().collect();
    let totals: Vec<&String> =
        lines.iter().filter(|line| line.contains("Nodes searched")).collect();
    assert_eq!(totals, ["\nNodes searched: 8902\n", "\nNodes searched: 400\n"]);
}

#[test]
fn a_stopped_perft_says_how_much_is_counted() {
    let (mut session, answers) = session();
    let _ = session.line("go perft 30");
    let _ = session.line("stop");
    let lines: Vec<String> = answers.try_iter().collect();
    assert!(
        lines.last().is_some_and(|line| line.starts_with("info string perft is stopped: ")),
        "{lines:?}"
    );
}

/// The host of these tests has 64 MiB.
#[test]
fn threads_that_do_not_fit_into_the_memory_are_lowered_with_a_note() {
    let lines = answers(&["setoption name Threads value 1024", "go depth 4"]);
    assert_eq!(lines[0], "info string note: 1 of 1024 threads fit into the memory");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn a_mate_is_proven_or_refuted() {
    let problem = "position fen 1B1b2K1/8/p3RP2/p1k1nNQ1/P1n1B2p/3P3r/b1N5/qR1r4 w - - 0 1";
    let lines = answers(&[problem, "go mate 2"]);
    assert!(lines.iter().any(|line| line.contains("score mate 2 ")), "{lines:?}");
    assert!(
        lines.last().is_some_and(|line| line.starts_with("bestmove f5g3 ponder ")),
        "{lines:?}"
    );
    let lines = answers(&[problem, "go mate 1"]);
    assert!(lines.contains(&"info string there is no mate in 1".to_owned()), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

/// A host on a machine that can start no thread.
struct Threadless {
    answers: Channel,
    poll: Option<fn() -> bool>,
}

impl Host for Threadless {
    fn line(&mut self, line: &dyn Display) {
        self.answers.line(line);
    }

    fn spawn(&mut self, _: Box<dyn FnOnce() + Send>) -> std::io::Result<thread::JoinHandle<()>> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    fn poll(&self) -> Option<fn() -> bool> {
        self.poll
    }

    fn perft_counter(&mut self) -> Option<PerftCounter> {
        self.answers.perft_counter()
    }
}

fn answers_without_threads(poll: Option<fn() -> bool>, lines: &[&str]) -> Vec<String> {
    let (sender, answers) = mpsc::channel();
    let mut session = Session::new(Threadless { answers: Channel(sender), poll });
    lines
        .iter()
        .flat_map(|line| {
            assert!(session.line(line).is_continue());
            // All answers are there when the call returns.
            answers.try_iter().collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn without_threads_a_search_runs_before_the_call_returns() {
    let lines = ["position startpos moves f2f3 e7e5 g2g4", "go depth 3", "isready"];
    let lines = answers_without_threads(None, &lines);
    assert!(lines.iter().any(|line| line.contains("score mate 1")), "{lines:?}");
    assert_eq!(lines[lines.len() - 2..], ["bestmove d8h4", "readyok"]);
}

#[test]
fn without_threads_bench_and_perft_answer() {
    let lines = answers_without_threads(None, &["go perft 3", "bench 1", "isready"]);
    assert!(lines.contains(&"\nNodes searched: 8902\n".to_owned()), "{lines:?}");
    assert!(lines.iter().any(|line| line.ends_with(" nps")), "{lines:?}");
}

#[test]
fn without_threads_nothing_waits_for_a_stop_that_cannot_come() {
    let mated = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    for go in ["go depth 2 infinite", "go ponder depth 2"] {
        let lines = answers_without_threads(None, &[mated, go]);
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove a1a8")), "{lines:?}");
    }
}

#[test]
fn without_threads_the_poll_of_the_host_stops_a_search() {
    let lines = answers_without_threads(Some(|| true), &["go infinite"]);
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn bench_measures_with_the_clock_of_the_session() {
    let (sender, answers) = mpsc::channel();
    let readings = AtomicU64::new(0);
    let clock = Clock::new(move || Duration::from_secs(readings.fetch_add(1, Relaxed)));
    let host = Threadless { answers: Channel(sender), poll: None };
    assert!(Session::new(host).with_clock(clock).line("bench 1").is_continue());
    let lines: Vec<String> = answers.try_iter().collect();
    let numbers = lines.iter().find_map(|line| line.strip_suffix(" nps")?.rsplit_once(" nodes "));
    let (nodes, speed) = numbers.expect("a speed");
    let nodes = nodes.rsplit('\n').next().expect("a line");
    // Each of the 40 positions takes a second or more by this clock.
    let [nodes, speed] = [nodes, speed].map(|number| number.parse::<u64>().expect("a number"));
    assert!(speed <= nodes / 40, "{lines:?}");
}

#[test]
fn bench_uses_the_evaluation_of_the_session() {
    let lines = answers(&["setoption name Evaluation value classic", "bench 6"]);
    assert!(lines.iter().any(|line| line.starts_with("Nodes searched: 76002\n")), "{lines:?}");
}
