//! Thinking on the opponent's time, and processors.

use reynard_arena::{Cause, GameRecord, MoveRecord, Pondering};
use reynard_host::{EngineProcess, Launch, Processors};

use super::fake::engine;
use super::{TIMEOUTS, limits, play, tournament};

/// Depths and scores of the first player's moves in its game with White, of six moves a side.
fn moves(first: &str, pondering: Pondering) -> (Vec<MoveRecord>, GameRecord) {
    let mut tournament = tournament(first, "sound", limits("60+5"));
    tournament.settings.adjudication.max_moves = Some(6);
    tournament.settings.pondering = pondering;
    let record = play(&tournament).swap_remove(0);
    assert_eq!(record.cause, Cause::MoveLimit, "{record:?}");
    (record.moves.iter().step_by(2).cloned().collect(), record)
}

fn depths(moves: &[MoveRecord]) -> Vec<Option<u32>> {
    moves.iter().map(|entry| entry.depth).collect()
}

#[test]
fn an_engine_ponders_and_answers_a_ponderhit() {
    let (moves, _) = moves("prophet", Pondering::On);
    let mut expected = vec![Some(42); moves.len()];
    expected[0] = Some(7);
    assert_eq!(depths(&moves), expected);
    // The clock of `go ponder` has the increment of the move before, and a hit costs next to
    // nothing.
    assert_eq!(moves[0].cp, Some(60_000));
    assert!(moves[1].cp.is_some_and(|left| (62_000..=65_000).contains(&left)), "{moves:?}");
    assert!(moves[2].cp > moves[1].cp, "{moves:?}");
}

#[test]
fn an_engine_that_ponders_on_the_wrong_move_is_stopped_and_searches_anew() {
    let (moves, _) = moves("mistaken", Pondering::On);
    assert_eq!(depths(&moves), vec![Some(7); moves.len()]);
}

#[test]
fn an_illegal_ponder_move_is_not_sent() {
    let (moves, _) = moves("dreaming", Pondering::On);
    assert_eq!(depths(&moves), vec![Some(7); moves.len()]);
}

#[test]
fn without_pondering_the_expected_move_is_ignored() {
    let (moves, _) = moves("prophet", Pondering::Off);
    assert_eq!(depths(&moves), vec![Some(7); moves.len()]);
}

#[test]
fn both_engines_can_ponder_at_a_time() {
    let mut tournament = tournament("prophet", "mistaken", limits("60+5"));
    tournament.settings.adjudication.max_moves = Some(5);
    tournament.settings.pondering = Pondering::On;
    let records = play(&tournament);
    assert!(records.iter().all(|record| record.cause == Cause::MoveLimit), "{records:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_runs_on_the_processors_that_it_is_given() {
    let all = Processors::available().expect("Linux tells them");
    let parts = all.split(all.numbers().len()).expect("one each");
    let last = parts.last().expect("at least one");
    let launch = Launch { processors: Some(last), ..Launch::default() };
    let engine = EngineProcess::launch(&engine("sound"), TIMEOUTS, launch).expect("it speaks UCI");
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.process_id()));
    let status = status.expect("it runs");
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    assert_eq!(allowed.map(str::trim), Some(&*last.numbers()[0].to_string()));
    assert_eq!(Processors::available().ok().as_ref(), Some(&all), "this thread is free again");
}
