//! Prints the training positions of shards: `cargo run --example positions -- games/`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_train::shard::{PositionFilter, ShardFiles};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shards = ShardFiles::find(std::env::args().skip(1))?;
    for (name, value) in shards.header()?.fields() {
        println!("# {name}: {value}");
    }
    for sample in shards.samples(PositionFilter::default()) {
        let sample = sample?;
        println!("{} | {} | {}", sample.position, sample.score.number(), sample.result);
    }
    Ok(())
}
