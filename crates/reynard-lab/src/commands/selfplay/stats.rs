//! `reynard-lab selfplay stats`: prints statistics of games.

use crate::filter_args::FilterArgs;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_train::shard::ShardStatistics;

use super::files::Files;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab selfplay stats games
  reynard-lab selfplay stats games/1-00000.rsp --max-score 500 --json")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut statistics = ShardStatistics::new(args.filter.filter());
    for game in args.files.find()?.games() {
        statistics.add(&game?);
    }
    args.format.answer(&statistics, out)?;
    Ok(Status::Fine)
}
