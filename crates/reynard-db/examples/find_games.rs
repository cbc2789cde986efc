//! Counts the games of a database that match a filter: `find_games GAMES.rdb FILTER`.

use std::error::Error;

use reynard_db::{Database, GameOrder};
use reynard_games::Query;

#[expect(clippy::print_stdout, reason = "the result")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("find_games GAMES.rdb FILTER")?;
    let query = Query::parse(&arguments.next().unwrap_or_default())?;
    let base = Database::open(path)?;
    println!("{}", base.find(None, &query, GameOrder::Id)?.len());
    Ok(())
}
