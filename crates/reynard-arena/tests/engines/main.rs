//! Engines as processes: what they do wrong is a loss for the right reason, and nothing hangs.

mod fake;
mod ponder;
mod xboard;
mod xboard_fake;

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use reynard::{CastlingNotation, Color, Game, GameResult, Position};
use reynard_arena::{
    Cause, GameRecord, MatchEvent, MatchFormat, MatchPlayer, MatchSettings, PgnPlayer, Results,
    Schedule, Tournament, write_pgn,
};
use reynard_host::{EngineError, EngineProcess, EngineSpec, MatchLimits, Timeouts};
use reynard_play::{OpeningLine, OpeningSuite};
use reynard_uci::{Go, PositionCommand, UciScore as Score};

use fake::engine;

/// Timeouts of events that always come are longer than a busy machine takes. Those that tests run
/// into are short: the move before the engine is stopped, and the end after `quit`.
pub(crate) const TIMEOUTS: Timeouts = Timeouts {
    greeting: LONG,
    start: LONG,
    margin: Duration::from_millis(700),
    think: LONG,
    stop: LONG,
    quit: Duration::from_millis(200),
};

/// For engines that never answer.
const HASTY: Timeouts =
    Timeouts { think: Duration::from_millis(1500), stop: Duration::from_millis(200), ..TIMEOUTS };

/// Longer than any answer takes.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A time within which a timeout is over, and one of [`LONG`] is not.
pub(crate) const SOON: Duration = Duration::from_secs(30);

#[test]
fn a_sound_engine_plays_to_the_end() {
    let records = pair("sound", "sound", limits("10+0.1"));
    for record in &records {
        assert!(!record.cause.is_forfeit(), "{record:?}");
        assert!(record.moves.len() > 10 && record.moves.iter().all(|entry| entry.time.is_some()));
        assert_eq!(record.overhead.moves, record.moves.len() as u64 - 1);
    }
}

#[test]
fn a_late_move_loses_on_time() {
    let movetime = MatchLimits { movetime: Some(50), ..MatchLimits::default() };
    thread::scope(|scope| {
        scope.spawn(|| loses("late", limits("0.2"), Cause::TimeForfeit));
        scope.spawn(|| loses("slow", movetime, Cause::TimeForfeit));
    });
}

#[test]
fn a_slow_move_within_the_time_is_fine() {
    let mut tournament = tournament("slow", "sound", limits("60"));
    tournament.settings.adjudication.max_moves = Some(2);
    tournament.concurrency = 2;
    let records = play(&tournament);
    assert!(records.iter().all(|record| record.cause == Cause::MoveLimit), "{records:?}");
}

#[test]
fn no_answer_is_a_stall() {
    let depth = MatchLimits { depth: Some(1), ..MatchLimits::default() };
    thread::scope(|scope| {
        for (name, limits) in
            [("silent", limits("0.1")), ("silent", depth), ("flooding", limits("0.1"))]
        {
            scope.spawn(move || {
                let mut tournament = tournament(name, "sound", limits);
                tournament.settings.timeouts = HASTY;
                loses_all(name, tournament, Cause::Stall)
            });
        }
    });
}

