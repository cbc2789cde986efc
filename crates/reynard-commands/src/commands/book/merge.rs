//! `reynard book merge`: several books merged into one.

use std::path::{Path, PathBuf};

use reynard_book::{MergePolicy, MergeSummary};
use serde::Serialize;

use super::opened::{Opening, explain};
use super::result::Result as Target;
use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book merge first.bin second.bin -o both.bin
  reynard book merge --policy first mine.bin theirs.bin -o mine-first.bin")]
pub(super) struct Args {
    /// The books
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,
    #[command(flatten)]
    target: Target,
    /// Weight of a move that several books have [default: add]
    #[arg(long, value_name = "POLICY", default_value = "add", hide_default_value = true)]
    policy: Policy,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Policy {
    /// Add the weights, up to 65,535; the learn value is that of the first book
    Add,
    /// Keep the entry of the first book that has the move
    First,
    /// Keep the entry with the largest weight
    Max,
}

#[derive(Serialize)]
struct Summary {
    entries: u64,
    combined: u64,
    dropped: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let open = |path: &PathBuf| args.opening.open(path, out);
    let books = args.books.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
    let policy = match args.policy {
        Policy::Add => MergePolicy::Add,
        Policy::First => MergePolicy::First,
        Policy::Max => MergePolicy::Max,
    };
    let paths: Vec<&Path> = args.books.iter().map(PathBuf::as_path).collect();
    let MergeSummary { entries, combined, dropped } = args.target.write(|file| {
        reynard_book::merge(&books, policy, file).map_err(|error| explain(error, &paths))
    })?;
    if args.format.json {
        out.json(&Summary { entries, combined, dropped })?;
    } else {
        let combined = format!("{combined} combined with another");
        out.remark(format_args!("{}, {combined}, {dropped} left out", counted(entries, "entry")))?;
    }
    Ok(Status::Fine)
}
