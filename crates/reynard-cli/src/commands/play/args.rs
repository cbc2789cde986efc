//! The arguments of `reynard play`.

use reynard_console::rules::Reading;
use reynard_host::{ParseTimeControlError, TimeControl};

use super::strength;
use crate::search_options::SearchOptions;
use crate::side::Side;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard play
  reynard play --level 3 --side black
  reynard play --elo 1500 --clock 5:00+3
  reynard play --engine stockfish --time 0.5
  reynard play --fen '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'
  printf 'e4\\nquit\\n' | reynard play --nodes 1000

Moves are typed as e4, Nf3, e2e4, nf3 or O-O; help lists the other commands. Levels are 1, any legal \
move, to 10, all that the engine can do in a second. The scale of --elo is that of Stockfish's UCI_Elo: \
it was measured by games of engines, not of people.")]
pub(crate) struct Args {
    /// Level of the engine, from 1 to 10
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(super) level: Option<u8>,
    /// Approximate Elo rating of the engine, from 600 to 3000
    #[arg(long, value_name = "RATING", conflicts_with = "level",
          value_parser = clap::value_parser!(i64).range(strength::RATINGS))]
    pub(super) elo: Option<i64>,
    /// UCI engine to play against, as PROGRAM[,option.NAME=VALUE].. [default: Reynard itself]
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["level", "elo"])]
    pub(super) engine: Option<String>,
    /// Clock for both sides, as TIME+INCREMENT in seconds or minutes:seconds, like `5:00+3`
    #[arg(long, value_name = "TIME", value_parser = clock)]
    pub(super) clock: Option<TimeControl>,
    /// Your color
    #[arg(long, value_name = "COLOR", default_value = "white")]
    pub(super) side: Side,
    /// FEN of the start position
    #[arg(long, value_name = "FEN", num_args = 1..=6)]
    pub(super) fen: Vec<String>,
    /// Draw with letters instead of figurines
    #[arg(long)]
    pub(super) ascii: bool,
    #[command(flatten)]
    pub(super) reading: Reading,
    #[command(flatten)]
    pub(super) search: SearchOptions,
}

fn clock(text: &str) -> Result<TimeControl, String> {
    let clock: TimeControl =
        text.parse().map_err(|error: ParseTimeControlError| error.to_string())?;
    if clock.base.is_zero() { Err("the clock has no time".to_owned()) } else { Ok(clock) }
}
