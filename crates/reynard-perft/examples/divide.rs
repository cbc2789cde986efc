//! Counts the leaves below each legal move of Kiwipete: `cargo run --release --example divide`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard_perft::reynard::Position;
use reynard_perft::{PerftOptions, divide};

fn main() -> Result<(), Box<dyn Error>> {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let pos: Position = kiwipete.parse()?;
    for (mv, nodes) in divide(&pos, 3, &PerftOptions::default())? {
        println!("{mv}: {nodes}");
    }
    Ok(())
}
