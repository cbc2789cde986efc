//! Prints what was played in a position: `explore_position BASE.rdb FEN [FILTER]`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard::Position;
use reynard_db::{Database, ExploreLimits, ExploreTable};
use reynard_games::Query;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, fen, filter @ ..] = &args[..] else {
        return Err("usage: explore_position BASE.rdb FEN [FILTER]".into());
    };
    let base = Database::open(path)?;
    let pos: Position = fen.parse()?;
    let query = Query::parse(&filter.join(" "))?;
    let explored = base.explore(&pos, &query, &ExploreLimits::default())?;
    print!("{}", ExploreTable { explored: &explored, width: 100, most_moves: 20 });
    Ok(())
}
