//! The binary `reynard-lab` as people and programs meet it. What its tests share with those of
//! `reynard` is there.

#[path = "../../../reynard-cli/tests/cli/commands.rs"]
mod commands;
#[path = "../../../reynard-cli/tests/cli/docs.rs"]
mod docs;
#[path = "../../../reynard-cli/tests/cli/folder.rs"]
#[expect(dead_code, reason = "some of it is for the other binary")]
mod folder;
#[path = "../../../reynard-cli/tests/cli/jobs.rs"]
#[expect(dead_code, reason = "some of it is for the other binary")]
mod jobs;
mod json_fields;
#[path = "../../../reynard-cli/tests/cli/json_page.rs"]
mod json_page;
mod ladder;
mod net_scores;
#[path = "../../../reynard-cli/tests/cli/run.rs"]
#[expect(dead_code, reason = "some of it is for the other binary")]
mod run;
mod selfplay;
mod train;
mod training_jobs;
mod tune;

/// The program, and its path.
const PROGRAM: &str = "reynard-lab";
const BINARY: &str = env!("CARGO_BIN_EXE_reynard-lab");

/// All commands, in the order of the help.
const COMMANDS: [&str; 9] =
    ["selfplay", "train", "net", "tune", "puzzles", "ladder", "cluster", "completions", "man"];

/// The commands that have commands of their own.
const GROUPS: [(&str, &[&str]); 3] = [
    ("selfplay", &["generate", "stats", "export", "merge", "shuffle", "dedup", "wdl", "check"]),
    ("cluster", &["plan", "run", "run-shard", "verify"]),
    ("net", &["show", "check", "quantize", "average", "loss", "scores", "compare", "explain"]),
];
