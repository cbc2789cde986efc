//! `reynard pgn filter`: selects games that meet conditions.
//!
//! * `conditions`: the conditions, given as options;
//! * `numbers`: game numbers, given as an option.

mod conditions;
mod numbers;

use std::io::Write;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::bail;
use reynard_games::{Matcher, QueryTerm, Sampler};
use serde::Serialize;

use super::input::{Inputs, Lints, OnErrors};
use super::near::{add_fulfilled, note_conditions};
use super::target::{Target, To};
use conditions::Conditions;
pub(in crate::commands) use conditions::parsed;
use numbers::GameNumbers;
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn filter --player Capablanca --result 1-0,0-1 games.pgn
  reynard pgn filter --tag 'WhiteElo>=2500' --date 2000..2009 -o elite.pgn games.pgn.zst
  reynard pgn filter --material KRPvKR --material-plies 10 games.pgn
  reynard pgn filter --where 'elo>=2500 (eco=B90-B99 or opening~najdorf)' games.pgn
  reynard pgn filter --moves 'e4 c5 Nf3 d6' --elo 2600+ -o open.pgn games.pgn
  reynard pgn filter --game 30243 games.pgn
  reynard pgn filter --elo 2500+ --sample 1000 --seed 7 -o sample.pgn games.pgn
  reynard pgn filter --position 'r*/*/*/*/*/*/*/*k w' --count games.pgn

All conditions must be fulfilled. Games are written as they stand in the file, with an empty line \
behind each. Moves are only played, and illegal ones only found, where a condition needs it.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    #[command(flatten)]
    to: To,
    #[command(flatten)]
    format: Format,
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
    limit: Option<NonZeroU64>,
    /// Numbers of games in their file, from 1, as `pgn check` reports them: 30243, 10-20
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    game: Vec<GameNumbers>,
    /// Number of games to draw at random from those that match, written in their order
    #[arg(long, value_name = "N", conflicts_with_all = ["limit", "count"])]
    sample: Option<usize>,
    /// Seed of the random sample
    #[arg(long, value_name = "SEED", default_value_t = 0, requires = "sample")]
    seed: u64,
}

/// The number of games that match, printed as JSON.
#[derive(Serialize)]
struct Count {
    games: u64,
    matched: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if args.format.json && !args.count {
        bail!("--json is for --count: games are written as they stand in the file");
    }
    args.refuse_conditions_among_files()?;
    let paint = out.paint_notes();
    let mut target = if args.count {
        args.to.open(&args.inputs.files, out)?
    } else {
        args.to.open_games(out)?
    };
    let limit = args.limit.map_or(u64::MAX, NonZeroU64::get);
    let mut left = limit;
    let query = args.conditions.query()?;
    let query = if args.invert { query.negated() } else { query };
    let matcher = |source: Option<&Arc<str>>| {
        let matcher = Matcher::new(&query);
        match source {
            Some(source) => matcher.from_source(Arc::clone(source)),
            None => matcher,
        }
    };
    let mut fulfilled = vec![false; query.conditions().len()];
    // Number of games in the largest file.
    let mut last_game = 0;
    let replaced = args.to.replaced_input(&args.inputs.files)?;
    let mut games_before = 0;
    let mut sampler = args.sample.map(|size| Sampler::new(size, args.seed));
    let sums =
        args.to.inputs(&args.inputs)?.read_named(paint, Lints::Dropped, matcher, |batch| {
            add_fulfilled(&mut fulfilled, batch.visitor.fulfilled());
            for (number, text) in batch.visitor.found().iter() {
                if left == 0 || !args.takes(number + batch.chunk.games_before) {
                    continue;
                }
                left -= 1;
                match &mut sampler {
                    Some(sampler) => sampler.push(|| text.to_vec()),
                    None if args.count => {}
                    None => target.write_all(text)?,
                }
            }
            batch.note(target.out())?;
            let read = batch.chunk.games_before + batch.chunk.totals.games;
            last_game = read.max(last_game);
            if replaced == Some(batch.index) {
                games_before += batch.chunk.totals.games;
            }
            // If a file is replaced, its games are counted to the end.
            let is_over = replaced.is_none()
                && (left == 0 || args.last_number().is_some_and(|last| read >= last));
            Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
    let count = Count { games: sums.games, matched: limit - left };
    let mut written = count.matched;
    if let Some(sampler) = sampler {
        let sample = sampler.into_items();
        sample.iter().try_for_each(|text| target.write_all(text))?;
        written = sample.len() as u64;
    }
    if args.count && args.format.json {
        serde_json::to_writer(&mut target, &count)?;
        writeln!(target)?;
    } else if args.count {
        writeln!(target, "{}", count.matched)?;
    }
    if count.matched == 0 && sums.games > 0 {
        args.note_numbers(last_game, &mut target)?;
        if !args.invert {
            note_conditions(&args.inputs, &query, &fulfilled, target.out())?;
        }
    }
    let status = args.errors.status(&sums, target.out())?;
    args.to.finish(target, &sums, status, |to, out| {
        if written < games_before {
            let fewer = counted(games_before - written, "game");
            let note = out.paint_warning("note");
            out.note(format_args!("{note}: the file has {fewer} fewer than before"))?;
        }
        if args.count { Ok(()) } else { to.note_written(written, out) }
    })
}

impl Args {
    /// Rejects a filter condition among the file names. All conditions of a filter must be given as
    /// a single argument: `--where 'player~x result=loss'`.
    fn refuse_conditions_among_files(&self) -> anyhow::Result<()> {
        for file in &self.inputs.files {
            let text = file.to_string_lossy();
            if text.contains(['=', '~', '<', '>'])
                && !file.exists()
                && text.parse::<QueryTerm>().is_ok()
            {
                bail!(
                    "{text}: no such file, but a condition: all of them go into one quoted argument, like --where \
                     'player~x result=loss'"
                );
            }
        }
        Ok(())
    }

    /// Returns the greatest game number requested by the options, if there is only one input file.
    fn last_number(&self) -> Option<u64> {
        let numbers = self.game.iter().map(GameNumbers::greatest);
        let last = numbers.collect::<Option<Vec<u64>>>()?.into_iter().max();
        last.filter(|_| matches!(&*self.inputs.files, [path] if !path.is_dir()))
    }

    /// Returns `true` if the game with this number is requested.
    fn takes(&self, number: u64) -> bool {
        self.game.is_empty() || self.game.iter().any(|numbers| numbers.contains(number))
    }

    /// Prints a note that none of the requested numbers exists. `last` is the number of the last
    /// game read.
    fn note_numbers(&self, last: u64, target: &mut Target<'_>) -> anyhow::Result<()> {
        if (1..=last).any(|number| self.takes(number)) {
            return Ok(());
        }
        let numbers = self.game.iter().map(GameNumbers::to_string).collect::<Vec<_>>().join(",");
        let word = target.out().paint_warning("note");
        target.out().note(format_args!(
            "{word}: no game fulfills --game {numbers}: the last one has the number {last}"
        ))?;
        Ok(())
    }
}
