//! Writes the games of a file in the order of their dates, with at most 64 MiB of them in memory:
//! `cargo run --release --example sort_games -- FILE`

use std::env::args;
use std::error::Error;
use std::fs::File;
use std::io::{self, Write, stdout};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread::available_parallelism;

use reynard_games::reynard_base::sort::KeyedSorter;
use reynard_games::reynard_pgn::{Input, ReaderOptions, read_parallel};
use reynard_games::{GameKey, Keyer};

fn main() -> Result<(), Box<dyn Error>> {
    let input = Input::ahead(File::open(args().nth(1).ok_or("a file")?)?)?;
    let threads = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let by_date = GameKey::Tags(vec!["Date".parse()?, "Round".parse()?]);
    let mut sorter = KeyedSorter::new(64 << 20);
    let options = ReaderOptions::default();
    let flow = read_parallel(
        input,
        &options,
        threads,
        || Keyer::new(&by_date),
        |keyer, _| {
            let mut games = keyer.into_games().into_iter();
            match games.try_for_each(|game| sorter.push(game.key, game.text)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        },
    )?;
    if let ControlFlow::Break(error) = flow {
        return Err(error.into());
    }
    let mut out = io::BufWriter::new(stdout().lock());
    for record in sorter.finish()? {
        out.write_all(&record?.content)?;
    }
    Ok(out.flush()?)
}
