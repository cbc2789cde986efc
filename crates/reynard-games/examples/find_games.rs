//! Writes the games of a file in which a player takes part:
//! `cargo run --release --example find_games -- PLAYER FILE`

use std::env::args;
use std::error::Error;
use std::fs::File;
use std::io::{Write, stdout};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread::available_parallelism;

use reynard_games::reynard_pgn::{Input, ReaderOptions, read_parallel};
use reynard_games::{Matcher, Query, QueryTerm};

fn main() -> Result<(), Box<dyn Error>> {
    let (player, file) = (args().nth(1).ok_or("a player")?, args().nth(2).ok_or("a file")?);
    let query = Query::all([QueryTerm::new("player", &player)?])?;
    // Compressed files are recognized by their content.
    let input = Input::ahead(File::open(file)?)?;
    let threads = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let options = ReaderOptions::default();
    let flow = read_parallel(
        input,
        &options,
        threads,
        || Matcher::new(&query),
        |matcher, _| match stdout().write_all(&matcher.found().text) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        },
    )?;
    flow.break_value().map_or(Ok(()), |error| Err(error.into()))
}
