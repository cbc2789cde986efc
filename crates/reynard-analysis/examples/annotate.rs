//! Annotates the games of a PGN file: `cargo run --release --example annotate -- games.pgn`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::fs::File;

use reynard_analysis::annotate_game;
use reynard_engine::{Engine, SearchLimits};
use reynard_pgn::{Games, Reader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut engine = Engine::new(64)?;
    let limits = SearchLimits { nodes: Some(50_000), ..SearchLimits::default() };
    let path = std::env::args().nth(1);
    let input: Box<dyn std::io::Read> = match &path {
        Some(path) => Box::new(File::open(path)?),
        None => Box::new(&b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"[..]),
    };
    for game in Games::new(Reader::new(input)) {
        let mut tree = game?.tree;
        annotate_game(&mut tree, &mut engine, &limits);
        print!("{tree}");
    }
    Ok(())
}
