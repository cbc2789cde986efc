//! `reynard book compare`: the differences of two books.

use std::io::{self, Write};
use std::path::PathBuf;

use reynard_book::{Difference, Entry};
use serde::Serialize;

use super::opened::{Opening, explain};
use crate::fen_input::Format;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book compare old.bin new.bin
  reynard book compare --json old.bin new.bin

Every move is listed that only one of the books has (- for the first, + for the second) or that has \
other numbers there (~). The order of the moves of a position does not count. The exit code is 1 if \
there is a difference.")]
pub(super) struct Args {
    /// The first book
    #[arg(value_name = "FIRST")]
    first: PathBuf,
    /// The second book
    #[arg(value_name = "SECOND")]
    second: PathBuf,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    format: Format,
}

/// A move on which the books do not agree, with what each has.
#[derive(Serialize)]
struct Line {
    key: String,
    r#move: String,
    first: Option<Numbers>,
    second: Option<Numbers>,
}

#[derive(Clone, Copy, Serialize)]
struct Numbers {
    weight: u16,
    learn: u32,
}

#[derive(Serialize)]
struct Summary {
    equal: u64,
    changed: u64,
    first: u64,
    second: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let first = args.opening.open(&args.first, out)?;
    let second = args.opening.open(&args.second, out)?;
    let explain = |error| explain(error, &[&args.first, &args.second]);
    let mut differences = reynard_book::compare(&first, &second).map_err(explain)?;
    for difference in differences.by_ref() {
        write(difference.map_err(explain)?, args.format, out)?;
    }
    let comparison = differences.comparison();
    let reynard_book::Comparison { equal, changed, first, second } = comparison;
    if args.format.json {
        out.json(&Summary { equal, changed, first, second })?;
    } else {
        out.remark(format_args!(
            "{equal} equal, {changed} changed, {first} only in the first, {second} only in the second"
        ))?;
    }
    Ok(if comparison.is_equal() { Status::Fine } else { Status::Findings })
}

fn write(difference: Difference, format: Format, out: &mut Output) -> io::Result<()> {
    let numbers = |entry: Entry| Numbers { weight: entry.weight, learn: entry.learn };
    let (sign, entry, first, second) = match difference {
        Difference::First(entry) => ('-', entry, Some(numbers(entry)), None),
        Difference::Second(entry) => ('+', entry, None, Some(numbers(entry))),
        Difference::Changed { first, second } => {
            ('~', first, Some(numbers(first)), Some(numbers(second)))
        }
    };
    let (key, mv) = (format!("{:016x}", entry.key), entry.mv.to_string());
    if format.json {
        return out.json(&Line { key, r#move: mv, first, second });
    }
    let text = |Numbers { weight, learn }: Numbers| match learn {
        0 => weight.to_string(),
        learn => format!("{weight} (learn {learn})"),
    };
    let values: Vec<String> = [first, second].into_iter().flatten().map(text).collect();
    writeln!(out, "{sign} {key} {mv} {}", values.join(" -> "))
}
