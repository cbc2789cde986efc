//! Engines that speak the protocol of xboard.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use reynard::{CastlingNotation, Game};
use reynard_arena::{Cause, GameRecord, PgnPlayer, Tournament, write_pgn};
use reynard_host::{EngineError, EngineProcess, MatchLimits, Timeouts};
use reynard_play::OpeningSuite;
use reynard_uci::{Go, PositionCommand, UciScore as Score};

use crate::fake::engine;
use crate::{LONG, SOON, TIMEOUTS, limits, loses, pair, play, tournament};

#[test]
fn an_xboard_engine_plays_to_the_end() {
    for name in ["xboard_sound", "xboard_san", "xboard_once"] {
        plays_to_the_end(name);
    }
}

fn plays_to_the_end(name: &str) {
    let records = pair(name, "sound", limits("60+1"));
    assert_eq!(records.len(), 2);
    for record in &records {
        assert!(!record.cause.is_forfeit(), "{name}: {record:?}");
        assert!(record.moves.len() > 10, "{name}: {record:?}");
        assert_eq!(record.overhead.moves, record.moves.len() as u64 - 1);
    }
}

/// Each is given two seconds by the protocol, here all at once.
#[test]
fn engines_without_features_are_waited_for() {
    thread::scope(|scope| {
        scope.spawn(|| plays_to_the_end("xboard_plain"));
        scope.spawn(|| assert_eq!(cannot(&from_position("xboard_plain")), "start positions"));
        let timeouts = Timeouts { start: Duration::from_millis(2500), ..TIMEOUTS };
        let started = Instant::now();
        let error = EngineProcess::start(&engine("xboard_unfinished"), timeouts);
        let error = error.expect_err("its greeting never ends");
        assert!(matches!(error, EngineError::Silent { awaited: "feature done=1", .. }), "{error}");
        assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    });
}

#[test]
fn scores_and_depths_are_recorded() {
    let mut tournament = tournament("xboard_sound", "xboard_sound", limits("2/60"));
    tournament.settings.adjudication.max_moves = Some(5);
    let records = play(&tournament);
    assert!(records.iter().all(|record| record.cause == Cause::MoveLimit), "{records:?}");
    let entry = &records[0].moves[3];
    assert_eq!((entry.cp, entry.depth, entry.nodes), (Some(-42), Some(7), Some(3456)));
}

#[test]
fn start_positions_are_set_up() {
    let records = play(&from_position("xboard_sound"));
    assert!(records.iter().all(|record| record.cause == Cause::MoveLimit), "{records:?}");
}

fn from_position(name: &str) -> Tournament {
    let mut tournament = tournament(name, "sound", limits("60"));
    tournament.openings = OpeningSuite::from_epd("4k3/8/8/8/8/8/4P3/4K3 b - - 3 9").expect("one");
    tournament.settings.adjudication.max_moves = Some(4);
    tournament
}

#[test]
fn unsupported_settings_are_refused_before_the_games() {
    let nodes = MatchLimits { nodes: Some(100), ..MatchLimits::default() };
    assert_eq!(cannot(&tournament("xboard_sound", "sound", nodes)), "a node limit");
    let mut chess960 = tournament("xboard_sound", "sound", limits("60"));
    chess960.settings.castling = CastlingNotation::Chess960;
    assert_eq!(cannot(&chess960), "Chess960");
}

fn cannot(tournament: &Tournament) -> &'static str {
    let error = tournament
        .run(&|_| true, &|| false, |_| ControlFlow::<()>::Continue(()))
        .expect_err("it cannot");
    match error.error {
        EngineError::Unsupported(what) => what,
        other => panic!("{other}"),
    }
}

