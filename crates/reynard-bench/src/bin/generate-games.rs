//! Writes generated games to standard output: `generate-games GAMES [SEED]`.

#![forbid(unsafe_code)]

use std::error::Error;
use std::io::{self, BufWriter, Write};

use reynard_bench::generate::{Random, write_game};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().ok_or("generate-games GAMES [SEED]")?.parse()?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut random = Random::new(seed);
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    for number in 0..games {
        write_game(&mut random, number, &mut out)?;
    }
    Ok(out.flush()?)
}
