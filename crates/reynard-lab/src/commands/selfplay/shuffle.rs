//! `reynard-lab selfplay shuffle`: shuffles games.

use reynard_base::SplitMix64;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_console::sort_memory::SortMemory;
use reynard_train::shard::PackedGame;

use super::files::Files;
use super::target::Target;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab selfplay shuffle games -o mixed.rsp
  reynard-lab selfplay shuffle first second --seed 5 --memory 64 -o mixed.rsp

The same games and the same seed give the same order. Games stay whole: training on single positions \
needs another shuffle of these.")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    target: Target,
    /// Seed of the order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    budget: SortMemory,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let shards = args.files.find()?;
    // Checked before the games are read, which takes a long time.
    let mut games = args.target.create(&shards.header()?)?;
    let mut sorter = args.budget.sorter();
    let mut random = SplitMix64::new(args.seed);
    for game in shards.packed_games() {
        let key = random.next_u64().to_be_bytes().to_vec();
        sorter.push(key, game?.as_bytes().to_vec())?;
    }
    for record in sorter.finish()? {
        games.push(&PackedGame::from_bytes(record?.content))?;
    }
    games.finish(args.format, out)?;
    Ok(Status::Fine)
}
