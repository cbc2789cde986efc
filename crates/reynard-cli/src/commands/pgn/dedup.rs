//! `reynard pgn dedup`: every game once.
//!
//! The input is read twice: the first time for what tells games apart, which is sorted, on the disk
//! if need be; the second time to write the games that were not there before.

use std::io::Write;
use std::ops::ControlFlow;

use clap::ValueEnum;
use reynard::Position;
use reynard_pgn::{GameEnd, GameStart, NullMove, Played, Skip, Verdict, Visitor};

use super::input::{CONTINUE, Inputs, Lints, Policy, Processor};
use super::keyed::{KeyOf, Keyer};
use super::target::To;
use crate::numbers::counted;
use crate::output::{Output, Status};
use crate::spill::{Budget, Sorted, Sorter};

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
    /// When two games are the same
    #[arg(long, value_enum, value_name = "WHAT", default_value = "moves")]
    same: Same,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    to: To,
}

/// When two games are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Same {
    /// They start from the same position and have the same moves
    Moves,
    /// They end in the same position after as many moves
    FinalPosition,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let paint = out.paint_remarks();
    let mut inputs = args.inputs.clone();
    inputs.keep_stdin()?;
    let mut hashes = args.budget.sorter();
    let mut left_out = args.budget.sorter();
    let mut games = 0_u64;
    let sums = inputs.read(
        paint,
        Lints::Dropped,
        || Hasher::new(args.same),
        |batch| {
            for hash in &batch.visitor.hashes {
                let number = games.to_be_bytes().to_vec();
                match hash {
                    Some(hash) => hashes.push(hash.to_vec(), number)?,
                    // The policy wants it left out.
                    None => left_out.push(number, Vec::new())?,
                }
                games += 1;
            }
            batch.remark(out)?;
            CONTINUE
        },
    )?;
    leave_out_copies(hashes.finish()?, &mut left_out)?;
    let mut left_out = left_out.finish()?;
    let mut next = left_out.next().transpose()?;
    let (mut number, mut written) = (0_u64, 0_u64);
    let mut target = args.to.open(out)?;
    // The games are where they were, whatever is asked of them.
    inputs.policy = Policy::Keep;
    inputs.read(
        paint,
        Lints::Dropped,
        || Keyer::new(&KeyOf::Nothing),
        |batch| {
            for game in batch
                .visitor
                .games
                .iter()
                .take(usize::try_from(games - number).unwrap_or(usize::MAX))
            {
                if next.as_ref().is_some_and(|record| record.key == number.to_be_bytes()) {
                    next = left_out.next().transpose()?;
                } else {
                    target.write_all(&game.text)?;
                    written += 1;
                }
                number += 1;
            }
            Ok(if number < games { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        },
    )?;
    target.out().remark(format_args!("{written} of {}", counted(games, "game")))?;
    target.finish()?;
    Ok(sums.status())
}

/// Finds the games whose hash came before, given all hashes in order, each with the number of its game.
fn leave_out_copies(hashes: Sorted, left_out: &mut Sorter) -> anyhow::Result<()> {
    let mut before = Vec::new();
    for record in hashes {
        let record = record?;
        if record.key == before {
            left_out.push(record.content, Vec::new())?;
        } else {
            before = record.key;
        }
    }
    Ok(())
}

/// Two hashes of 64 bits, of which an accident makes no pair of games the same.
#[derive(Clone, Copy)]
struct Fingerprint([u64; 2]);

impl Fingerprint {
    /// Odd numbers with bits everywhere: the golden ratio, and a constant of `SplitMix64`.
    const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9];

    const fn new(first: u64) -> Self {
        let mut new = Self(Self::FACTORS);
        new.add(first);
        new
    }

    const fn add(&mut self, number: u64) {
        let [one, other] = &mut self.0;
        *one = (*one ^ number).wrapping_mul(Self::FACTORS[0]);
        *one ^= *one >> 32;
        *other = (*other ^ number).wrapping_mul(Self::FACTORS[1]);
        *other ^= *other >> 29;
    }

    fn bytes(self) -> [u8; 16] {
        (u128::from(self.0[0]) << 64 | u128::from(self.0[1])).to_be_bytes()
    }
}

/// Makes a hash of each game.
struct Hasher {
    same: Same,
    hashes: Vec<Option<[u8; 16]>>,
    moves: Fingerprint,
    last: Option<Position>,
}

impl Hasher {
    fn new(same: Same) -> Self {
        Self { same, hashes: Vec::new(), moves: Fingerprint::new(0), last: None }
    }

    fn see(&mut self, step: u64, after: &Position) {
        self.moves.add(step);
        if self.same == Same::FinalPosition {
            match &mut self.last {
                Some(last) => last.clone_from(after),
                last => *last = Some(after.clone()),
            }
        }
    }

    fn hash(&self, end: &GameEnd) -> Fingerprint {
        let Some(last) = &self.last else { return self.moves };
        let mut hash = Fingerprint::new(end.plies);
        hash.add(last.key());
        for (square, piece) in last.board().iter() {
            hash.add((square as u64) << 8 | (piece.kind as u64) << 1 | piece.color as u64);
        }
        hash
    }
}

impl Visitor for Hasher {
    fn begin_game(&mut self, _: GameStart) {
        self.last = None;
        self.moves = Fingerprint::new(0);
    }

    fn start_position(&mut self, position: &Position) {
        self.moves = Fingerprint::new(position.key());
    }

    /// A move by rules that are not known.
    fn san(&mut self, token: &[u8]) -> Skip {
        for &byte in token {
            self.moves.add(u64::from(byte));
        }
        Skip::No
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.see(u64::from(played.mv.bits()), played.after);
        Skip::No
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        self.see(0, passed.after);
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        let rejected = end.verdict == Verdict::Rejected;
        self.hashes.push((!rejected).then(|| self.hash(end).bytes()));
    }
}

impl Processor for Hasher {}
