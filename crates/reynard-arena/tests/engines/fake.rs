//! Engines that misbehave, each in a way of its own.
//!
//! They are ignored tests of this very binary, which the other tests start as processes: that needs
//! no program beside the tests and works on every system. What the test harness prints around them
//! is noise that a client must tolerate anyway.

#![expect(clippy::exit, reason = "an engine that dies is what is played here")]

use std::io::{self, BufRead, Write};
use std::process;
use std::thread;
use std::time::Duration;

use reynard::{CastlingNotation, Game, UciMove};
use reynard_host::{EngineProtocol, EngineSpec};
use reynard_uci::{Command, Go};

/// An engine of this binary by the name of its test.
pub(crate) fn engine(name: &str) -> EngineSpec {
    // Those that speak the protocol of xboard are a file of their own.
    let (module, protocol) = match name.strip_prefix("xboard_") {
        Some(_) => ("xboard_fake", EngineProtocol::Xboard),
        None => ("fake", EngineProtocol::Uci),
    };
    let program = std::env::current_exe().expect("the path of this binary");
    let test = format!("{module}::{name}");
    EngineSpec {
        name: Some(name.to_owned()),
        protocol,
        arguments: ["--exact", &test, "--ignored", "--nocapture", "-q"].map(str::to_owned).to_vec(),
        ..EngineSpec::new(program)
    }
}

