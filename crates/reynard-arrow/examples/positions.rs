//! The most frequent moves of a position in a PGN file, whatever the order of moves before it.
//!
//! `cargo run --release -p reynard-arrow --example positions -- GAMES [FEN]`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs::File;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use reynard::Position;
use reynard_arrow::{
    BatchReader, PgnSource, PositionColumn, PositionTable, ReadSettings, TableSpec, arrow_array,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().ok_or("a file of games is needed")?;
    let pos = arguments.next().map_or(Ok(Position::startpos()), |fen| fen.parse())?;
    let columns = [PositionColumn::Key, PositionColumn::San];
    let spec = TableSpec::Positions(PositionTable::default().with_columns(columns));
    let source = PgnSource::new(File::open(&path)?).with_name(path);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for batch in BatchReader::new([source], &spec, ReadSettings::default()) {
        let batch = batch?;
        let keys = batch.column(0).as_primitive::<UInt64Type>();
        let moves = batch.column(1).as_string::<i32>();
        for (key, mv) in keys.values().iter().zip(moves.iter().flatten()) {
            if *key == pos.key() {
                *counts.entry(mv.to_owned()).or_default() += 1;
            }
        }
    }
    let mut counts: Vec<(u32, String)> = counts.into_iter().map(|(mv, n)| (n, mv)).collect();
    counts.sort_by(|a, b| b.cmp(a));
    for (count, mv) in &counts {
        println!("{count:>7}  {mv}");
    }
    Ok(())
}