/// Its lines can be read long after the time is over.
#[test]
fn a_count_of_an_engine_that_floods_ends_in_time() {
    let timeouts = Timeouts { think: Duration::from_millis(300), ..HASTY };
    let mut engine = EngineProcess::start(&engine("flooding"), timeouts).expect("it greets");
    let started = Instant::now();
    let error = engine.perft(&PositionCommand::from(&Game::new()), 3).expect_err("no total");
    assert!(matches!(error, EngineError::Silent { awaited: "Nodes searched", .. }), "{error}");
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[test]
fn a_limit_may_be_as_long_as_one_likes() {
    let endless = Timeouts { think: Duration::MAX, margin: Duration::MAX, ..TIMEOUTS };
    for name in ["sound", "xboard_sound"] {
        let mut engine = EngineProcess::start(&engine(name), endless).expect("it greets");
        let (position, go) = (PositionCommand::from(&Game::new()), Go::default());
        for limit in [None, Some(Duration::MAX)] {
            let answer = engine.search(&position, &go, limit, &mut |_| {}).expect("a move");
            assert!(answer.reply.best().is_some(), "{name}");
        }
    }
}

#[test]
fn a_crash_is_a_disconnect() {
    let records = loses("crashing", limits("10"), Cause::Disconnect);
    let detail = records[0].detail.as_deref().expect("how it died");
    assert!(detail.starts_with("white has ended: exit") && detail.contains('3'), "{detail}");
}

#[test]
fn illegal_and_missing_moves_lose() {
    let records = loses("illegal", limits("10"), Cause::IllegalMove);
    assert_eq!(records[0].moves.len(), 2, "the second move of White");
    assert!(records[0].detail.as_deref().is_some_and(|detail| detail.starts_with("a1h8: ")));
    let records = loses("resigned", limits("10"), Cause::IllegalMove);
    assert_eq!(records[0].detail.as_deref(), Some("no move"));
}

#[test]
fn unknown_output_is_skipped() {
    let mut tournament = tournament("chattering", "sound", limits("60"));
    tournament.settings.adjudication.max_moves = Some(3);
    let records = play(&tournament);
    assert!(records.iter().all(|record| record.cause == Cause::MoveLimit), "{records:?}");
    assert_eq!(records[0].moves[0].cp, Some(13));
}

#[test]
fn an_engine_without_uciok_is_an_error() {
    let timeouts = Timeouts { start: Duration::from_millis(300), ..TIMEOUTS };
    let started = Instant::now();
    let error = EngineProcess::start(&engine("mute"), timeouts).expect_err("it never answers");
    assert!(matches!(error, EngineError::Silent { awaited: "uciok", .. }), "{error}");
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    let missing = EngineSpec::new("/no/such/engine");
    let error = EngineProcess::start(&missing, timeouts).expect_err("there is no such program");
    assert!(error.to_string().starts_with("cannot be started: "), "{error}");
}

/// It would play with another value. What it says later is not about the options of its
/// specification.
#[test]
fn an_option_that_the_engine_rejects_is_an_error() {
    let spec = engine("complaining");
    let refused = EngineProcess::start(&spec.clone().option("EvalFile", "nothere"), TIMEOUTS);
    let error = refused.expect_err("there is no such file");
    let text = "has rejected an option: `info string ERROR: no such file`";
    assert_eq!(error.to_string(), text, "{error:?}");
    let mut engine = EngineProcess::start(&spec, TIMEOUTS).expect("no option is set");
    engine.new_game().expect("it is ready");
    engine.set_option("EvalFile", "nothere").expect("it reads");
    engine.ready().expect("it is ready");
}

#[test]
fn a_missing_working_directory_is_named() {
    let spec = EngineSpec { directory: Some("/no/such/folder".into()), ..engine("sound") };
    let error = EngineProcess::start(&spec, TIMEOUTS).expect_err("there is no such folder");
    assert_eq!(
        error.to_string(),
        "cannot be started in `/no/such/folder`: there is no such folder"
    );
}

#[test]
fn an_engine_that_does_not_read_does_not_block() {
    let mut deaf = EngineProcess::start(&engine("deaf"), HASTY).expect("it greets");
    let started = Instant::now();
    let long = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
    let long = PositionCommand { moves: vec!["e2e4".parse().expect("a move"); 100_000], ..long };
    let go = Go { depth: Some(1), ..Go::default() };
    for _ in 0..3 {
        assert!(deaf.search(&long, &go, Some(Duration::ZERO), &mut |_| {}).is_err());
    }
    drop(deaf);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[test]
fn a_stubborn_engine_is_killed() {
    let stubborn = EngineProcess::start(&engine("stubborn"), TIMEOUTS).expect("it speaks UCI");
    let id = stubborn.process_id();
    let started = Instant::now();
    stubborn.quit();
    assert!(started.elapsed() >= TIMEOUTS.quit, "it was given its time");
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    gone(id);
    let sound = EngineProcess::start(&engine("sound"), TIMEOUTS).expect("it speaks UCI");
    let id = sound.process_id();
    drop(sound);
    gone(id);
}

fn gone(id: u32) {
    if cfg!(target_os = "linux") {
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists(), "process {id} is left");
    }
}

#[test]
fn a_position_can_be_searched() {
    let spec = engine("chattering").option("Hash", "4").option("Threads", "2");
    let mut engine = EngineProcess::start(&spec, TIMEOUTS).expect("it speaks UCI");
    assert_eq!(engine.name(), "Fake");
    assert_eq!(engine.unknown_options(&spec), ["Threads"]);
    let position = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
    let mut unknown = Vec::new();
    let answer = engine
        .search(&position, &Go::default(), Some(Duration::from_secs(10)), &mut |info| {
            unknown.extend(info.unknown.iter().map(ToString::to_string));
        })
        .expect("a move");
    assert!(answer.reply.best().is_some() && answer.elapsed > Duration::ZERO);
    assert_eq!(answer.info.score, Some(Score::Centipawns(13)));
    assert_eq!(answer.info.depth, Some(7));
    assert_eq!(unknown, ["e9e9", "heat", "3"]);
}

/// The move arrives in time, but is read after the engine was sent `stop`.
#[test]
fn a_move_that_is_read_late_counts() {
    let timeouts =
        Timeouts { margin: Duration::from_millis(100), stop: Duration::from_secs(20), ..TIMEOUTS };
    let mut engine = EngineProcess::start(&engine("echoing"), timeouts).expect("it speaks UCI");
    let position = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
    let mut infos = 0;
    let answer = engine.search(&position, &Go::default(), Some(Duration::ZERO), &mut |_| {
        infos += 1;
        thread::sleep(timeouts.margin + Duration::from_millis(1_200));
    });
    let answer = answer.expect("the move that it has made");
    assert!(answer.reply.best().is_some(), "{answer:?}");
    assert_eq!(infos, 1);
    // It can be asked again.
    assert!(engine.search(&position, &Go::default(), None, &mut |_| {}).is_ok());
}

#[test]
fn games_do_not_depend_on_concurrency() {
    let mut tournament =
        tournament("sound", "sound", MatchLimits { nodes: Some(1), ..MatchLimits::default() });
    tournament.schedule.rounds = 2;
    let one = play(&tournament);
    tournament.concurrency = 3;
    let three = play(&tournament);
    let moves = |records: &[GameRecord]| -> Vec<Vec<String>> {
        let texts =
            |record: &GameRecord| record.moves.iter().map(|entry| entry.text.clone()).collect();
        records.iter().map(texts).collect()
    };
    assert_eq!(moves(&one), moves(&three));
    assert_eq!(one.len(), 4);
}

#[test]
fn a_tournament_can_be_stopped_and_resumed() {
    let mut tournament = tournament("sound", "sound", limits("10"));
    tournament.schedule.rounds = 4;
    tournament.settings.adjudication.max_moves = Some(4);
    let mut seen = Vec::new();
    let end = tournament
        .run(&|number| number >= 2, &|| false, |report| {
            if let MatchEvent::Game(record) = report {
                seen.push(record.number);
            }
            if seen.len() == 3 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
        })
        .expect("both engines start");
    assert_eq!((seen.as_slice(), end), (&[2, 3, 4][..], ControlFlow::Break("enough")));
}

#[test]
fn all_stages_of_a_tournament_are_played() {
    let depth = MatchLimits { depth: Some(1), ..MatchLimits::default() };
    for (format, games) in [
        (MatchFormat::Swiss { stages: 2 }, 2 + 2),
        // Both meetings, of two and of two with four more pairs, are drawn.
        (MatchFormat::Knockout, 2 * (2 + 4 * 2)),
    ] {
        let mut tournament = tournament("sound", "sound", depth);
        tournament.players.push(tournament.players[0].clone());
        tournament.schedule = Schedule { players: 3, format, rounds: 1 };
        tournament.settings.adjudication.max_moves = Some(1);
        let records = play(&tournament);
        assert!(records.iter().map(|record| record.number).eq(0..games), "{format:?}");
        // Those that have a result are not played again.
        let results: Results =
            records[..3].iter().map(|record| (record.number, record.white_half_points())).collect();
        let mut rest = Vec::new();
        let end = tournament.resume(results, None, &|| false, |event| {
            if let MatchEvent::Game(record) = event {
                rest.push(record.number);
            }
            ControlFlow::<()>::Continue(())
        });
        rest.sort_unstable();
        assert!(end.is_ok() && rest.into_iter().eq(3..games), "{format:?}");
    }
}

/// From an opening with moves, in Chess960, to a file.
#[test]
fn a_chess960_game_is_written_as_pgn() {
    let start: Position = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1"
        .parse()
        .expect("a start of Chess960");
    let opening = OpeningLine::new(&start, [start.parse_uci("f1g1").expect("castling is legal")]);
    let mut tournament = tournament("sound", "sound", limits("10"));
    tournament.openings = OpeningSuite::new(vec![opening.expect("legal")]).expect("one");
    tournament.settings.castling = CastlingNotation::Chess960;
    tournament.settings.adjudication.max_moves = Some(1);
    let records = play(&tournament);
    assert_eq!(records[0].moves[0].text, "f1g1");
    assert_eq!(records[0].moves[0].time, None);
    let mut pgn = Vec::new();
    let players = ["A", "B"].map(|name| PgnPlayer { name, limits: limits("10+0.1") });
    write_pgn(&mut pgn, &records[0], "a \"test\"", "2026.01.02", players).expect("memory");
    let pgn = String::from_utf8(pgn).expect("text");
    for part in [
        "[Event \"a \\\"test\\\"\"]\n",
        "[Round \"1.1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n",
        "[Variant \"Chess960\"]\n",
        "[Termination \"adjudication\"]\n\n1. O-O ",
        "s} 2. ",
        "{move-limit} 1/2-1/2\n\n",
    ] {
        assert!(pgn.contains(part), "{part} in {pgn}");
    }
    assert!(pgn.lines().all(|line| line.chars().count() < 80), "{pgn}");
}

#[test]
fn tablebases_adjudicate_games() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../reynard-syzygy/tests/tables");
    let mut tables = reynard_syzygy::Tablebase::new();
    tables.add_directory(folder).expect("a readable folder");
    let tables = std::sync::Arc::new(tables);
    for (start, result) in [
        ("8/8/8/4k3/8/8/8/3QK3 w - - 0 1", GameResult::WhiteWins),
        // Nobody drives a king out of this corner.
        ("k7/8/8/8/8/8/P7/7K w - - 0 1", GameResult::Draw),
        // The win is there, but the fifty moves are over before the mate.
        ("8/8/8/4k3/8/8/8/3QK3 w - - 97 80", GameResult::Draw),
    ] {
        let mut tournament = tournament("sound", "sound", limits("60"));
        tournament.openings = OpeningSuite::from_epd(start).expect("one");
        tournament.tablebases = Some(std::sync::Arc::clone(&tables));
        for record in play(&tournament) {
            assert_eq!((record.cause, record.moves.len()), (Cause::Tablebases, 1), "{start}");
            assert_eq!(record.result, result, "{start}: {record:?}");
        }
    }
}

