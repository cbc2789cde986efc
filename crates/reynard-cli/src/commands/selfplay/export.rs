//! `reynard selfplay export`: positions as lines of text.

use std::io::Write;

use reynard::GameResult;
use serde::Serialize;

use super::files::Files;
use super::kept::Kept;
use crate::fen_input::Format;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard selfplay export games > positions.txt
  reynard selfplay export games --limit 100 --json

A line has a position as FEN, its score in centipawns for White (32000 less the moves to a mate), and \
the result of the game for White: `FEN | 31 | 0.5`. With --brackets, it is the FEN and the result as \
`[0.5]`.")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    kept: Kept,
    /// Write no more positions than this
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Write `FEN [RESULT]`, without the score
    #[arg(long)]
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
    let filter = args.kept.filter();
    let mut left = args.limit.unwrap_or(u64::MAX);
    for path in args.files.all()? {
        let mut reader = super::files::open(&path)?;
        while left > 0
            && let Some(game) = reader
                .next_game()
                .map_err(|error| anyhow::Error::from(error).context(super::files::name(&path)))?
        {
            for sample in game.samples(filter) {
                if left == 0 {
                    break;
                }
                left -= 1;
                let fen = sample.position.to_fen();
                let score = sample.score.number();
                let result = match sample.result {
                    GameResult::WhiteWins => "1.0",
                    GameResult::Draw => "0.5",
                    GameResult::BlackWins => "0.0",
                };
                if args.format.json {
                    let best = reynard::UciMove::from(sample.m).to_string();
                    let result = result.parse().unwrap_or_default();
                    out.json(&Line { fen, score, result, best })?;
                } else if args.brackets {
                    writeln!(out, "{fen} [{result}]")?;
                } else {
                    writeln!(out, "{fen} | {score} | {result}")?;
                }
            }
        }
    }
    Ok(Status::Fine)
}
