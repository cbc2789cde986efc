//! The average rating of the players of a PGN file, from two columns.
//!
//! `cargo run --release -p reynard-arrow --example average_elo -- GAMES`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env;
use std::error::Error;
use std::fs::File;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt16Type;
use reynard_arrow::{
    BatchReader, GameColumn, GameTable, PgnSource, ReadSettings, TableSpec, arrow_array,
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("a file of games is needed")?;
    let columns = [GameColumn::WhiteElo, GameColumn::BlackElo];
    let spec = TableSpec::Games(GameTable::default().with_columns(columns));
    let source = PgnSource::new(File::open(&path)?).with_name(path);
    let (mut sum, mut count) = (0, 0_u32);
    for batch in BatchReader::new([source], &spec, ReadSettings::default()) {
        for column in batch?.columns() {
            for elo in column.as_primitive::<UInt16Type>().iter().flatten() {
                (sum, count) = (sum + u64::from(elo), count + 1);
            }
        }
    }
    if count == 0 {
        println!("no game has ratings");
    } else {
        println!("{count} ratings, {} on average", sum / u64::from(count));
    }
    Ok(())
}
