//! The binary `reynard`: see the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    reynard_cli::run()
}
