//! `reynard book check`: checks books for errors.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use reynard_book::BookDiagnostic;
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use serde::Serialize;

use super::opened::Opening;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book check book.bin
  reynard book check --json *.bin

Checks every entry: the order of keys, the end of the file, moves that cannot be legal anywhere, \
duplicate moves. The exit code is 1 if something is wrong.")]
pub(super) struct Args {
    /// The books
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Line<'a> {
    book: &'a str,
    entry: u64,
    kind: &'a str,
    message: String,
}

#[derive(Serialize)]
struct Summary<'a> {
    book: &'a str,
    entries: u64,
    diagnostics: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut status = Status::Fine;
    for path in &args.books {
        let name = path.to_string_lossy();
        let book = Opening::AS_IT_IS.open_silently(path)?;
        let mut diagnostics = 0;
        for diagnostic in book.check() {
            let diagnostic = diagnostic.with_context(|| name.clone().into_owned())?;
            diagnostics += 1;
            write(&name, diagnostic, args.format, out)?;
        }
        let entries = book.len();
        if args.format.json {
            out.json(&Summary { book: &name, entries, diagnostics })?;
        } else {
            let (entries, found) = (counted(entries, "entry"), counted(diagnostics, "diagnostic"));
            writeln!(out, "{name}: {entries}, {found}")?;
        }
        status = status.and(Status::fine_if(diagnostics == 0));
    }
    Ok(status)
}

fn write(
    book: &str,
    diagnostic: BookDiagnostic,
    format: Format,
    out: &mut Output,
) -> io::Result<()> {
    let BookDiagnostic { entry, kind, .. } = diagnostic;
    if format.json {
        return out.json(&Line { book, entry, kind: kind.name(), message: kind.to_string() });
    }
    writeln!(out, "{book}: entry {entry}: {}: {kind}", kind.name())
}
