//! A table that two threads fill without a lock: `cargo run --example shared_table`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

fn main() -> Result<(), TryReserveError> {
    let table: Vec<AtomicU64> = reynard_base::memory::table(1 << 20)?;
    let (left, right) = table.split_at(table.len() / 2);
    thread::scope(|scope| {
        for half in [left, right] {
            scope.spawn(move || half.iter().for_each(|cell| cell.store(1, Ordering::Relaxed)));
        }
    });
    let sum: u64 = table.iter().map(|cell| cell.load(Ordering::Relaxed)).sum();
    println!("{sum} of {} entries are set", table.len());
    Ok(())
}
