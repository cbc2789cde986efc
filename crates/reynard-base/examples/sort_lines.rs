//! Sorts the lines of standard input within a megabyte of memory, whatever their number:
//! `cargo run --example sort_lines < FILE`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::io::{self, BufRead, stdin};

use reynard_base::sort::KeyedSorter;

fn main() -> io::Result<()> {
    let mut sorter = KeyedSorter::new(1 << 20);
    for line in stdin().lock().lines() {
        sorter.push(line?.into_bytes(), Vec::new())?;
    }
    for record in sorter.finish()? {
        println!("{}", String::from_utf8_lossy(&record?.key));
    }
    Ok(())
}
