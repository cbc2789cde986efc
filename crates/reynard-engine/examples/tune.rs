//! Fits the weights of the evaluation to positions with results on standard input, and writes the
//! table as Rust source to standard output.
//!
//! ```text
//! zstdcat positions.txt.zst | cargo run --release -p reynard-engine --example tune -- 40 > weights.rs
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program, not the library")]

use std::io;
use std::thread;

use reynard_engine::tune::{Samples, Settings, Weights, fit, write_source};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut settings = Settings {
        threads: thread::available_parallelism().map_or(1, usize::from),
        ..Settings::default()
    };
    let mut args = std::env::args().skip(1);
    if let Some(epochs) = args.next() {
        settings.epochs = epochs.parse()?;
    }
    let start = match args.next().as_deref() {
        Some("current") => Weights::current(),
        _ => Weights::neutral(),
    };
    let mut samples = Samples::default();
    let mut refused = 0;
    for line in io::stdin().lines() {
        if samples.add_line(&line?).is_err() {
            refused += 1;
        }
    }
    eprintln!("{} positions, {refused} lines refused", samples.len());
    let found = fit(&samples, &start, settings, |at| {
        eprintln!("epoch {:3}: loss {:.6}, held out {:.6}", at.epoch, at.loss, at.held_out_loss);
    });
    let [first, last] = found.progress;
    let remark = format!(
        "Fitted to the results of {} positions, of which one in {} was held out, in {} epochs\n\
         (scale {:.5} a centipawn). Mean logistic loss: {:.5} before, {:.5} after; held out {:.5}\n\
         before, {:.5} after.",
        samples.len(),
        settings.held_out,
        settings.epochs,
        found.scale,
        first.loss,
        last.loss,
        first.held_out_loss,
        last.held_out_loss,
    );
    print!("{}", write_source(&found.weights, &remark));
    Ok(())
}
