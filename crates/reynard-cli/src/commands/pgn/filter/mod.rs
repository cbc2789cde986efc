//! `reynard pgn filter`: games that fulfill conditions.
//!
//! * `conditions`: the conditions as options.

mod conditions;

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::bail;
use reynard_games::{Condition, Matcher, Query};
use serde::Serialize;

use super::input::{Inputs, Lints};
use super::target::To;
use crate::fen_input::Format;
use crate::output::{Output, Status};
use conditions::Conditions;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn filter --player Capablanca --result 1-0,0-1 games.pgn
  reynard pgn filter --tag 'WhiteElo>=2500' --date 2000..2009 -o elite.pgn games.pgn.zst
  reynard pgn filter --material KRPvKR --material-plies 10 games.pgn
  reynard pgn filter --where 'elo>=2500 (eco=B90-B99 or opening~najdorf)' games.pgn
  reynard pgn filter --moves 'e4 c5 Nf3 d6' --elo 2600+ -o open.pgn games.pgn
  reynard pgn filter --position 'r*/*/*/*/*/*/*/*k w' --count games.pgn

All conditions must be fulfilled. Games are written as they stand in the file, with an empty line \
behind each. Moves are only played, and illegal ones only found, where a condition needs it.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    conditions: Conditions,
    /// Take the games that do not fulfill the conditions
    #[arg(long)]
    invert: bool,
    /// Print the number of games that match and write none
    #[arg(long)]
    count: bool,
    /// Stop after this number of games
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    to: To,
    #[command(flatten)]
    format: Format,
}

/// The number of games that match.
#[derive(Serialize)]
struct Count {
    games: u64,
    matched: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if args.format.json && !args.count {
        bail!("--json is for --count: games are written as they stand in the file");
    }
    let paint = out.paint_remarks();
    let mut target = args.to.open(out)?;
    let mut left = args.limit.unwrap_or(u64::MAX);
    let limit = left;
    let query = args.conditions.query()?;
    let query = if args.invert { query.negated() } else { query };
    let matcher = || Matcher::new(&query);
    let mut fulfilled = vec![false; query.conditions().len()];
    let sums = args.inputs.read(paint, Lints::Dropped, matcher, |batch| {
        let found = batch.visitor.found();
        for (sum, &one) in fulfilled.iter_mut().zip(batch.visitor.fulfilled()) {
            *sum |= one;
        }
        let wanted = usize::try_from(left).unwrap_or(usize::MAX).min(found.ends.len());
        if !args.count {
            let end = wanted.checked_sub(1).map_or(0, |last| found.ends[last]);
            target.write_all(&found.text[..end])?;
        }
        left -= wanted as u64;
        batch.remark(target.out())?;
        Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let count = Count { games: sums.games, matched: limit - left };
    if args.count && args.format.json {
        serde_json::to_writer(&mut target, &count)?;
        writeln!(target)?;
    } else if args.count {
        writeln!(target, "{}", count.matched)?;
    }
    if count.matched == 0 && sums.games > 0 && !args.invert {
        note_unfulfilled(&query, &fulfilled, target.out())?;
    }
    target.finish()?;
    Ok(sums.status())
}

/// Notes the conditions that no game has fulfilled, where these are why no game matches.
fn note_unfulfilled(query: &Query, fulfilled: &[bool], out: &mut Output) -> io::Result<()> {
    // The values of a list are conditions with one text.
    let mut texts: Vec<(&str, bool)> = Vec::new();
    for ((index, condition), &is_fulfilled) in query.conditions().enumerate().zip(fulfilled) {
        let Some(text) = query.condition_text(index) else { continue };
        if matches!(condition, Condition::Board(_)) {
            continue;
        }
        match texts.iter_mut().find(|(other, _)| *other == text) {
            Some((_, sum)) => *sum |= is_fulfilled,
            None => texts.push((text, is_fulfilled)),
        }
    }
    for (text, _) in texts.into_iter().filter(|(_, is_fulfilled)| !is_fulfilled) {
        let word = out.paint_warning("note");
        out.remark(format_args!("{word}: no game fulfills {text}"))?;
    }
    Ok(())
}
