//! Makes a database of a PGN file and says what it takes: `make_database GAMES.pgn BASE.rdb`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::Instant;

use reynard_db::{Budget, Database, DatabaseOptions, ExploreLimits, GameCollector};
use reynard_games::Query;
use reynard_pgn::reynard::Position;
use reynard_pgn::{Input, ReaderOptions, read_parallel};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(pgn), Some(path)) = (args.next(), args.next()) else {
        return Err("usage: make_database GAMES.pgn BASE.rdb".into());
    };
    let began = Instant::now();
    let mut base = Database::create(&path, DatabaseOptions::default())?;
    let options = base.options();
    let mut adder = base.adder(Budget::default());
    let read = read_parallel(
        Input::new(std::fs::File::open(pgn)?)?,
        &ReaderOptions { limits: GameCollector::LIMITS, ..ReaderOptions::default() },
        NonZero::<usize>::MIN,
        || GameCollector::new(options),
        |games, _| match adder.add(games) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        },
    )?;
    if let ControlFlow::Break(error) = read {
        return Err(error.into());
    }
    let report = adder.finish()?;
    let info = base.info()?;
    println!("{report:?} in {:.2?}", began.elapsed());
    println!("{} bytes for 1,000 plies", info.bytes() * 1000 / info.plies.max(1));
    for segment in &info.segments {
        for section in &segment.sections {
            println!("{:>14} {:>12}", section.name, section.bytes);
        }
    }
    let start = Position::startpos();
    for _ in 0..3 {
        let began = Instant::now();
        let explored = base.explore(&start, &Query::default(), &ExploreLimits::default())?;
        println!("{} games at the start: {:.2?}", explored.score.games(), began.elapsed());
    }
    Ok(())
}