#[test]
fn resigning_loses() {
    for name in ["xboard_resigning", "xboard_losing"] {
        let records = loses(name, limits("60"), Cause::Resignation);
        assert_eq!(records[0].detail.as_deref(), Some("white resigns"));
        assert_eq!((records[0].moves.len(), records[1].moves.len()), (4, 5), "{name}");
        // By the PGN standard an adjudication is the decision of a third party.
        for (detail, termination) in [(records[0].detail.clone(), "normal"), (None, "adjudication")]
        {
            let mut pgn = Vec::new();
            let players = ["A", "B"].map(|name| PgnPlayer { name, limits: limits("60") });
            let record = GameRecord { detail, ..records[0].clone() };
            write_pgn(&mut pgn, &record, "Test", "2026.01.02", players).expect("memory");
            let tag = format!("[Termination \"{termination}\"]");
            assert!(String::from_utf8(pgn).expect("text").contains(&tag), "{name}: {tag}");
        }
    }
}

#[test]
fn forfeits_have_the_right_cause() {
    let movetime = MatchLimits { movetime: Some(50), ..MatchLimits::default() };
    thread::scope(|scope| {
        scope.spawn(|| loses("xboard_thinking", limits("0.1"), Cause::TimeForfeit));
        scope.spawn(|| loses("xboard_slow", movetime, Cause::TimeForfeit));
        loses("xboard_crashing", limits("60"), Cause::Disconnect);
        let records = loses("xboard_refusing", limits("60"), Cause::IllegalMove);
        let detail = records[0].detail.as_deref().expect("what it said");
        assert!(detail.starts_with("white has rejected its input: Illegal move: "), "{detail}");
    });
}

/// The protocol has whole seconds: after a fraction the engine is sent `?`.
#[test]
fn a_time_per_move_is_enforced() {
    let movetime = MatchLimits { movetime: Some(200), ..MatchLimits::default() };
    let mut tournament = tournament("xboard_thinking", "sound", movetime);
    tournament.settings.adjudication.max_moves = Some(2);
    // On a busy machine the answer to `?` may take longer than the rest of the time.
    tournament.settings.time_margin = LONG;
    tournament.settings.timeouts.margin = LONG;
    let records = play(&tournament);
    assert!(records.iter().all(|record| record.cause == Cause::MoveLimit), "{records:?}");
    let time = Duration::from_micros(records[0].moves[0].time.expect("a move of the engine"));
    assert!(time >= Duration::from_millis(140), "{time:?}");
}

#[test]
fn the_watcher_is_called_while_the_engine_is_silent() {
    let mut engine = EngineProcess::start(&engine("xboard_slow"), TIMEOUTS).expect("it greets");
    let (position, go) = (PositionCommand::from(&Game::new()), Go::default());
    let mut calls = 0;
    let mut watch = |info: Option<&reynard_uci::Info<'_>>| {
        calls += u32::from(info.is_none());
        ControlFlow::Continue(())
    };
    engine.search_until(&position, &go, None, &mut watch).expect("a move");
    assert!(calls > 0, "it needs 300 ms");
}

#[test]
fn any_position_can_be_searched() {
    let spec = engine("xboard_sound").option("hash", "4").option("contempt factor", "5");
    let spec = spec.option("Threads", "2");
    let mut engine = EngineProcess::start(&spec, TIMEOUTS).expect("it speaks the protocol");
    assert_eq!((engine.name(), engine.options().len()), ("Old Fake 1.0", 0));
    assert_eq!(engine.unknown_options(&spec), ["Threads"]);
    let mut game = Game::new();
    let go = Go { depth: Some(3), ..Go::default() };
    // One position after the other, forward, from elsewhere, and back again.
    for moves in [&[][..], &["e2e4"], &["e2e4", "e7e5", "g1f3"], &["d2d4"], &[]] {
        game = Game::from_position(game.root().clone());
        for text in moves {
            game.play(game.position().parse_uci(text).expect("legal")).expect("legal");
        }
        let position = PositionCommand::of_game(&game, CastlingNotation::Standard);
        let answer = engine.search(&position, &go, None, &mut |_| {}).expect("a move");
        let best = answer.reply.best().expect("a move");
        assert!(best.to_move(game.position()).is_ok(), "{best} after {moves:?}");
        assert_eq!(answer.info.score, Some(Score::Centipawns(-42)));
    }
}
