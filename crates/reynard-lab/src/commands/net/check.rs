//! `reynard-lab net check`: checks network files.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use serde::Serialize;

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  reynard-lab net check *.rnn")]
pub(super) struct Args {
    /// Network files
    #[arg(value_name = "NET", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    format: Format,
}

/// The outcome of a check.
#[derive(Serialize)]
struct Checked {
    file: String,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut status = Status::Fine;
    for path in &args.files {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let error = reynard_nnue::Network::parse(&bytes).err().map(|error| error.to_string());
        if error.is_some() {
            status = Status::Diagnostics;
        }
        let checked = Checked { file: path.display().to_string(), ok: error.is_none(), error };
        if args.format.json {
            out.json(&checked)?;
        } else {
            writeln!(out, "{}: {}", checked.file, checked.error.as_deref().unwrap_or("ok"))?;
        }
    }
    Ok(status)
}
