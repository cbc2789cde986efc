//! Counts leaves on all cores: `cargo run --release --example count -- 6`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;
use std::thread::available_parallelism;
use std::time::Instant;

use reynard_perft::reynard::Position;
use reynard_perft::{PerftOptions, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(4), |depth| depth.parse())?;
    let options = PerftOptions { threads: available_parallelism()?, ..PerftOptions::default() };
    for depth in 1..=depth {
        let start = Instant::now();
        let nodes = perft(&Position::startpos(), depth, &options)?;
        println!("{depth:2} {nodes:20} {:?}", start.elapsed());
    }
    Ok(())
}
