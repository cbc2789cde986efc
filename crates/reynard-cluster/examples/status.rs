//! Prints how far a job is: `status FOLDER`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::env::args_os;
use std::error::Error;
use std::path::Path;

use reynard_cluster::{InputCheck, Job, Tasks, verify};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = args_os().nth(1).ok_or("usage: status FOLDER")?;
    let job = Job::open(Path::new(&folder), &Tasks::standard())?;
    let report = verify(&job, InputCheck::Sizes)?;
    println!("{} of {} shards are done, {} games", report.done, report.shards, report.counts.games);
    Ok(())
}
