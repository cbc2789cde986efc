//! `reynard pgn dedup`: removes duplicate games.
//!
//! The input is read twice. The first pass computes fingerprints of the games and sorts them, on
//! disk if they do not fit into memory. The second pass writes the games whose fingerprint has not
//! occurred before.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::bail;
use clap::ValueEnum;
use reynard_base::sort::DuplicateFinder;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::sort_memory::SortMemory;
use reynard_games::{Fingerprinter, GameKey, Keyer, SameGame, SimilarGames, SimilarityKeyer};
use reynard_pgn::ErrorPolicy;

use super::input::{CONTINUE, Inputs, Lints, OnErrors, Sums};
use super::target::To;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn dedup games.pgn > unique.pgn
  reynard pgn dedup --same final-position --memory 64 -o unique.pgn a.pgn b.pgn.zst
  reynard pgn dedup --same nearly -o unique.pgn collections/

The first of several equal games stays, as it stands in the file, and the longest of several that are \
nearly the same. Comments and variations do not count, tags only for games without moves, and text only for games with an \
error. With --same nearly both \
players can be the same persons (`Tal, M` and `Tal, Mikhail`, but not `Li, Wei` and `Li, Chao`), the \
dates and the results agree as far as both are known, and the moves of the shorter game but for its last two plies begin the longer one; games of fewer \
than 22 plies or without names need the same moves. The result does not depend on the memory. Standard \
input is copied to a temporary file, since it is read twice.")]
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
    /// The same players and moves, but for spelling, unknown dates and lost last moves
    Nearly,
}

/// A function that returns `true` if the next game is to be omitted. It is called once for each
/// game, in order.
type LeftOut = Box<dyn FnMut() -> io::Result<bool>>;

impl Args {
    /// Reads the games. Returns the function that selects the games to omit, their number, and the
    /// totals.
    fn find(&self, inputs: &Inputs, out: &mut Output) -> anyhow::Result<(LeftOut, u64, Sums)> {
        let paint = out.paint_notes();
        let same = match self.same {
            Same::Moves => SameGame::Moves,
            Same::FinalPosition => SameGame::FinalPosition,
            Same::Nearly => {
                let mut games = SimilarGames::new(self.budget.bytes());
                let mut count = 0;
                let keyer = SimilarityKeyer::default;
                let sums = inputs.read(paint, Lints::Dropped, keyer, |batch| {
                    for key in batch.visitor.keys() {
                        games.push(key.clone())?;
                        count += 1;
                    }
                    batch.note(out)?;
                    CONTINUE
                })?;
                let mut numbers = games.finish()?.into_iter().peekable();
                let mut game = 0..;
                let is_next = move || Ok(numbers.next_if_eq(&game.next().unwrap_or(0)).is_some());
                return Ok((Box::new(is_next), count, sums));
            }
        };
        let mut finder = DuplicateFinder::new(self.budget.bytes());
        let fingerprinter = || Fingerprinter::new(same);
        let sums = inputs.read(paint, Lints::Dropped, fingerprinter, |batch| {
            for &fingerprint in batch.visitor.fingerprints() {
                finder.push(fingerprint.map(|it| it.bytes().to_vec()))?;
            }
            batch.note(out)?;
            CONTINUE
        })?;
        let games = finder.len();
        let mut duplicates = finder.finish()?;
        Ok((Box::new(move || duplicates.is_next()), games, sums))
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let paint = out.paint_notes();
    let mut inputs = args.to.inputs(&args.inputs)?;
    inputs.keep_stdin()?;
    let (mut is_left_out, games, sums) = args.find(&inputs, out)?;
    let (mut asked, mut written) = (0, 0_u64);
    let mut target = args.to.open_games(out)?;
    // Game numbers do not depend on the policy.
    inputs.policy = ErrorPolicy::KeepPrefix;
    let keyer = || Keyer::new(&GameKey::None);
    let again = inputs.read(paint, Lints::Dropped, keyer, |batch| {
        for game in batch.visitor.games() {
            if asked == games {
                return Ok(ControlFlow::Break(()));
            }
            asked += 1;
            if !is_left_out()? {
                target.write_all(&game.text)?;
                written += 1;
            }
        }
        CONTINUE
    })?;
    if !sums.is_stopped && (again.games, again.failed()) != (sums.games, sums.failed()) {
        bail!("the files have changed while they were read: nothing is known about the rest");
    }
    target.out().note(format_args!("{written} of {}", counted(games, "game")))?;
    let status = args.errors.status(&sums, target.out())?;
    args.to.finish(target, &sums, status, |_, _| Ok(()))
}
