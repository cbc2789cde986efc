//! Sums of the bytes of some files, each file on one of four threads, printed in the order given:
//! `cargo run --example checksums -- FILE..`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args_os;
use std::fs;
use std::num::NonZeroUsize;

use reynard_base::parallel::map;

fn main() {
    let files: Vec<_> = args_os().skip(1).collect();
    let threads = NonZeroUsize::MIN.saturating_add(3);
    let sum = |file| fs::read(file).map(|bytes| bytes.iter().map(|&byte| u64::from(byte)).sum());
    let sums: Vec<std::io::Result<u64>> = map(threads, &files, sum);
    for (file, sum) in files.iter().zip(sums) {
        match sum {
            Ok(sum) => println!("{}: {sum}", file.display()),
            Err(error) => println!("{}: {error}", file.display()),
        }
    }
}
