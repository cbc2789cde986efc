//! `reynard learn merge`: adds the answers of another notebook.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context, bail};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_learn::ReviewJournal;

use super::lock::{Part, lock};
use super::notebook::{NotebookArg, append, journals_in};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn merge ../laptop/chess
  reynard learn merge 'reviews (conflicted copy).jsonl'

The lines of both are kept, each once, and ordered by time: no answer is lost, and a second merge adds \
nothing.")]
pub(super) struct Args {
    /// Another notebook, or a file of its reviews
    #[arg(value_name = "OTHER", required = true)]
    others: Vec<PathBuf>,
    #[command(flatten)]
    notebook: NotebookArg,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let notebook = args.notebook.open()?;
    let mut theirs = ReviewJournal::default();
    for other in &args.others {
        let files = if other.is_dir() { journals_in(other)? } else { vec![other.clone()] };
        if files.is_empty() {
            bail!("{}: there are no reviews in this folder", other.display());
        }
        for file in files {
            theirs.add(&fs::read(&file).with_context(|| file.display().to_string())?);
        }
    }
    let _lock = lock(&notebook.folder, Part::Reviews, out)?;
    // Copies next to the journal already count, but are not in it.
    let path = notebook.reviews();
    let mut ours = ReviewJournal::default();
    if File::open(&path).is_ok() {
        ours.add(&fs::read(&path).with_context(|| path.display().to_string())?);
    }
    let new: Vec<String> = theirs
        .lines()
        .filter(|line| !ours.contains(line))
        .map(|line| format!("{line}\n"))
        .collect();
    if !new.is_empty() {
        append(&path, new.concat().as_bytes(), b"\n")?;
    }
    let common = theirs.common(&ours);
    writeln!(
        out,
        "{} here, {} there, {common} of them common: {} added.",
        counted(ours.lines().len() as u64, "line"),
        theirs.lines().len(),
        new.len()
    )?;
    Ok(Status::Fine)
}
