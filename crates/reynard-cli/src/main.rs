//! The program `reynard`: the chess toolkit on the command line.
//!
//! Each subcommand is a file or folder of `commands`, with its arguments and its output. The chess
//! logic is in the libraries. Data goes to standard output, and notes go to standard error. The
//! exit code is 0 for success, 1 if a problem was found, 2 if the command could not be carried out,
//! and 130 after Ctrl-C.

#![forbid(unsafe_code)]

mod args;
mod browse;
mod commands;
mod compressed_file;
mod content;
mod csv;
mod drawing_args;
mod line_editor;
mod memory;
mod parquet;
mod picture;
mod picture_files;
mod remote;
mod search_options;
mod side;
mod table_folders;
mod typed_move;

use std::process::ExitCode;

use reynard_console::program;

fn main() -> ExitCode {
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(error) => return program::report(&error),
    };
    match cli.command {
        None => commands::uci::run(&cli.engine),
        Some(command) => program::finish(cli.color.mode, |out| command.run(args::command, out)),
    }
}
