//! Prints the numbers of lines of standard input that have come before, in bounded memory:
//! `cargo run --example duplicates < FILE`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::io::{self, BufRead, stdin};

use reynard_sort::KeyedSorter;

fn main() -> io::Result<()> {
    let mut lines = KeyedSorter::new(1 << 20);
    for line in stdin().lock().lines() {
        lines.push(line?.into_bytes(), Vec::new())?;
    }
    // Equal lines come one after the other, the first one first.
    let (mut copies, mut before) = (KeyedSorter::new(1 << 20), None);
    for record in lines.finish()? {
        let record = record?;
        if before.as_ref() == Some(&record.key) {
            copies.push((record.number + 1).to_be_bytes().to_vec(), Vec::new())?;
        } else {
            before = Some(record.key);
        }
    }
    for copy in copies.finish()? {
        let number = copy?.key.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
        println!("{number}");
    }
    Ok(())
}
