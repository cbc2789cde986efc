//! Prints the lines of a file that have come before, with their numbers, in bounded memory:
//! `cargo run --example duplicates -- FILE`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args_os;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

use reynard_sort::DuplicateFinder;

fn main() -> io::Result<()> {
    let path = args_os().nth(1).expect("a file");
    let lines = || Ok::<_, io::Error>(BufReader::new(File::open(&path)?).lines());
    let mut finder = DuplicateFinder::new(1 << 20);
    for line in lines()? {
        finder.push(Some(line?.into_bytes()))?;
    }
    let mut duplicates = finder.finish()?;
    for line in lines()? {
        if duplicates.is_next()? {
            println!("{}: {}", duplicates.count(), line?);
        }
    }
    Ok(())
}
