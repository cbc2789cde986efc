//! The evaluations, in positions of random games.

use reynard::{Board, Game, Position, Setup, Square};
use reynard_engine::eval::{Evaluator, Trace};
use reynard_engine::{Control, Engine, Evaluation, Score, SearchLimits, activity, material};

/// Positions without a check from games of random moves, with their clocks at zero.
fn positions() -> Vec<Position> {
    let mut state = 0x5EED_u64;
    let mut found = Vec::new();
    for _ in 0..40 {
        let mut pos = Position::startpos();
        for _ in 0..160 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            // The constants are those of Knuth's MMIX.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let index = (state >> 33) as usize % moves.len();
            pos.play(moves[index]).expect("a legal move");
            if !pos.is_check() {
                let setup = Setup { halfmove_clock: 0, ..pos.to_setup() };
                found.push(Position::from_setup(&setup).expect("it was legal"));
            }
        }
    }
    assert!(found.len() > 4_000);
    found
}

/// The position with the colors swapped, and the board turned with them.
fn mirrored(pos: &Position) -> Position {
    let setup = pos.to_setup();
    let mut board = Board::EMPTY;
    for (square, piece) in setup.board.iter() {
        board.set(square.flip_rank(), Some(piece.kind.of(!piece.color)));
    }
    let setup = Setup {
        board,
        turn: !setup.turn,
        castling_rooks: setup.castling_rooks.flip_ranks(),
        en_passant: setup.en_passant.map(Square::flip_rank),
        ..setup
    };
    Position::from_setup(&setup).expect("a mirrored legal position is legal")
}

#[test]
fn colors_are_worth_the_same() {
    for pos in positions() {
        let other = mirrored(&pos);
        assert_eq!(Evaluator::new().evaluate(&pos), Evaluator::new().evaluate(&other), "{pos}");
        assert_eq!(activity(&pos), activity(&other), "{pos}");
        assert_eq!(material(&pos), material(&other), "{pos}");
    }
}

#[test]
fn what_is_remembered_changes_nothing() {
    let mut evaluator = Evaluator::new();
    for pos in positions() {
        assert_eq!(evaluator.evaluate(&pos), Evaluator::new().evaluate(&pos), "{pos}");
    }
}

// X35 of the feature list.
#[test]
fn the_terms_add_up_to_the_evaluation() {
    for pos in positions() {
        let trace = Trace::new(&pos);
        let white = if pos.turn() == reynard::Color::White { 1 } else { -1 };
        assert_eq!(trace.white * white, Evaluator::new().evaluate(&pos), "{pos}");
        let sum = |side: fn(&reynard_engine::eval::Term) -> i32| {
            trace.terms.iter().map(side).sum::<i32>()
        };
        let middlegame = sum(|term| term.white.middlegame() - term.black.middlegame());
        // With all pieces on the board nothing of the endgame counts.
        if trace.phase == reynard_engine::eval::FULL_PHASE {
            assert_eq!(middlegame, trace.white, "{pos}");
        }
    }
}

/// Two hundredths of what is protected, four of what is attacked, thirty for a check.
// P06 of the feature list.
#[test]
fn protecting_attacking_and_checking_count() {
    let value = |fen: &str| activity(&fen.parse::<Position>().expect("a position"));
    assert_eq!(value("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 100 + 2);
    assert_eq!(value("4k3/8/8/8/8/p7/8/4K2R w - - 0 1"), 500 - 100);
    assert_eq!(value("4k3/8/8/8/8/8/8/3RK3 w - - 0 1"), 500 + 10);
    assert_eq!(value("4k3/8/8/8/8/p7/8/R3K3 w - - 0 1"), 500 - 100 + 4);
    assert_eq!(value("4k3/8/8/8/8/8/8/4RK2 b - - 0 1"), -(500 + 10 + 30));
}

#[test]
fn reports_are_in_centipawns_whatever_the_scale_of_the_search() {
    let reported = |fen: &str, units: i32| {
        let game = Game::from(fen.parse::<Position>().expect("a position"));
        let mut engine = Engine::new(1).expect("a table of one mebibyte");
        engine.settings.params.network_scale = units;
        let report = engine.search(&game, &SearchLimits::depth(1), &Control::new(), &mut |_| {});
        let Some(Score::Centipawns(score)) = report.score() else { panic!("no score of {fen}") };
        (score, report.lines[0].wdl.win)
    };
    for fen in [
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNB1K2R w KQkq - 4 4",
        "8/8/4k3/8/8/3PK3/3P4/8 w - - 0 1",
    ] {
        let (score, win) = reported(fen, 100);
        for units in [50, 80, 150] {
            let (scaled, scaled_win) = reported(fen, units);
            assert!((scaled - score).abs() <= 3, "{fen}, {units}: {scaled}, not {score}");
            assert!(scaled_win.abs_diff(win) <= 10, "{fen}, {units}: {scaled_win}, not {win}");
        }
    }
}

/// No play wins these, but the material looks like much.
#[test]
fn drawn_material_is_drawn() {
    for fen in [
        // Two knights.
        "8/8/6k1/8/8/2NN4/8/4K3 w - - 0 1",
        "8/8/6k1/8/8/2nn4/8/6K1 w - - 0 1",
        // The wrong bishop, with the king in the corner.
        "7k/8/8/8/7P/5B2/8/4K3 w - - 0 1",
        // A minor piece each, without pawns.
        "8/8/4b3/6k1/8/2N5/8/4K3 w - - 0 1",
    ] {
        let pos: Position = fen.parse().unwrap();
        for evaluation in [Evaluation::Network, Evaluation::Classic] {
            let mut engine = Engine::new(1).unwrap();
            engine.settings.evaluation = evaluation;
            let limits = SearchLimits { depth: Some(8), ..SearchLimits::default() };
            let game = Game::from_position(pos.clone());
            let report = engine.search(&game, &limits, &Control::new(), &mut |_| {});
            assert_eq!(report.score(), Some(Score::Centipawns(0)), "{fen}: {evaluation}");
        }
    }
}
