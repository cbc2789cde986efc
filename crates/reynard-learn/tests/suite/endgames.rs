//! Endgames by the tables of three pieces.

use std::path::Path;

use reynard_learn::reynard::{Color, Move, Position};
use reynard_learn::reynard_pgn::{GameTree, Games};
use reynard_learn::{
    CardKind, EndgameEnd, EndgameLoss, EndgamePlay, EndgameStep, EndgameTables, EndgameValue,
    LearnDeck, mark_endgames, own_moves,
};
use reynard_syzygy::{ClockedWdl, Tablebase};
use reynard_testkit::Rng;

struct Tables(Tablebase);

impl Tables {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reynard-syzygy/tests/tables");
        Self(Tablebase::open(folder).expect("the tables"))
    }
}

impl EndgameTables for Tables {
    fn value(&self, pos: &Position) -> Option<EndgameValue> {
        Some(match self.0.probe_clocked(pos).ok()?.known()? {
            ClockedWdl::Win | ClockedWdl::MaybeWin => EndgameValue::Win,
            ClockedWdl::Loss | ClockedWdl::MaybeLoss => EndgameValue::Loss,
            _ => EndgameValue::Draw,
        })
    }

    fn best(&self, pos: &Position) -> Option<Move> {
        self.0.best_move(pos).ok().flatten()
    }
}

/// White gives the win up with the second move.
const GAME: &str = "[White \"Me\"]\n[SetUp \"1\"]\n[FEN \"8/4k3/8/4K3/8/4P3/8/8 w - - 0 60\"]\n\n\
                    60. Kd5 {[%clk 0:00:09]} Kd7 61. Kd4 {[%clk 0:00:08] oh} Kd6 62. e4 Ke6 1/2-1/2\n";

fn game(pgn: &str) -> GameTree {
    Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree
}

#[test]
fn a_half_point_that_was_lost_is_marked_once_and_becomes_a_card() {
    let tables = Tables::new();
    let mut tree = game(GAME);
    assert!(mark_endgames(&mut tree, Color::White, &tables));
    let text = tree.to_string();
    assert!(text.contains("[%tb win,draw] ") && text.contains("[%clk 0:00:08]"), "{text}");
    assert!(!mark_endgames(&mut tree, Color::White, &tables), "a second time");
    // The text is read as it was written.
    let mut again = game(&text);
    assert!(!mark_endgames(&mut again, Color::White, &tables));
    // Without any evaluation of an engine.
    let own = own_moves(&again, Color::White);
    assert_eq!((own.len(), own[0].loss()), (1, 500));
    let mut deck = LearnDeck::default();
    deck.add_game(&again, Color::White);
    let card = deck.cards().next().expect("a card");
    assert_eq!((card.kind, card.goal), (CardKind::Endgame, Some(EndgameValue::Win)));
    let best = card.best().expect("a move");
    let after = card.position.after(best).expect("a legal move");
    assert_eq!(tables.value(&after), Some(EndgameValue::Loss), "the best line keeps the win");
    // The opponent has lost nothing.
    assert!(!mark_endgames(&mut tree, Color::Black, &tables));
}

#[test]
fn a_mark_survives_an_engine_that_thinks_otherwise() {
    let pgn = GAME
        .replace("oh", "[%eval 3.0] [%tb win,draw]")
        .replace("0:00:09]", "0:00:09] [%eval 2.9]");
    let own = own_moves(&game(&pgn), Color::White);
    assert_eq!(
        own.last().expect("a move").endgame.map(EndgameLoss::before),
        Some(EndgameValue::Win)
    );
    assert_eq!(own.last().expect("a move").loss(), 500);
}

/// Plays an endgame out with moves of the tables, and returns its end.
fn played_out(tables: &Tables, pos: &Position, goal: EndgameValue) -> EndgameEnd {
    let mut play = EndgamePlay::new(pos.clone(), goal);
    for _ in 0..60 {
        let mv = tables.best(play.position()).expect("a move");
        match play.answer(mv, tables) {
            EndgameStep::Reply(_) => {}
            EndgameStep::Settled(end) => return end,
            other => panic!("{pos}: {other:?}"),
        }
    }
    panic!("{pos}: no end");
}

