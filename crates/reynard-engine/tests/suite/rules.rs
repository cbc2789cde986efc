//! The rules of the game inside the search: mates, draws, repetitions and zugzwang, through the
//! whole engine.

use reynard::{Game, Position};
use reynard_engine::{Control, Engine, Score, SearchLimits, SearchReport, Technique, Techniques};

fn game(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::from(fen.parse::<Position>().expect("a position"));
    for text in moves {
        game.play(game.position().parse_uci(text).expect("a move")).expect("a legal move");
    }
    game
}

fn search(game: &Game, depth: u32) -> SearchReport {
    Engine::default().search(game, &SearchLimits::depth(depth), &Control::new(), &mut |_| {})
}

fn score(fen: &str, depth: u32) -> Score {
    search(&game(fen, &[]), depth).score().expect("a score")
}

/// The mate comes with the hundredth half-move without a capture or pawn move, before the draw.
#[test]
fn checkmate_by_the_hundredth_half_move_wins() {
    for depth in 1..=8 {
        assert_eq!(score("7k/8/6K1/8/8/8/8/R7 w - - 99 90", depth), Score::Mate(1), "{depth}");
        assert_eq!(score("7k/8/6K1/8/8/8/8/R7 w - - 98 90", depth), Score::Mate(1), "{depth}");
    }
}

#[test]
fn a_mate_that_comes_after_the_fifty_move_rule_is_a_draw() {
    // Mate in two, but the game is drawn before.
    let ladder = |clock: u32| format!("7k/8/8/8/8/1R6/R7/7K w - - {clock} 90");
    assert_eq!(score(&ladder(97), 6), Score::Mate(2));
    assert_eq!(score(&ladder(98), 6), Score::Centipawns(0));
    assert_eq!(score("8/8/8/4k3/8/8/8/3QK3 w - - 99 90", 4), Score::Centipawns(0));
}

#[test]
fn a_rook_pawn_before_the_king_in_the_corner_is_a_draw_by_stalemate() {
    assert_eq!(score("k7/P7/8/1K6/8/8/8/8 w - - 0 1", 6), Score::Centipawns(0));
}

/// The side ahead does not repeat the position for the third time.
#[test]
fn a_winning_side_avoids_the_third_repetition() {
    let fen = "6k1/5ppp/8/8/8/8/Q4PPP/6K1 w - - 10 20";
    let cycle = ["a2a3", "g8h8", "a3a2", "h8g8", "a2a3", "g8h8"];
    let game = game(fen, &cycle);
    let report = search(&game, 5);
    let best = report.best.map(|mv| game.position().san(mv).to_string());
    assert_ne!(best.as_deref(), Some("Qa2"), "{report:?}");
    assert!(matches!(report.score(), Some(Score::Mate(1..) | Score::Centipawns(300..))));
}

/// Mutual zugzwang: the side to move loses the pawn, and after a null move the other side would.
#[test]
fn zugzwang_with_pawns_only_is_seen_with_null_moves() {
    let value = |techniques: Techniques, depth: u32| {
        let mut engine = Engine::default();
        engine.settings.techniques = techniques;
        let game = game("8/8/1p6/1Pk5/2P5/1K6/8/8 b - - 0 1", &[]);
        let report =
            engine.search(&game, &SearchLimits::depth(depth), &Control::new(), &mut |_| {});
        match report.score() {
            Some(Score::Centipawns(score)) => score,
            other => panic!("{other:?}"),
        }
    };
    for fen in [
        // Trébuchet: the side to move loses.
        "8/8/8/4pK2/3kP3/8/8/8 w - - 0 1",
        "8/8/8/4pK2/3kP3/8/8/8 b - - 0 1",
    ] {
        for depth in 6..=10 {
            let score = score(fen, depth);
            let lost = match score {
                Score::Centipawns(score) => score < -50,
                Score::Mate(moves) => moves < 0,
            };
            assert!(lost, "{score} at depth {depth} of {fen}");
        }
    }
    let without = Techniques::ALL.without(Technique::NullMove);
    for depth in 2..=9 {
        let difference = value(Techniques::ALL, depth) - value(without, depth);
        assert!(difference.abs() < 60, "{difference} at depth {depth}");
    }
}

#[test]
fn mates_are_found_with_their_distance() {
    for (fen, depth, moves) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 8, 1),
        ("7k/8/8/8/8/1R6/R7/7K w - - 0 1", 8, 2),
        ("k7/8/8/8/8/1r6/r7/7K w - - 0 1", 8, -1),
        // Zugzwang after a rook sacrifice (Paul Morphy): what prunes by the static evaluation sees
        // it late.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 30, 2),
    ] {
        assert_eq!(score(fen, depth), Score::Mate(moves), "{fen}");
    }
}

#[test]
fn a_pawn_before_the_last_rank_promotes() {
    let best = |fen: &str, depth: u32| {
        let game = game(fen, &[]);
        let mv = search(&game, depth).best.expect("a move");
        game.position().san(mv).to_string()
    };
    assert_eq!(best("8/P7/8/8/8/1k6/8/1K6 w - - 0 1", 6), "a8=Q");
}
