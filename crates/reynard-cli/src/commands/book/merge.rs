//! `reynard book merge`: merges several books.

use std::path::{Path, PathBuf};

use reynard_book::{MergePolicy, MergeSummary};
use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};

use super::opened::{Opening, explain};
use super::result::Result as Target;

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
    #[arg(value_parser = choice(&POLICIES))]
    policy: MergePolicy,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    format: Format,
}

/// The rules for the weight of a move that occurs in several books.
const POLICIES: [Choice<MergePolicy>; 3] = [
    (
        "add",
        MergePolicy::Add,
        "Add the weights, up to 65,535; the learn value is that of the first book",
    ),
    ("first", MergePolicy::First, "Keep the entry of the first book that has the move"),
    ("max", MergePolicy::Max, "Keep the entry with the largest weight"),
];

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let open = |path: &PathBuf| args.opening.open(path, out);
    let books = args.books.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
    let paths: Vec<&Path> = args.books.iter().map(PathBuf::as_path).collect();
    let mut file = args.target.create()?;
    let summary = reynard_book::merge(&books, args.policy, &mut file)
        .map_err(|error| explain(error, &paths))?;
    let status = args.target.finish(file, summary.entries, out)?;
    if args.format.json {
        out.json(&summary)?;
    } else {
        let MergeSummary { entries, combined, dropped } = summary;
        let combined = format!("{combined} combined with another");
        out.note(format_args!("{}, {combined}, {dropped} left out", counted(entries, "entry")))?;
    }
    Ok(status)
}
