//! `reynard-lab selfplay dedup`: drops repeated games.

use clap::ValueEnum;
use reynard::PackedPosition;
use reynard_train::shard::TrainingGame;

use super::files::Files;
use super::target::Target;
use reynard_base::sort::DuplicateFinder;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_console::sort_memory::SortMemory;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab selfplay dedup games -o once.rsp
  reynard-lab selfplay dedup games --by start -o once.rsp

The first of repeated games stays, and the order is kept. The files are read twice. To drop repeated \
positions, see `export --unique`.")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    target: Target,
    /// Criterion for repeated games
    #[arg(long, value_name = "WHAT", default_value = "moves")]
    by: By,
    #[command(flatten)]
    budget: SortMemory,
    #[command(flatten)]
    format: Format,
}

/// Criterion for repeated games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// Same start position and same moves
    Moves,
    /// Same start position
    Start,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let shards = args.files.find()?;
    // Checked before the first pass, which takes a long time.
    let mut games = args.target.create(&shards.header()?)?;
    let mut keys = DuplicateFinder::new(args.budget.bytes());
    for game in shards.games() {
        keys.push(Some(key(&game?, args.by)))?;
    }
    let mut repeats = keys.finish()?;
    for game in shards.packed_games() {
        let game = game?;
        if repeats.is_next()? {
            games.drop_one();
        } else {
            games.push(&game)?;
        }
    }
    games.finish(args.format, out)?;
    Ok(Status::Fine)
}

fn key(game: &TrainingGame, by: By) -> Vec<u8> {
    let mut key = PackedPosition::from(&game.start).to_bytes().to_vec();
    if by == By::Moves {
        key.extend(game.plies.iter().flat_map(|ply| ply.mv.bits().to_le_bytes()));
    }
    key
}
