//! The capabilities that the project's founding documents describe, a test for each row of the
//! checklist that concerns the board and the moves, and for each error of the documents that must
//! not come back. The ids in the names are the checklist's: T the Plisco tutorial, R its
//! reference, X its repository, C the article on move generation, H the chameleon article, P the
//! article on bitboards in 32 bits, E an error found in any of them.

mod board;
mod errors;
mod moves;
mod play;
mod study;

use reynard::{Move, Position, Setup, SetupFaults};

/// The position of a FEN.
fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The position of a FEN that no game leads to.
fn relaxed(fen: &str) -> Position {
    let setup = Setup::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A legal move in UCI notation.
fn uci(pos: &Position, text: &str) -> Move {
    pos.parse_uci(text).unwrap_or_else(|error| panic!("{pos}: {error}"))
}

/// The position after some moves in UCI notation.
fn after(fen: &str, moves: &[&str]) -> Position {
    let mut pos = position(fen);
    for text in moves {
        let mv = uci(&pos, text);
        pos.play(mv).expect("a move that was just found legal");
    }
    pos
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
