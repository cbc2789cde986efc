//! Time management, with a clock that the test turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use reynard::Game;
use reynard_engine::{
    Clock, ClockState, Control, Engine, NodeTime, Params, RootMoveEvent, SearchEvent, SearchLimits,
    TimeBounds,
};

/// A clock that goes on by so many microseconds with every look at it.
fn ticking(step: u64) -> Clock {
    let now = Arc::new(AtomicU64::new(0));
    Clock::new(move || Duration::from_micros(now.fetch_add(step, Relaxed)))
}

fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> SearchLimits {
    let clock = ClockState {
        remaining: Duration::from_millis(remaining),
        increment: Duration::from_millis(increment),
        moves_to_go,
    };
    SearchLimits { clock: Some(clock), ..SearchLimits::default() }
}

#[test]
fn never_oversteps_the_clock() {
    for remaining in [20, 50, 100, 200, 500, 1_000, 10_000] {
        for increment in [0, 10, 100] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                let limits = clock(remaining, increment, moves_to_go);
                let mut engine =
                    Engine::new(1).expect("a small table").with_clock(ticking(2 * remaining));
                let report = engine.search(&Game::new(), &limits, &Control::new(), &mut |_| {});
                let left = Duration::from_millis(remaining);
                assert!(report.best.is_some());
                assert!(report.time < left, "{:?} with {limits:?}", report.time);
            }
        }
    }
}

#[test]
fn bounds_lie_within_what_is_left() {
    let overhead = Duration::from_millis(10);
    let cases = (0..3_000).chain([60_000, 3_600_000]);
    // An increment is added when the move has been made, however large it is.
    for (remaining, increment) in
        cases.flat_map(|left| [0, 50, 1_000, 10_000].map(|plus| (left, plus)))
    {
        for moves_to_go in [None, Some(1), Some(30)] {
            let limits = clock(remaining, increment, moves_to_go);
            let bounds = TimeBounds::new(&limits, 0, overhead, &Params::default());
            let (soft, hard) = (bounds.soft.expect("soft"), bounds.hard.expect("hard"));
            assert!(soft <= hard, "{bounds:?} of {remaining}");
            // What the machine loses beside the engine still fits.
            let most = Duration::from_millis(remaining.saturating_sub(10).max(1));
            assert!(hard <= most, "{bounds:?} of {remaining}+{increment}");
        }
    }
}

#[test]
fn takes_the_time_for_a_move() {
    // The clock goes on with every look, also those for what is told of a root move.
    let limits =
        SearchLimits { move_time: Some(Duration::from_millis(200)), ..SearchLimits::default() };
    let mut engine = Engine::new(1).expect("a small table").with_clock(ticking(250));
    let report = engine.search(&Game::new(), &limits, &Control::new(), &mut |_| {});
    assert!((190..=210).contains(&report.time.as_millis()), "{:?}", report.time);
}

/// So many captures follow one another here that even a search of one ply takes millions of
/// positions.
#[test]
fn the_time_counts_in_the_first_iteration() {
    let pos: reynard::Position =
        "qqqqkqqq/qqr1nbbn/8/8/8/8/QQR1NBBN/QQQQKQQQ w - - 0 1".parse().expect("a position");
    let limits =
        SearchLimits { move_time: Some(Duration::from_millis(100)), ..SearchLimits::default() };
    let mut engine = Engine::new(1).expect("a small table").with_clock(ticking(1_000));
    let report = engine.search(&Game::from(pos), &limits, &Control::new(), &mut |_| {});
    assert!(report.best.is_some());
    assert!(report.nodes < 500_000, "{}", report.nodes);
}

#[test]
fn a_clock_may_show_any_time() {
    let state =
        ClockState { remaining: Duration::MAX, increment: Duration::MAX, moves_to_go: None };
    let limits = SearchLimits { clock: Some(state), ..SearchLimits::default() };
    let bounds = TimeBounds::new(&limits, 0, Duration::MAX, &Params::default());
    assert!(bounds.soft <= bounds.hard, "{bounds:?}");
}

#[test]
fn a_single_move_is_played_at_once() {
    let pos: reynard::Position = "7k/8/5K2/8/8/8/8/7R b - - 0 1".parse().expect("a position");
    assert_eq!(pos.count_legal_moves(), 1);
    let mut engine = Engine::new(1).expect("a small table").with_clock(ticking(1_000));
    let limits = clock(600_000, 0, None);
    let report = engine.search(&Game::from(pos), &limits, &Control::new(), &mut |_| {});
    assert!(report.time < Duration::from_millis(100), "{:?}", report.time);
}

#[test]
fn holds_the_move_back_until_it_is_stopped() {
    let control = Control::new();
    let stopper = control.clone();
    let limits = SearchLimits { infinite: true, depth: Some(1), ..SearchLimits::default() };
    let (searches, begun) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        begun.recv().expect("a search of one ply");
        std::thread::sleep(Duration::from_millis(50));
        stopper.stop();
    });
    let mut engine = Engine::new(1).expect("a small table");
    let report = engine.search(&Game::new(), &limits, &control, &mut |_| {
        let _ = searches.send(());
    });
    assert!(report.time >= Duration::from_millis(40), "{:?}", report.time);
    thread.join().expect("it stops");
}

