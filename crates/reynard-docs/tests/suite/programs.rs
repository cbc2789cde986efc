//! Six short programs in the idioms of other libraries (shakmaty, cozy-chess, python-chess): a user
//! who knows one of these should guess the names here.

use std::error::Error;
use std::fmt::Write as _;

use reynard::{Bitboard, Color, Game, Move, Outcome, PieceType, Position, San, Square, attacks};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// shakmaty: parse a FEN, list the legal moves in SAN, play one, look at the outcome.
#[test]
fn legal_moves_in_san_and_the_outcome_as_in_shakmaty() -> Result {
    let pos: Position = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2".parse()?;
    let mut sans = Vec::new();
    for mv in pos.legal_moves() {
        sans.push(San::new(&pos, mv).to_string());
    }
    assert!(sans.contains(&"Qh4#".to_owned()), "{sans:?}");

    let san: San = "Qh4#".parse()?;
    let mv = san.to_move(&pos)?;
    assert_eq!((mv.from(), mv.to(), mv.promotion()), (Square::D8, Square::H4, None));
    let mate = pos.after(mv)?;
    assert!(mate.is_checkmate());
    assert_eq!(mate.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
    assert_eq!(mate.checkers(), Bitboard::from(Square::H4));
    assert_eq!(mate.turn().opposite(), Color::Black);
    println!("{mv} leads to {}", mate.fen());
    Ok(())
}

/// shakmaty: perft by recursion over copies.
#[test]
fn perft_as_in_shakmaty() -> Result {
    fn perft(pos: &Position, depth: u32) -> u64 {
        let moves = pos.legal_moves();
        if depth <= 1 {
            return moves.len() as u64;
        }
        let child = |mv: &Move| {
            let mut child = pos.clone();
            child.play_unchecked(*mv);
            perft(&child, depth - 1)
        };
        moves.iter().map(child).sum()
    }
    assert_eq!(perft(&Position::default(), 3), 8_902);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(perft(&kiwipete.parse()?, 2), 2_039);
    Ok(())
}

/// cozy-chess: bitboards, squares as indices, attacks of a piece.
#[test]
fn bitboards_and_tables_as_in_cozy_chess() -> Result {
    let pos = Position::startpos();
    let center = Square::D4 | Square::E4 | Square::D5 | Square::E5;
    let mut hits = [0_u32; 64];
    for from in pos.pieces(Color::White, PieceType::Knight) {
        for to in attacks::knight(from) - pos.by_color(Color::White) {
            hits[usize::from(to)] += 1;
        }
    }
    assert_eq!((hits[usize::from(Square::F3)], hits[usize::from(Square::E4)]), (1, 0));
    assert!(!center.is_empty() && (center & pos.occupied()).is_empty());

    assert_eq!(Square::try_from(28)?, Square::E4);
    assert_eq!("e4".parse::<Square>()?.file(), 'e'.try_into()?);
    assert_eq!(Square::E4.offset(0, 1), Some(Square::E5));
    assert_eq!(!Color::White, Color::Black);
    let pawns = pos.by_type(PieceType::Pawn) & pos.by_color(Color::Black);
    assert_eq!((pawns.len(), pawns.first()), (8, Some(Square::A7)));
    Ok(())
}

/// cozy-chess: a negamax search over copies.
#[test]
fn negamax_as_in_cozy_chess() -> Result {
    fn negamax(pos: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let moves = pos.legal_moves();
        if moves.is_empty() {
            return if pos.is_check() { -30_000 - depth.cast_signed() } else { 0 };
        }
        if depth == 0 {
            return [(PieceType::Pawn, 100), (PieceType::Rook, 500), (PieceType::Queen, 900)]
                .map(|(kind, value)| {
                    let count = |color| pos.pieces(color, kind).len().cast_signed();
                    value * (count(pos.turn()) - count(!pos.turn()))
                })
                .iter()
                .sum();
        }
        for mv in moves {
            let mut child = pos.clone();
            child.play_unchecked(mv);
            alpha = alpha.max(-negamax(&child, depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
    let mate_in_two = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".parse()?;
    assert!(negamax(&mate_in_two, 4, -32_000, 32_000) > 30_000);
    Ok(())
}

/// python-chess: push moves, ask the board, pop.
#[test]
fn a_board_with_a_stack_as_in_python_chess() -> Result {
    let mut board = Game::new();
    for san in ["e4", "e5", "Qh5", "Nc6", "Bc4"] {
        board.play_san(san)?;
    }
    board.play_uci("g8f6")?;
    let mate = board.position().parse_san("Qxf7#")?;
    assert!(board.position().is_legal(mate) && mate.is_capture());
    board.play(mate)?;
    assert!(board.position().is_checkmate());
    assert_eq!(board.outcome().map(|outcome| outcome.result().to_string()).as_deref(), Some("1-0"));
    assert_eq!(board.position().piece_at(Square::F7).map(char::from), Some('Q'));

    assert_eq!(board.undo(), Some(mate));
    assert_eq!(board.moves().len(), 6);
    assert_eq!(board.position().fullmove_number(), 4);
    let mut line = String::new();
    for mv in board.moves() {
        write!(line, "{mv} ")?;
    }
    assert_eq!(line.trim(), "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6");
    println!("{}", reynard::draw::TextBoard::of_position(board.position()));
    Ok(())
}

/// python-chess: games from PGN, a tablebase, an engine.
#[test]
fn games_tables_and_an_engine_as_in_python_chess() -> Result {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../reynard-syzygy/tests/tables");
    let tables = reynard_syzygy::Tablebase::open(tables)?;
    let pos: Position = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse()?;
    println!("WDL {}, DTZ {}", tables.probe_wdl(&pos)?, tables.probe_dtz(&pos)?);
    let best = tables.best_move(&pos)?.ok_or("a move")?;

    let mut engine = reynard_engine::Engine::default();
    let found = engine.best_move(&pos, reynard_engine::SearchLimits::depth(3)).ok_or("a move")?;
    assert!(pos.is_legal(best) && pos.is_legal(found));
    println!("the tables play {}, the engine {}", pos.san(best), pos.san(found));
    Ok(())
}
