//! Prints the ten most frequent openings of a file, with the results of their games:
//! `cargo run --release --example openings -- FILE`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args;
use std::error::Error;
use std::fs::File;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread::available_parallelism;

use reynard_games::reynard_pgn::{Input, ReaderOptions, read_parallel};
use reynard_games::{Counter, Statistics};

fn main() -> Result<(), Box<dyn Error>> {
    let input = Input::ahead(File::open(args().nth(1).ok_or("a file")?)?)?;
    let threads = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let mut statistics = Statistics::default();
    let options = ReaderOptions::default();
    let _ = read_parallel(input, &options, threads, Counter::default, |counter, _| {
        statistics.add(counter.statistics());
        ControlFlow::<()>::Continue(())
    })?;
    for opening in statistics.summary(10).openings {
        let results = opening.results;
        println!(
            "{} {:<50} {:>6} games  +{} ={} -{}",
            opening.eco,
            opening.opening,
            opening.games,
            results.white,
            results.draws,
            results.black
        );
    }
    Ok(())
}