/// What the clocks of the machine show does not matter where time is counted in nodes.
#[test]
fn time_in_nodes_is_the_same_on_any_clock() {
    let limits = clock(2_000, 100, None);
    let play = |clock: Clock| -> Vec<(u64, Option<reynard::Move>)> {
        let mut engine = Engine::new(1).expect("a small table").with_clock(clock);
        engine.settings.node_time = NodeTime::new(50);
        let mut game = Game::new();
        let mut moves = Vec::new();
        for _ in 0..4 {
            let report = engine.search(&game, &limits, &Control::new(), &mut |_| {});
            game.play(report.best.expect("a move")).expect("a legal move");
            moves.push((report.nodes, report.best));
        }
        moves
    };
    let moves = play(ticking(0));
    assert_eq!(play(ticking(777_777)), moves);
    // The engine keeps the account: what it used is gone, although the other side says otherwise.
    let used: u64 = moves.iter().map(|(nodes, _)| nodes).sum();
    assert!(used > 5_000 && used < 50 * (2_000 + 4 * 100), "{used}");
}

/// A long search has more iterations, and once took their number as a sign that the best move was
/// settled: half of a clock of five seconds was left at the end of a game.
#[test]
fn the_clock_is_spent_in_long_searches_as_in_short_ones() {
    const MOVES: u64 = 15;
    const OPENINGS: [&str; 8] = ["e4", "d4", "c4", "Nf3", "g3", "b3", "f4", "Nc3"];
    let games = |openings: &[&str], nodes: u64| {
        let limits = clock(nodes, nodes / 100, None);
        let mut used = 0;
        let mut engines = [(); 2].map(|()| {
            let mut engine = Engine::new(4).expect("a small table");
            engine.settings.node_time = NodeTime::new(1);
            engine
        });
        for opening in openings {
            let mut game = Game::new();
            game.play(game.position().parse_san(opening).expect("a move")).expect("a legal move");
            engines.iter_mut().for_each(Engine::new_game);
            for _ in 0..MOVES {
                for engine in &mut engines {
                    let report = engine.search(&game, &limits, &Control::new(), &mut |_| {});
                    used += report.nodes;
                    game.play(report.best.expect("a move")).expect("a legal move");
                }
            }
        }
        used
    };
    for nodes in [200_000, 1_000_000] {
        // One game may be decided early, or have forced moves.
        let used: u64 = std::thread::scope(|scope| {
            let halves = OPENINGS.chunks(OPENINGS.len() / 2);
            let threads: Vec<_> = halves.map(|half| scope.spawn(|| games(half, nodes))).collect();
            threads.into_iter().map(|thread| thread.join().expect("moves")).sum()
        });
        let left = 100 + MOVES - used * 50 / nodes / OPENINGS.len() as u64;
        assert!((30..=65).contains(&left), "{left} percent of {nodes} nodes are left");
    }
}

/// In a long search somebody may wonder what it looks at; in a short one these lines would be
/// noise.
#[test]
fn a_long_search_tells_what_it_looks_at() {
    let told = |clock: Clock| {
        let mut engine = Engine::new(1).expect("a small table").with_clock(clock);
        let limits = SearchLimits { nodes: Some(150_000), ..SearchLimits::default() };
        let mut told: Vec<RootMoveEvent> = Vec::new();
        let report = engine.search(&Game::new(), &limits, &Control::new(), &mut |event| {
            if let SearchEvent::Move(current) = event {
                told.push(current);
            }
        });
        (report.nodes, told)
    };
    let (nodes, none) = told(ticking(0));
    assert!(none.is_empty(), "{none:?}");
    let (again, told) = told(ticking(1_000_000));
    assert_eq!(again, nodes, "to tell changes nothing");
    assert!(told.iter().any(|current| current.number == 1), "{told:?}");
    for pair in told.windows(2) {
        let goes_on = pair[1].number == pair[0].number + 1 && pair[1].depth == pair[0].depth;
        assert!(goes_on || pair[1].number == 1, "{pair:?}");
    }
}

/// The iteration that passes a soft limit is finished, and none begins after it.
#[test]
fn a_soft_limit_of_nodes_ends_between_iterations() {
    let search = |limits: &SearchLimits| {
        let mut engine = Engine::new(1).expect("a small table");
        engine.search(&Game::new(), limits, &Control::new(), &mut |_| {})
    };
    let nodes_of =
        |depth| search(&SearchLimits { depth: Some(depth), ..SearchLimits::default() }).nodes;
    for limit in [1, 100, 1_000, 5_000] {
        // The depth is only reached if the soft limit is not obeyed.
        let limits = SearchLimits { soft_nodes: Some(limit), ..SearchLimits::depth(12) };
        let report = search(&limits);
        let depth = report.lines[0].depth;
        assert_eq!(report.nodes, nodes_of(depth));
        assert!(report.nodes >= limit && (depth == 1 || nodes_of(depth - 1) < limit));
    }
}
