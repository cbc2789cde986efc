//! Writes the games of PGN files to a Parquet file, or their positions.
//!
//! `cargo run --release -p reynard-arrow --example write_parquet -- games|positions OUT GAMES..`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::thread;

use reynard_arrow::{PgnSource, ReadSettings, TableSpec, ZstdLevel, write_parquet};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let spec = match arguments.next().as_deref() {
        Some("games") => TableSpec::games(),
        Some("positions") => TableSpec::positions(),
        _ => return Err("games or positions?".into()),
    };
    let out = File::create(arguments.next().ok_or("which file?")?)?;
    let sources = arguments.map(|path| {
        let name = path.clone();
        PgnSource::opened_later(move || File::open(path)).with_name(name)
    });
    let settings =
        ReadSettings { threads: thread::available_parallelism()?, ..ReadSettings::default() };
    let summary =
        write_parquet(sources, &spec, &settings, ZstdLevel::default(), BufWriter::new(out))?;
    println!(
        "{} games, {} rows, {} bytes",
        summary.totals.games, summary.totals.rows, summary.bytes
    );
    Ok(())
}
