//! Writes generated games to standard output: `generate-games GAMES [SEED] [REAL.pgn[.zst]]`. If a
//! file of real games is given, the games are generated from it.

#![forbid(unsafe_code)]

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};

use reynard_bench::generate::{Random, write_game};
use reynard_bench::mix::MixedGames;
use reynard_pgn::{Games, Input, Reader};

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "generate-games GAMES [SEED] [REAL.pgn]";
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().ok_or(usage)?.parse()?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut random = Random::new(seed);
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let mut real = MixedGames::default();
    if let Some(path) = arguments.next() {
        for game in Games::new(Reader::new(Input::new(File::open(path)?)?)) {
            real.add(&game?.tree);
        }
        if real.is_empty() {
            return Err("no real game begins in the start position".into());
        }
    }
    for number in 0..games {
        if real.is_empty() {
            write_game(&mut random, number, &mut out)?;
        } else {
            real.write(&mut random, number, &mut out)?;
        }
    }
    Ok(out.flush()?)
}
