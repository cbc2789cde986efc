//! Reads a large table at random, in large pages and in ordinary ones, and prints both times.
//!
//! `cargo run --release -p reynard-memory --example random_reads`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::collections::TryReserveError;
use std::time::{Duration, Instant};

/// Entries of the table: 512 MiB.
const LEN: usize = 1 << 26;
const READS: u64 = 20_000_000;

fn main() -> Result<(), TryReserveError> {
    let mut ordinary: Vec<u64> = Vec::new();
    ordinary.try_reserve_exact(LEN)?;
    ordinary.resize(LEN, 0);
    let large: Vec<u64> = reynard_memory::table(LEN)?;
    println!("ordinary allocation: {:.2?}", time(&ordinary));
    println!("reynard_memory:      {:.2?}", time(&large));
    Ok(())
}

fn time(table: &[u64]) -> Duration {
    let start = Instant::now();
    let mut sum = 0_u64;
    for index in 0..READS {
        let hash = index.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 38;
        sum = sum.wrapping_add(table[hash as usize % LEN]);
    }
    // The sum keeps the reads from being removed.
    assert_eq!(sum, 0);
    start.elapsed()
}
