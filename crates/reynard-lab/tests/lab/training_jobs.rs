//! `reynard-lab cluster`: self-play and training positions as jobs.

use std::fs;

use crate::jobs::{folder, gives_the_same_bytes, plan, run};

#[test]
fn one_process_two_workers_and_a_shell_give_the_same_bytes() {
    let folder = folder();
    let folder = folder.path();
    let generate = "selfplay generate shards --shards 3 --games 2 --nodes 20";
    assert_eq!(run(folder, generate).code, 0);
    gives_the_same_bytes(folder, "samples JOB shards");
}

#[test]
fn games_of_a_job_are_those_of_one_machine() {
    let folder = folder();
    let folder = folder.path();
    gives_the_same_bytes(folder, "selfplay JOB --shards 3 --games 2 --nodes 50");
    plan(folder, "selfplay games --shards 2 --games 2 --nodes 50 --seed 9 --chess960");
    assert_eq!(run(folder, "cluster run games").code, 0);
    let generate = "selfplay generate plain --shards 2 --games 2 --nodes 50 --seed 9 --chess960";
    assert_eq!(run(folder, generate).code, 0);
    for number in 0..2 {
        let of_job = fs::read(folder.join(format!("games/selfplay-{number:05}.rsp")));
        let plain = fs::read(folder.join(format!("plain/9-{number:05}.rsp")));
        assert!(of_job.expect("a shard") == plain.expect("a shard"));
    }
}

#[test]
fn jobs_of_the_other_program_run_here_too() {
    let folder = folder();
    gives_the_same_bytes(folder.path(), "check JOB games.pgn --lints --shard-bytes 3000");
}
