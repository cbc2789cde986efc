//! Prints how long shards of ten minutes take more and more workers, each of which fails once a day:
//! `cargo run --release --example simulate -- [SHARDS]`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args;
use std::error::Error;

use reynard_shards::ClusterModel;

fn main() -> Result<(), Box<dyn Error>> {
    let shards = args().nth(1).map_or(Ok(1_000), |shards| shards.parse())?;
    for workers in [1, 10, 100, 1_000] {
        let mut model = ClusterModel::new(vec![600.0; shards], workers);
        model.failures_per_hour = 1.0 / 24.0;
        let run = model.simulate();
        let (hours, failed) = (run.seconds / 3_600.0, run.failed_attempts);
        println!("{workers:>5} workers: {hours:>6.1} hours, {failed} failed attempts");
    }
    Ok(())
}
