//! `reynard book compare`: compares two books.

use std::io::Write;
use std::path::PathBuf;

use reynard::Position;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};

use super::opened::{Opening, explain};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book compare old.bin new.bin
  reynard book compare --list old.bin new.bin
  reynard book compare --json old.bin new.bin

With --list or --json every move is listed that only one of the books has (- for the first, + for the \
second) or that has other numbers there (~): position by position as moves from the start, the nearest \
first, and by its key where no moves of the books lead there. The order of the moves of a position does \
not count. The exit code is 1 if there is a difference.")]
pub(super) struct Args {
    /// The first book
    #[arg(value_name = "FIRST")]
    first: PathBuf,
    /// The second book
    #[arg(value_name = "SECOND")]
    second: PathBuf,
    /// List the differences as well as their numbers
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let first = args.opening.open(&args.first, out)?;
    let second = args.opening.open(&args.second, out)?;
    let explain = |error| explain(error, &[&args.first, &args.second]);
    let mut differences = reynard_book::compare(&first, &second).map_err(explain)?;
    if args.list && !args.format.json {
        let positions = differences.by_position(&Position::startpos()).map_err(explain)?;
        positions.iter().try_for_each(|position| writeln!(out, "{position}"))?;
    }
    for difference in differences.by_ref() {
        let difference = difference.map_err(explain)?;
        if args.format.json {
            out.json(&difference)?;
        }
    }
    let comparison = differences.comparison();
    if args.format.json {
        out.json(&comparison)?;
    } else if args.list {
        out.note(comparison)?;
    } else {
        // Without a list, the sums are the answer.
        writeln!(out, "{comparison}")?;
    }
    Ok(Status::fine_if(comparison.is_equal()))
}