/// Declares engines by their reply to a search; `u32` is the number of the search.
macro_rules! engines {
    ($($(#[$doc:meta])* $name:ident: $answer:expr;)*) => {
        $(
            $(#[$doc])*
            #[test]
            #[ignore = "an engine, started by other tests"]
            fn $name() {
                serve(&$answer);
            }
        )*
    };
}

engines! {
    /// Plays some legal move at once.
    sound: |game: &Game, _: &Go, _: u32| say(&format!("bestmove {}", some_move(game)));
    /// Needs 300 ms for a move.
    slow: |game: &Game, _: &Go, _: u32| {
        thread::sleep(Duration::from_millis(300));
        say(&format!("bestmove {}", some_move(game)));
    };
    /// Needs more than its clock has, but answers then.
    late: |game: &Game, go: &Go, _: u32| {
        let left = go.time(game.turn()).unwrap_or_default();
        thread::sleep(left + Duration::from_millis(100));
        say(&format!("bestmove {}", some_move(game)));
    };
    /// Never makes a move.
    silent: |_: &Game, _: &Go, _: u32| {};
    /// Dies in its third search.
    crashing: |game: &Game, _: &Go, search: u32| {
        if search == 3 {
            process::exit(3);
        }
        say(&format!("bestmove {}", some_move(game)));
    };
    /// Makes an illegal move in its second search.
    illegal: |game: &Game, _: &Go, search: u32| {
        let m = if search == 2 { "a1h8".to_owned() } else { some_move(game).to_string() };
        say(&format!("bestmove {m}"));
    };
    /// Says that there is no move.
    resigned: |_: &Game, _: &Go, _: u32| say("bestmove (none)");
    /// Echoes `go` in its `info`: its time or that of the move in milliseconds as its score, its nodes or the moves to go as its nodes, its depth or the increment as its depth.
    echoing: |game: &Game, go: &Go, _: u32| {
        let ms = |time: Option<Duration>| time.map_or(0, |time| time.as_millis());
        let turn = game.turn();
        let time = ms(go.time(turn).or(go.movetime));
        let nodes = go.nodes.or(go.movestogo.map(u64::from)).unwrap_or(0);
        let depth = go.depth.map_or(ms(go.increment(turn)), u128::from);
        say(&format!("info depth {depth} nodes {nodes} score cp {time}\nbestmove {}", some_move(game)));
    };
    /// Talks without an end and makes no move.
    flooding: |_: &Game, _: &Go, _: u32| loop {
        say("info depth 1 score cp 0 nodes 1 string flooding");
    };
    /// Talks much, and nonsense, and moves at last.
    chattering: |game: &Game, _: &Go, _: u32| {
        let mut out = io::stdout().lock();
        let _ = out.write_all(b"\xff\xfe\0\n\n\r\rinfo depth\ninfo score cp x pv e9e9\nthe bestmove\n");
        let _ = out.write_all(&vec![b'x'; 3_000_000]);
        let _ = out.write_all(b"\nreadyok\nuciok\noption name\n");
        let _ = writeln!(out, "info depth 7 heat 3 score cp 13 pv {0}\nbestmove {0}", some_move(game));
        let _ = out.flush();
    };
}

/// Guesses each reply of [`some_move`] right.
#[test]
#[ignore = "an engine, started by other tests"]
fn prophet() {
    serve_pondering(|game| Some(some_move(game).to_string()));
}

/// Guesses each reply of [`some_move`] wrong where there is another move.
#[test]
#[ignore = "an engine, started by other tests"]
fn mistaken() {
    serve_pondering(|game| {
        let right = some_move(game);
        let moves = game.position().legal_moves();
        let mut moves = moves.iter().map(|&mv| UciMove::new(mv, CastlingNotation::Standard));
        moves.find(|&mv| mv != right).map(|mv| mv.to_string())
    });
}

/// Expects an impossible move.
#[test]
#[ignore = "an engine, started by other tests"]
fn dreaming() {
    serve_pondering(|_| Some("a1h8".to_owned()));
}

/// Speaks UCI with pondering until `quit`: an answer has depth 7 after `go`, depth 42 after `go
/// ponder` and `ponderhit`, and as its score the milliseconds on the clock that `go` had.
fn serve_pondering(guess: fn(&Game) -> Option<String>) {
    let mut game = Game::new();
    let answer = |game: &Game| {
        let best = some_move(game);
        let mut next = game.clone();
        next.play(best.to_move(game.position()).expect("a legal move")).expect("a legal move");
        let has_reply = !next.position().legal_moves().is_empty();
        match guess(&next).filter(|_| has_reply) {
            Some(reply) => say(&format!("bestmove {best} ponder {reply}")),
            None => say(&format!("bestmove {best}")),
        }
    };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(read) = Command::parse(&line) else { continue };
        match read.value {
            Command::Uci => {
                say("id name Fake\noption name Ponder type check default false\nuciok");
            }
            Command::IsReady => say("readyok"),
            Command::Position(position) => game = position.to_game().expect("a game"),
            Command::Go(go) => {
                let time = go.time(game.turn()).unwrap_or_default().as_millis();
                let depth = if go.ponder { 42 } else { 7 };
                say(&format!("info depth {depth} nodes 1 score cp {time}"));
                if !go.ponder {
                    answer(&game);
                }
            }
            Command::PonderHit | Command::Stop => answer(&game),
            Command::Quit => return,
            _ => {}
        }
    }
}

/// Says nothing at all, and reads nothing.
#[test]
#[ignore = "an engine, started by other tests"]
fn mute() {
    forever();
}

/// Greets, and then neither reads nor ends.
#[test]
#[ignore = "an engine, started by other tests"]
fn deaf() {
    let mut line = String::new();
    let _ = io::stdin().read_line(&mut line);
    say("uciok\nreadyok");
    forever();
}

/// Plays, but ends neither on `quit` nor when its pipes are closed.
#[test]
#[ignore = "an engine, started by other tests"]
fn stubborn() {
    serve(&|game: &Game, _: &Go, _: u32| say(&format!("bestmove {}", some_move(game))));
    forever();
}

fn forever() {
    // Not quite: should something go wrong, nothing is left behind on the machine.
    thread::sleep(Duration::from_secs(60));
}

/// Complains about every option and every game, and is ready all the same.
#[test]
#[ignore = "an engine, started by other tests"]
fn complaining() {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(read) = Command::parse(&line) else { continue };
        match read.value {
            Command::Uci => say("option name EvalFile type string default <empty>\nuciok"),
            Command::SetOption { .. } => say("info string ERROR: no such file"),
            Command::UciNewGame => say("info string error no game"),
            Command::IsReady => say("readyok"),
            Command::Quit => return,
            _ => {}
        }
    }
}

/// Speaks UCI until `quit`.
fn serve(answer: &dyn Fn(&Game, &Go, u32)) {
    let mut game = Game::new();
    let mut search = 0;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(read) = Command::parse(&line) else { continue };
        match read.value {
            Command::Uci => {
                say("id name Fake\noption name Hash type spin default 1 min 1 max 8\n\
                     option name UCI_Chess960 type check default false\nuciok");
            }
            Command::IsReady => say("readyok"),
            Command::UciNewGame => search = 0,
            Command::Position(position) => game = position.to_game().expect("a game"),
            Command::Go(go) => {
                search += 1;
                answer(&game, &go, search);
            }
            Command::Quit => return,
            _ => {}
        }
    }
}

pub(crate) fn say(text: &str) {
    let mut out = io::stdout().lock();
    let done = writeln!(out, "{text}").and_then(|()| out.flush());
    if done.is_err() {
        process::exit(0);
    }
}

/// A legal move that depends on the position alone.
pub(crate) fn some_move(game: &Game) -> UciMove {
    let moves = game.position().legal_moves();
    let at = usize::try_from(game.position().key() % 997).expect("a small number") % moves.len();
    UciMove::new(moves[at], CastlingNotation::Standard)
}
