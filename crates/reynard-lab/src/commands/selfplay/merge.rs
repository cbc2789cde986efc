//! `reynard-lab selfplay merge`: merges shards.

use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};

use super::files::Files;
use super::target::Target;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab selfplay merge games -o all.rsp
  reynard-lab selfplay merge first second/2-00017.rsp -o both.rsp

Games keep their order. Header fields in which the files differ become `various`.")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let shards = args.files.find()?;
    let mut games = args.target.create(&shards.header()?)?;
    for game in shards.packed_games() {
        games.push(&game?)?;
    }
    games.finish(args.format, out)?;
    Ok(Status::Fine)
}
