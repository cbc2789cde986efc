//! `reynard pgn stats`: statistics of a collection.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use reynard_games::{Counter, GameResults, NumberSummary, Statistics, StatisticsSummary};

use super::input::{CONTINUE, Inputs, Lints, OnErrors};
use crate::fen_input::Format;
use crate::output::{Output, Status, printable};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn stats games.pgn
  reynard pgn stats --top 20 --json games.pgn.zst

Openings are found by the moves; the tags ECO and Opening are ignored. At most 100,000 different \
players are counted, those that come first.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Number of players, openings and years that are shown
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN.saturating_add(9))]
    top: NonZeroUsize,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut statistics = Statistics::default();
    let sums =
        args.inputs.read(out.paint_remarks(), Lints::Dropped, Counter::default, |batch| {
            statistics.add(batch.visitor.statistics());
            batch.remark(out)?;
            CONTINUE
        })?;
    let summary = statistics.summary(args.top.get());
    if args.format.json {
        out.json(&summary)?;
    } else {
        print(&summary, out)?;
    }
    Ok(args.errors.status(&sums, out)?)
}

fn print(summary: &StatisticsSummary, out: &mut Output) -> io::Result<()> {
    writeln!(out, "Games    {}", summary.games)?;
    for (name, measure) in [("Plies", &summary.plies), ("Elo", &summary.elo)] {
        if let Some(NumberSummary { least, mean, most }) = measure {
            writeln!(out, "{name:<8} {mean:.0} on average, {least} to {most}")?;
        }
    }
    let GameResults { white, draw, black, unknown } = summary.results;
    let results = [("1-0", white), ("1/2-1/2", draw), ("0-1", black), ("*", unknown)];
    let results = results.into_iter().map(|(name, games)| {
        // Rounded half up, in tenths of a percent.
        let tenths = (games * 2000 + summary.games) / (summary.games * 2).max(1);
        (format!("{name:<7} {:>3}.{} %", tenths / 10, tenths % 10), games)
    });
    table(out, "Results", results)?;
    let lengths = summary.lengths.chunks(2).enumerate().map(|(index, pair)| {
        let (from, games) = (index * 20, pair.iter().sum());
        let name = if from == 200 { "200 ..".into() } else { format!("{from} .. {}", from + 19) };
        (name, games)
    });
    table(out, "Plies", lengths)?;
    table(out, "Years", summary.years.iter().map(|year| (year.year.clone(), year.games)))?;
    table(out, "Players", summary.players.iter().map(|p| (p.name.clone(), p.games)))?;
    let openings = summary.openings.iter();
    let openings = openings.map(|named| (format!("{} {}", named.eco, named.opening), named.games));
    table(out, "Openings", openings)
}

/// A table of counts with bars; nothing if all of them are 0.
fn table(
    out: &mut Output,
    title: &str,
    rows: impl Iterator<Item = (String, u64)>,
) -> io::Result<()> {
    /// The most characters in a bar.
    const BAR: u64 = 30;
    let rows = rows.filter(|&(_, games)| games > 0);
    let rows: Vec<(String, u64)> =
        rows.map(|(name, games)| (printable(&name).into_owned(), games)).collect();
    let Some(most) = rows.iter().map(|&(_, games)| games).max() else { return Ok(()) };
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(44);
    let digits = most.to_string().len();
    writeln!(out, "\n{title}")?;
    for (name, games) in rows {
        let name: String = name.chars().take(width).collect();
        let bar = "█".repeat(usize::try_from((games * BAR).div_ceil(most)).unwrap_or(0));
        writeln!(out, "  {name:<width$}  {games:>digits$}  {bar}")?;
    }
    Ok(())
}
