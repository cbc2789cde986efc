//! `reynard book filter`: selects entries of a book.

use std::collections::HashSet;
use std::path::PathBuf;

use reynard::Color;
use reynard_book::{BookFilter, FilterSummary};
use reynard_console::fen_input::{Format, position_of_option};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::rules::Reading;

use super::opened::{AnyBook, Opening, explain};
use super::result::Result as Target;
use crate::side::Side;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book filter book.bin --min-weight 10 -o small.bin
  reynard book filter book.bin --top 3 --side white --max-ply 20 -o repertoire.bin

With --side, --max-ply and --fen only positions stay that are found by playing from the start \
position or the FEN; of the others only keys are known.")]
pub(super) struct Args {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    target: Target,
    /// Drop moves with a smaller weight [default: 0]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    min_weight: u16,
    /// Number of moves to keep of each position, those with the largest weights
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Keep the positions in which this side moves
    #[arg(long, value_name = "COLOR")]
    side: Option<Side>,
    /// Keep the positions within this number of plies (moves of either side)
    #[arg(long, value_name = "N")]
    max_ply: Option<usize>,
    /// Keep the positions that can be reached from this one
    #[arg(long, value_name = "FEN", num_args = 1..=6)]
    fen: Vec<String>,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let book = args.opening.open(&args.book, out)?;
    let walks = args.side.is_some() || args.max_ply.is_some() || !args.fen.is_empty();
    let found = if walks {
        let Some(found) = args.found(&book, out)? else { return Ok(Status::Diagnostics) };
        Some(found)
    } else {
        None
    };
    let filter = BookFilter { min_weight: args.min_weight, top: args.top.unwrap_or(usize::MAX) };
    let keep = |key| found.as_ref().is_none_or(|found| found.contains(&key));
    let mut file = args.target.create()?;
    let summary = reynard_book::filter(&book, filter, keep, &mut file)
        .map_err(|error| explain(error, &[&args.book]))?;
    let status = args.target.finish(file, summary.entries, out)?;
    if args.format.json {
        out.json(&summary)?;
    } else {
        let FilterSummary { entries, dropped } = summary;
        let stay = if entries == 1 { "stays" } else { "stay" };
        let entries = counted(entries, "entry");
        out.note(format_args!("{entries} {stay}, {dropped} left out"))?;
    }
    Ok(status)
}

impl Args {
    /// Returns the keys of the positions to keep, or `None` if the FEN is invalid.
    fn found(&self, book: &AnyBook, out: &mut Output) -> anyhow::Result<Option<HashSet<u64>>> {
        let Some(start) = position_of_option(&self.fen, Reading::PLAYABLE, out)? else {
            return Ok(None);
        };
        let mut found = HashSet::new();
        for visit in book.walk(&start, self.max_ply.unwrap_or(usize::MAX))? {
            let position = visit?.position;
            if self.side.is_none_or(|side| Color::from(side) == position.turn()) {
                found.insert(position.polyglot_key());
            }
        }
        Ok(Some(found))
    }
}