// lichess-org/lila#2689, #18175 and #20438: moves that kept the win failed by an engine's opinion.
#[test]
fn every_endgame_is_played_to_its_end_and_a_move_that_gives_it_up_is_refused() {
    let tables = Tables::new();
    let mut rng = Rng::new(7);
    let (mut played, mut refused) = (0, 0);
    while played < 150 {
        let mut squares = ['.'; 64];
        for piece in ['K', 'k', ['P', 'Q', 'R'][rng.below(3)]] {
            squares[rng.below(64)] = piece;
        }
        let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
        // Runs of empty squares, the longest first.
        let board = (1..=8).rev().fold(rows.join("/"), |board, empty| {
            board.replace(&".".repeat(empty), &empty.to_string())
        });
        let side = ["w", "b"][rng.below(2)];
        let Ok(pos) = format!("{board} {side} - - 0 1").parse::<Position>() else { continue };
        let Some(goal) = tables.value(&pos).filter(|&value| value > EndgameValue::Loss) else {
            continue;
        };
        if pos.outcome().is_some() {
            continue;
        }
        played += 1;
        played_out(&tables, &pos, goal);
        for mv in pos.legal_moves() {
            let after = pos.after(mv).expect("a legal move");
            let value = match after.outcome() {
                Some(outcome) => EndgameValue::of_outcome(outcome, &after),
                None => tables.value(&after).expect("three pieces or two"),
            };
            let step = EndgamePlay::new(pos.clone(), goal).answer(mv, &tables);
            let is_kept = value.for_other() >= goal;
            refused += u32::from(!is_kept);
            assert_eq!(matches!(step, EndgameStep::GivenUp(_)), !is_kept, "{pos} {mv}");
        }
    }
    assert!(refused > 100, "{refused}");
}

// lichess-org/lila#7607: moves to and fro were praised.
#[test]
fn a_pawn_that_became_a_queen_settles_a_win_and_going_to_and_fro_does_not() {
    let tables = Tables::new();
    let pos: Position = "8/4k3/8/4K3/8/4P3/8/8 w - - 0 1".parse().expect("a position");
    assert_eq!(played_out(&tables, &pos, EndgameValue::Win), EndgameEnd::BasicMate);
    let rook: Position = "8/8/8/3k4/8/8/8/K6R w - - 0 1".parse().expect("a position");
    assert_eq!(played_out(&tables, &rook, EndgameValue::Win), EndgameEnd::Mate);
    let mut play = EndgamePlay::new(rook, EndgameValue::Win);
    let repeats = (0..40).any(|_| {
        let pos = play.position();
        let to_and_fro = ["Ka1", "Kb1"].iter().find_map(|san| pos.parse_san(san).ok());
        play.answer(to_and_fro.expect("a move"), &tables) == EndgameStep::Repeats
    });
    assert!(repeats);
}

// lichess-org/lila#4258: the tables gave draws away.
#[test]
fn the_tables_answer_in_a_draw_with_what_is_hardest_to_meet() {
    let tables = Tables::new();
    // Black holds with one move only, and then again.
    let pos: Position = "8/8/8/4k3/8/4KP2/8/8 b - - 0 1".parse().expect("a position");
    let mut play = EndgamePlay::new(pos.clone(), EndgameValue::Draw);
    let step = play.answer(pos.parse_san("Kd5").expect("a move"), &tables);
    assert_eq!(step, EndgameStep::GivenUp(EndgameValue::Loss));
    let step = play.answer(pos.parse_san("Kf5").expect("a move"), &tables);
    assert!(matches!(step, EndgameStep::Reply(_)), "{step:?}");
    let holding = |pos: &Position| {
        let moves = pos.legal_moves().into_iter().filter(|&mv| {
            let after = pos.after(mv).expect("a legal move");
            after.outcome().is_some() || tables.value(&after) == Some(EndgameValue::Draw)
        });
        moves.count()
    };
    let mut before = pos.clone();
    before.play(pos.parse_san("Kf5").expect("a move")).expect("legal");
    let fewest = before.legal_moves().into_iter().filter_map(|mv| {
        let after = before.after(mv).expect("a legal move");
        (tables.value(&after)? == EndgameValue::Draw).then(|| holding(&after))
    });
    assert_eq!(fewest.min(), Some(holding(play.position())));
}

// lichess-org/lila#16678 and #6251: a stalemate is not a mate, and a drawn end is a draw that was held,
// a check on the board or not.
#[test]
fn stalemate_gives_a_win_up_and_dead_material_holds_a_draw() {
    let tables = Tables::new();
    let answer = |fen: &str, goal, san: &str| {
        let pos: Position = fen.parse().expect("a position");
        let mv = pos.parse_san(san).expect("a move");
        EndgamePlay::new(pos, goal).answer(mv, &tables)
    };
    let stalemate = answer("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", EndgameValue::Win, "Qg6");
    assert_eq!(stalemate, EndgameStep::GivenUp(EndgameValue::Draw));
    let capture = answer("8/8/8/8/8/3k4/4p3/4K3 b - - 0 1", EndgameValue::Draw, "Ke3");
    assert_eq!(capture, EndgameStep::Settled(EndgameEnd::Draw), "stalemate is a draw");
    let bare = answer("8/8/8/8/4k3/8/4pK2/8 w - - 0 1", EndgameValue::Draw, "Kxe2");
    assert_eq!(bare, EndgameStep::Settled(EndgameEnd::Draw));
}
