//! Prints the score of a position by a network file, and the share of each piece.
//!
//! `cargo run -p reynard-nnue --example score -- NETWORK 'FEN'`

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use reynard::Position;
use reynard_nnue::{Network, Shape};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let network = match arguments.next() {
        Some(path) => Network::parse(&std::fs::read(path)?)?,
        None => Network::random(Shape::new(64, 8)?, 1),
    };
    let pos: Position = match arguments.next() {
        Some(fen) => fen.parse()?,
        None => Position::startpos(),
    };
    let explanation = network.explain(&pos);
    println!("{} centipawns for the side to move", explanation.score);
    for piece in &explanation.pieces {
        println!("{} {} {:+}", piece.piece, piece.square, piece.value);
    }
    Ok(())
}
