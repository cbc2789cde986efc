//! Prints when a card comes back that is always answered right: `cargo run --example schedule`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_learn::{FsrsScheduler, Retention, ReviewGrade};

fn main() {
    let scheduler = FsrsScheduler::new(Retention::DEFAULT);
    let mut memory = scheduler.first(ReviewGrade::Good);
    for answer in 1..=8 {
        let days = scheduler.interval(memory);
        println!("answer {answer}: again in {days} days");
        memory = scheduler.next(memory, i64::from(days), ReviewGrade::Good);
    }
}