/// Every engine is sent its own limits, and both clocks.
#[test]
fn each_player_has_its_own_limits() {
    let sent = |limits: MatchLimits| {
        let mut tournament = tournament("echoing", "echoing", limits);
        tournament.settings.adjudication.max_moves = Some(2);
        // On a busy machine an answer may take longer than the shortest of these times.
        tournament.settings.time_margin = LONG;
        let records = play(&tournament);
        assert!(records.iter().all(|record| record.cause == Cause::MoveLimit), "{records:?}");
        let entry = |index: usize| {
            let entry = &records[0].moves[index];
            (entry.cp, entry.nodes, entry.depth)
        };
        [entry(0), entry(1)]
    };
    let none = MatchLimits::default();
    // The second one always has a minute on its clock and sees what the first one has.
    let other = (Some(60_000), Some(0), Some(0));
    let nodes = sent(MatchLimits { nodes: Some(123), ..none });
    assert_eq!(nodes, [(Some(0), Some(123), Some(0)), other]);
    assert_eq!(sent(MatchLimits { depth: Some(9), ..none }), [(Some(0), Some(0), Some(9)), other]);
    assert_eq!(sent(MatchLimits { movetime: Some(250), ..none })[0], (Some(250), Some(0), Some(0)));
    // Odds of time.
    assert_eq!(sent(limits("40/20+0.5")), [(Some(20_000), Some(40), Some(500)), other]);
}

