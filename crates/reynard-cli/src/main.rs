//! The binary `reynard`: see the library beside it.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    reynard_cli::run()
}
