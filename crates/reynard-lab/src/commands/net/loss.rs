//! `reynard-lab net loss`: computes the losses of networks on games.

use std::io::Write;
use std::path::PathBuf;

use crate::filter_args::FilterArgs;
use anyhow::Context;
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::progress::counting_bar;
use reynard_train::network::LossMeter;
use reynard_train::shard::ShardFiles;
use serde::Serialize;

use super::super::train::read_network;
use crate::target_args::TargetArgs;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab net loss net.rnn --games new-games
  reynard-lab net loss old.rnn new.rnn --games new-games --score-share 1 --lambda 0.85

The loss is the mean squared error of the expected score, as `reynard-lab train` prints it. Games that a network has \
learned from flatter it.")]
pub(super) struct Args {
    /// Network files
    #[arg(value_name = "NET", required = true)]
    networks: Vec<PathBuf>,
    /// Shards of `selfplay` (`*.rsp`), or folders of them
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    targets: TargetArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    format: Format,
}

/// The loss of a network, as JSON.
#[derive(Serialize)]
struct NetworkLoss<'a> {
    network: &'a str,
    loss: f64,
    positions: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let networks =
        args.networks.iter().map(|path| read_network(path)).collect::<Result<Vec<_>, _>>()?;
    let mut meter = LossMeter::new(
        networks,
        args.filter.filter(),
        args.targets.scale(),
        args.targets.returns(),
    );
    let parts = ShardFiles::find(&args.games)?.split();
    let bar = counting_bar(parts.len() as u64, "shards", out.paint_notes());
    for part in parts {
        for game in part.games() {
            meter.add(game?);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let losses = meter.losses().context("the games have no positions that are kept")?;
    let names = args.networks.iter().map(|path| path.display().to_string());
    let rows: Vec<(String, f64)> = names
        .zip(losses.networks.iter().copied())
        .chain([("classic".to_owned(), losses.classic)])
        .collect();
    if args.format.json {
        for (network, loss) in &rows {
            out.json(&NetworkLoss { network, loss: *loss, positions: losses.positions })?;
        }
        return Ok(Status::Fine);
    }
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, loss) in &rows {
        writeln!(out, "{name:width$}  {loss:.6}")?;
    }
    out.note(format_args!("{}", counted(losses.positions, "position")))?;
    Ok(Status::Fine)
}
