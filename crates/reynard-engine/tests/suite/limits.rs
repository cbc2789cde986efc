//! What ends a search, and what it says then.

use reynard::{Game, Position};
use reynard_engine::{Bound, Control, Engine, SearchEvent, SearchKind, SearchLimits, SearchReport};

fn game(fen: &str) -> Game {
    Game::from(fen.parse::<Position>().expect("a position"))
}

/// A search by a new engine, with the first move of the line that was told last.
fn search(game: &Game, limits: &SearchLimits) -> (SearchReport, Option<reynard::Move>) {
    let mut told = None;
    let mut engine = Engine::new(1).expect("a small table");
    let report = engine.search(game, limits, &Control::new(), &mut |event| {
        told = event.line().map_or(told, |line| line.moves.first().copied());
    });
    (report, told)
}

/// The mate is found late, and by then each iteration takes thousands of nodes, so that some of
/// these limits come between two windows.
const LATE: &str = "3qrrnk/ppnbbppp/2p5/2PpBP2/1P1P3R/P2B2N1/6PP/R2Q2K1 w - - 0 1";

#[test]
fn a_move_that_was_too_good_for_the_window_is_played_if_the_search_ends_in_the_next_one() {
    let game = game(LATE);
    let bounds = (1..60).map(|step| {
        let limits = SearchLimits { nodes: Some(step * 500), ..SearchLimits::default() };
        search(&game, &limits).0.lines[0].bound
    });
    assert!(bounds.into_iter().any(|bound| bound == Bound::Lower));
}

#[test]
fn the_move_to_play_was_told() {
    let game = game(LATE);
    for step in 1..60 {
        let limits = SearchLimits { nodes: Some(step * 500), ..SearchLimits::default() };
        let (report, told) = search(&game, &limits);
        assert_eq!(report.best, told, "{limits:?}");
    }
}

#[test]
fn a_mate_in_however_many_moves_ends_the_search() {
    let mate_in_one = game("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    for moves in [1, 2, 1 << 30, u32::MAX] {
        let limits = SearchLimits { mate: Some(moves), depth: Some(40), ..SearchLimits::default() };
        let (report, _) = search(&mate_in_one, &limits);
        assert!(report.lines[0].depth < 5, "mate in {moves}: depth {}", report.lines[0].depth);
    }
}

#[test]
fn minimax_looks_at_the_moves_that_it_may() {
    let game = Game::new();
    let mv = game.position().parse_uci("h2h4").expect("a move");
    let mut engine = Engine::new(1).expect("a small table");
    engine.settings.search = SearchKind::Minimax;
    let limits = SearchLimits { depth: Some(2), moves: vec![mv], ..SearchLimits::default() };
    let report = engine.search(&game, &limits, &Control::new(), &mut |_| {});
    assert_eq!(report.best, Some(mv));
}

#[test]
fn minimax_goes_no_deeper_than_a_search_can() {
    // Nothing can be taken or moved for long, so that every depth is there at once.
    let dead = game("8/8/8/1k6/8/8/8/1K6 w - - 99 80");
    let mut engine = Engine::new(1).expect("a small table");
    engine.settings.search = SearchKind::Minimax;
    let limits = SearchLimits { depth: Some(u32::MAX), ..SearchLimits::default() };
    let mut lines = 0;
    engine.search(&dead, &limits, &Control::new(), &mut |event| {
        lines += usize::from(matches!(event, SearchEvent::Line(_)));
    });
    assert!(lines <= reynard_engine::MAX_PLY, "{lines}");
}

#[test]
fn the_last_line_has_the_nodes_of_the_whole_search() {
    for nodes in [700, 1_000, 5_000, 12_345] {
        let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
        let mut last = 0;
        let mut engine = Engine::new(1).expect("a small table");
        let report = engine.search(&Game::new(), &limits, &Control::new(), &mut |event| {
            last = event.line().map_or(last, |line| line.nodes);
        });
        assert_eq!(last, report.nodes, "limit {nodes}");
    }
}

#[test]
fn lines_of_exact_mate_scores_end_in_mate() {
    let mut mates = 0;
    for fen in [
        "8/5N2/4pN1p/n3Pp2/1p3k1B/1p5R/qp3p2/2n2K2 w - - 0 1",
        "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
        "r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - - 0 1",
        "3q1r1k/2p4p/1p1pBrp1/p2Pp3/2PnP3/5PP1/PP1Q2K1/5R1R w - - 1 1",
        "4k3/8/8/8/8/8/1R6/R3K3 w - - 0 1",
    ] {
        let game = game(fen);
        let limits = SearchLimits { nodes: Some(60_000), ..SearchLimits::default() };
        let mut engine = Engine::new(4).expect("a small table");
        engine.search(&game, &limits, &Control::new(), &mut |event| {
            let Some(line) = event.line().filter(|line| line.bound == Bound::Exact) else { return };
            let reynard_engine::Score::Mate(moves) = line.score else { return };
            let mut pos = game.position().clone();
            for &mv in &line.moves {
                pos = pos.after(mv).expect("a legal move");
            }
            assert!(pos.is_checkmate(), "mate in {moves} of {fen}: {:?}", line.moves);
            mates += 1;
        });
    }
    assert!(mates > 5, "{mates} mates were found");
}
