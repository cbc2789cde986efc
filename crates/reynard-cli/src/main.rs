//! The binary `reynard`: the chess toolkit on the command line.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    reynard_commands::run()
}
