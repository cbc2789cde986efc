//! `reynard-lab selfplay export`: writes positions as lines of text.

use std::io::Write;

use reynard::GameResult;
use reynard_train::shard::TrainingSample;
use serde::Serialize;

use super::files::Files;
use crate::filter_args::FilterArgs;
use reynard_base::sort::DuplicateFinder;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_console::sort_memory::SortMemory;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab selfplay export games > positions.txt
  reynard-lab selfplay export games --limit 100 --json

A line has a position as FEN, its score in centipawns for White (32000 less the moves to a mate), and \
the result of the game for White: `FEN | 31 | 0.5`. With --brackets, it is the FEN and the result as \
`[0.5]`.")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    filter: FilterArgs,
    /// Maximum number of positions
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Skip repeated positions; reads the files twice
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    budget: SortMemory,
    /// Write `FEN [RESULT]`, without the score
    #[arg(long, conflicts_with = "json")]
    brackets: bool,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Line {
    fen: String,
    score: i16,
    result: f32,
    best: String,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let filter = args.filter.filter();
    let shards = args.files.find()?;
    let mut repeats = None;
    if args.unique {
        let mut keys = DuplicateFinder::new(args.budget.bytes());
        for sample in shards.samples(filter) {
            keys.push(Some(sample?.position.key().to_be_bytes().to_vec()))?;
        }
        repeats = Some(keys.finish()?);
    }
    let mut left = args.limit.unwrap_or(u64::MAX);
    let mut samples = shards.samples(filter);
    while left > 0
        && let Some(sample) = samples.next()
    {
        let sample = sample?;
        let is_repeat = match &mut repeats {
            Some(repeats) => repeats.is_next()?,
            None => false,
        };
        if !is_repeat {
            left -= 1;
            args.write(&sample, out)?;
        }
    }
    Ok(Status::Fine)
}

impl Args {
    fn write(&self, sample: &TrainingSample, out: &mut Output) -> anyhow::Result<()> {
        let fen = sample.position.fen();
        let score = sample.score.number();
        let (text, result) = match sample.result {
            GameResult::WhiteWins => ("1.0", 1.0),
            GameResult::Draw => ("0.5", 0.5),
            GameResult::BlackWins => ("0.0", 0.0),
        };
        if self.format.json {
            let best = sample.position.uci(sample.mv).to_string();
            out.json(&Line { fen, score, result, best })?;
        } else if self.brackets {
            writeln!(out, "{fen} [{text}]")?;
        } else {
            writeln!(out, "{fen} | {score} | {text}")?;
        }
        Ok(())
    }
}
