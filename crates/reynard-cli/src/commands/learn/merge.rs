//! `reynard learn merge`: adds the answers of another notebook.

use std::collections::BTreeSet;
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
            let text = fs::read(&file).with_context(|| file.display().to_string())?;
            if !is_journal(&text) {
                bail!(
                    "{} is neither a notebook nor a file of reviews like reviews.jsonl",
                    file.display()
                );
            }
            theirs.add(&text);
        }
    }
    let _lock = lock(&notebook.folder, Part::Reviews, out)?;
    // Copies next to the journal already count, but are not in it.
    let path = notebook.reviews();
    let mut ours = ReviewJournal::default();
    if File::open(&path).is_ok() {
        ours.add(&fs::read(&path).with_context(|| path.display().to_string())?);
    }
    let known = theirs.lines().filter(|line| !ours.contains(line)).map(ToString::to_string);
    let our_later: BTreeSet<&str> = ours.later_lines().collect();
    let later = theirs.later_lines().filter(|line| !our_later.contains(line));
    let new: Vec<String> =
        known.chain(later.map(str::to_owned)).map(|line| format!("{line}\n")).collect();
    if !new.is_empty() {
        append(&path, new.concat().as_bytes(), b"\n")?;
    }
    let common = theirs.common(&ours);
    writeln!(
        out,
        "{} here, {} there, {common} of them common: {} added.",
        counted(count(&ours) as u64, "line"),
        count(&theirs),
        new.len()
    )?;
    Ok(Status::Fine)
}

/// Returns the number of lines of a journal, including those of later versions of the format.
fn count(journal: &ReviewJournal) -> usize {
    journal.lines().len() + journal.later_lines().len()
}

/// Returns `true` if a text is a journal: it is empty, at least one of its lines is an event, or it
/// is the beginning of an event.
fn is_journal(text: &[u8]) -> bool {
    /// The beginning of each line that Reynard writes.
    const BEGINNING: &[u8] = b"{\"time\":";
    let mut journal = ReviewJournal::default();
    journal.add(text);
    let text = text.trim_ascii();
    count(&journal) > 0 || text.starts_with(BEGINNING) || BEGINNING.starts_with(text)
}
