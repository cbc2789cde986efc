//! `reynard book check`: what is wrong with books?

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use reynard_book::Finding;
use serde::Serialize;

use super::opened::Opening;
use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book check book.bin
  reynard book check --json *.bin

Looks at every entry: is the file sorted, does it end after an entry, can the moves be moves \
anywhere, does each come once? The exit code is 1 if something is wrong.")]
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
    findings: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut status = Status::Fine;
    for path in &args.books {
        let name = path.to_string_lossy();
        let book = Opening::AS_IT_IS.open_silently(path)?;
        let (mut findings, mut written) = (0, Ok(()));
        let checked = book.check(|finding| {
            findings += 1;
            if written.is_ok() {
                written = write(&name, finding, args.format, out);
            }
        });
        checked.with_context(|| name.clone().into_owned())?;
        written?;
        let entries = book.len();
        if args.format.json {
            out.json(&Summary { book: &name, entries, findings })?;
        } else {
            let (entries, found) = (counted(entries, "entry"), counted(findings, "finding"));
            writeln!(out, "{name}: {entries}, {found}")?;
        }
        status = status.and(if findings == 0 { Status::Fine } else { Status::Findings });
    }
    Ok(status)
}

fn write(book: &str, finding: Finding, format: Format, out: &mut Output) -> io::Result<()> {
    let Finding { entry, kind, .. } = finding;
    if format.json {
        return out.json(&Line { book, entry, kind: kind.name(), message: kind.to_string() });
    }
    writeln!(out, "{book}: entry {entry}: {}: {kind}", kind.name())
}
