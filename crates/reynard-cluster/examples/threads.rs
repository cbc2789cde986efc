//! Counts the leaves of the start position with a driver of one's own, some threads, and resumes
//! when it is run again: `cargo run --release --example threads -- FOLDER [DEPTH]`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args;
use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use reynard_cluster::{InputCheck, Job, LocalFiles, PerftTask, Plan, list, run, verify};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = args().nth(1).ok_or("a folder is needed")?;
    let depth = args().nth(2).map_or(Ok(6), |depth| depth.parse())?;
    let split = 2.min(depth);
    let task = PerftTask { fen: "startpos".to_owned(), depth, split, hash_mib: 0 };
    let job = Job::create(&list(&Plan::new(task), &LocalFiles)?, folder.as_ref())?;
    let next = AtomicU32::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Ok(shard) = job.shard(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = run(&job, shard.number) {
                        println!("{error}");
                    }
                }
            });
        }
    });
    let report = verify(&job, InputCheck::Sizes)?;
    println!("{} of {} shards, {} leaves", report.done, report.shards, report.counts.leaves);
    Ok(())
}
