//! Plays the best moves of both sides until mate: `cargo run --example mate -- DIR FEN`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard_syzygy::reynard::Game;
use reynard_syzygy::{RootRules, Tablebase};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_else(|| "crates/reynard-syzygy/tests/tables".to_owned());
    let fen = args.next().unwrap_or_else(|| "8/8/8/8/8/3k4/8/K6R w - - 0 1".to_owned());
    let tables = Tablebase::open(folder)?;
    let mut game = Game::from_position(fen.parse()?);
    let line = tables.best_line(game.position(), RootRules::default(), 200)?;
    for mv in line.known().unwrap_or_default() {
        println!("{}", game.position().san(mv));
        game.play(mv)?;
    }
    if let Some(outcome) = game.outcome() {
        println!("{outcome}");
    }
    Ok(())
}
