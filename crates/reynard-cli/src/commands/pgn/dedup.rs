//! `reynard pgn dedup`: duplicate games removed.
//!
//! The input is read twice: first for fingerprints of the games, which are sorted, on the disk if they do
//! not fit into memory; then to write the games whose fingerprint is new.

use std::io::Write;
use std::ops::ControlFlow;

use clap::ValueEnum;
use reynard_games::{Fingerprinter, GameKey, Keyer, SameGame};
use reynard_sort::DuplicateFinder;

use super::input::{CONTINUE, Inputs, Lints, OnErrors, Policy};
use super::target::To;
use crate::numbers::counted;
use crate::output::{Output, Status};
use crate::sort_memory::SortMemory;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn dedup games.pgn > unique.pgn
  reynard pgn dedup --same final-position --memory 64 -o unique.pgn a.pgn b.pgn.zst

The first of several equal games stays, as it stands in the file. Tags, comments and variations do \
not count. The result does not depend on the memory. Standard input is copied to a temporary file, \
since it is read twice.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Criterion for duplicates
    #[arg(long, value_enum, value_name = "WHAT", default_value = "moves")]
    same: Same,
    #[command(flatten)]
    budget: SortMemory,
    #[command(flatten)]
    to: To,
}

/// The criterion for duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Same {
    /// They start from the same position and have the same moves
    Moves,
    /// They end in the same position after as many moves
    FinalPosition,
}

impl From<Same> for SameGame {
    fn from(same: Same) -> Self {
        match same {
            Same::Moves => Self::Moves,
            Same::FinalPosition => Self::FinalPosition,
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let paint = out.paint_remarks();
    let mut inputs = args.inputs.clone();
    inputs.keep_stdin()?;
    let mut finder = DuplicateFinder::new(args.budget.bytes());
    let fingerprinter = || Fingerprinter::new(args.same.into());
    let sums = inputs.read(paint, Lints::Dropped, fingerprinter, |batch| {
        for &fingerprint in batch.visitor.fingerprints() {
            finder.push(fingerprint.map(|it| it.bytes().to_vec()))?;
        }
        batch.remark(out)?;
        CONTINUE
    })?;
    let games = finder.len();
    let mut duplicates = finder.finish()?;
    let mut written = 0_u64;
    let mut target = args.to.open(out)?;
    // The numbers of games do not depend on the policy.
    inputs.policy = Policy::Keep;
    let keyer = || Keyer::new(&GameKey::None);
    inputs.read(paint, Lints::Dropped, keyer, |batch| {
        for game in batch.visitor.games() {
            if duplicates.count() == games {
                return Ok(ControlFlow::Break(()));
            }
            if !duplicates.is_next()? {
                target.write_all(&game.text)?;
                written += 1;
            }
        }
        CONTINUE
    })?;
    target.out().remark(format_args!("{written} of {}", counted(games, "game")))?;
    let status = args.errors.status(&sums, target.out())?;
    target.finish()?;
    Ok(status)
}