pub(crate) fn limits(clock: &str) -> MatchLimits {
    MatchLimits { clock: Some(clock.parse().expect("a time control")), ..MatchLimits::default() }
}

pub(crate) fn tournament(first: &str, second: &str, limits: MatchLimits) -> Tournament {
    Tournament {
        schedule: Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 1 },
        players: vec![
            MatchPlayer { engine: engine(first), limits },
            // The other one is never to blame.
            MatchPlayer { engine: engine(second), limits: self::limits("60") },
        ],
        openings: OpeningSuite::standard(),
        settings: MatchSettings { timeouts: TIMEOUTS, ..MatchSettings::default() },
        tablebases: None,
        concurrency: 1,
        processors: Vec::new(),
    }
}

pub(crate) fn play(tournament: &Tournament) -> Vec<GameRecord> {
    let mut records = Vec::new();
    let end = tournament
        .run(&|_| true, &|| false, |report| {
            if let MatchEvent::Game(record) = report {
                records.push(record);
            }
            ControlFlow::<()>::Continue(())
        })
        .expect("both engines start");
    assert!(end.is_continue());
    records.sort_by_key(|record| record.number);
    records
}

pub(crate) fn pair(first: &str, second: &str, limits: MatchLimits) -> Vec<GameRecord> {
    play(&tournament(first, second, limits))
}

/// The first player loses both games for this reason, whatever its color. They are played at a
/// time, since most of their time is waiting.
pub(crate) fn loses(name: &str, limits: MatchLimits, cause: Cause) -> Vec<GameRecord> {
    loses_all(name, tournament(name, "sound", limits), cause)
}

fn loses_all(name: &str, tournament: Tournament, cause: Cause) -> Vec<GameRecord> {
    let records = play(&Tournament { concurrency: 2, ..tournament });
    assert_eq!(records.len(), 2);
    for (record, color) in records.iter().zip([Color::White, Color::Black]) {
        let loss =
            if color == Color::White { GameResult::BlackWins } else { GameResult::WhiteWins };
        assert_eq!((record.cause, record.result), (cause, loss), "{name} as {color}: {record:?}");
    }
    records
}
