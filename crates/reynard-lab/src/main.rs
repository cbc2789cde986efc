//! The binary `reynard-lab`: the tools for developing Reynard's networks.
//!
//! Each subcommand is a file or folder in [`commands`]. Exit codes and streams are the same as for
//! `reynard`.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod filter_args;
mod target_args;

use std::process::ExitCode;

use reynard_console::program;

fn main() -> ExitCode {
    match args::parse() {
        Ok(cli) => program::finish(cli.color.mode, |out| cli.command.run(args::command, out)),
        Err(error) => program::report(&error),
    }
}
