//! A complete UCI engine in a few lines: a session over standard input and output.
//!
//! `echo 'go depth 8' | cargo run --release -p reynard-engine --example uci_engine`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::fmt::Display;
use std::io;

use reynard_engine::Session;

fn main() -> io::Result<()> {
    let mut session = Session::new(|line: &dyn Display| println!("{line}"));
    for line in io::stdin().lines() {
        if session.line(&line?).is_break() {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}
