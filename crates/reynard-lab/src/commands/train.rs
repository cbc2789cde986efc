//! `reynard-lab train`: trains a neural network on self-play games.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::filter_args::FilterArgs;
use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard_console::fen_input::Format;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::numbers::{counted, held_out, in_units, per_second};
use reynard_console::output::{Output, Status};
use reynard_console::progress::counting_bar;
use reynard_console::threads::{threads, threads_or_cores};
use reynard_console::whole_file::{self, WholeFile};
use reynard_nnue::{KingBuckets, Network, Shape};
use reynard_train::network::{
    EpochReport, Labels, NetworkTrainer, PoolSettings, PositionPool, TrainEvent, TrainSettings,
};
use reynard_train::shard::ShardFiles;
use serde::Serialize;

use crate::target_args::TargetArgs;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab train games -o net.rnn
  reynard-lab train games more-games -o net.rnn --hidden 512 --epochs 30
  reynard-lab train games -o net.rnn --resume
  reynard-lab train games -o net.rnn --plot losses.svg
  reynard-lab train games -o taught.rnn --teach --epochs 2
  reynard-lab train games -o net.rnn --start taught.rnn --rate 0.0005
  reynard-lab train games -o wide.rnn --start net.rnn --hidden 512
  reynard-lab train games -o kings.rnn --start net.rnn --king-buckets 4

FILE.checkpoint beside the network is written every few minutes and at Ctrl-C; with --resume the same \
command goes on from there, and the network is the same as without the interruption. The positions are \
kept shuffled in the folder FILE.pool until the run is complete.")]
pub(crate) struct Args {
    /// Shards of `selfplay` (`*.rsp`), or folders of them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Network file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Hidden units of each side, a multiple of 64 [default: those of --start, or 256]
    #[arg(long, value_name = "N")]
    hidden: Option<usize>,
    /// Output buckets by the number of pieces: 1, 2, 4 or 8
    #[arg(long, value_name = "N", default_value_t = 8)]
    buckets: usize,
    /// King buckets, 1, 4 or 8: with 4, weights depend on whether the own king stands in a corner
    /// of its first rank, in the middle of it, on the second rank or beyond; with 8, also on the
    /// file and on whether it is in its own half [default: those of --start, or 1]
    #[arg(long, value_name = "N", value_parser = king_buckets)]
    king_buckets: Option<KingBuckets>,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = 20)]
    epochs: u32,
    /// Positions of an optimizer step
    #[arg(long, value_name = "N", default_value = "16384")]
    batch: NonZeroUsize,
    /// Learning rate of the first step; it falls to 0.00243 of that along a cosine
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = rate)]
    rate: f64,
    #[command(flatten)]
    targets: TargetArgs,
    /// Learn the static values of the classic evaluation, on positions one or two random moves off
    /// the games, instead of scores and results; a network to --start from
    #[arg(long, conflicts_with_all = ["score_share", "lambda"])]
    teach: bool,
    /// Hold out every N-th game to judge the network by, 0 for none
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = held_out)]
    held_out: u32,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads, by default one for each core; the network does not depend on them
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Memory for positions in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2_048)]
    #[arg(value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,
    /// Start from the weights of a network instead of random ones, with its output buckets; with a
    /// larger --hidden hidden units are added, and with --king-buckets a copy of its weights for
    /// each
    #[arg(long, value_name = "NET", conflicts_with = "buckets")]
    start: Option<PathBuf>,
    /// Go on from the checkpoint of an interrupted run
    #[arg(long)]
    resume: bool,
    /// Minutes between checkpoints
    #[arg(long, value_name = "MINUTES", default_value_t = 10)]
    checkpoint_every: u64,
    /// Write a picture of the losses (SVG) after each epoch
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Keep the pool of positions when the run is complete
    #[arg(long)]
    keep_pool: bool,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if let Some(path) = &args.plot {
        whole_file::refuse_not_svg("--plot", path)?;
    }
    let target = WholeFile::create(&args.output)?;
    if let Some(path) = &args.plot {
        // Fail before the training, not after an epoch.
        drop(WholeFile::create(path)?);
    }
    let checkpoint = beside(&args.output, ".checkpoint");
    if !args.resume && checkpoint.exists() {
        bail!("{} exists: --resume goes on with that run, or remove it", checkpoint.display());
    }
    let interrupt = Interrupt::install()?;
    let (settings, start) = settings(args)?;
    let pool = pool(args, &interrupt, out)?;
    let mut trainer = trainer(args, settings, start, pool, &checkpoint)?;
    let done = trainer.steps();
    out.note(format_args!(
        "{} of {}, {} held out; {} steps",
        counted(trainer.pool().len(), "position"),
        counted(trainer.pool().games(), "game"),
        trainer.pool().held_out().len(),
        trainer.total_steps() - done,
    ))?;
    let mut reporter = Reporter::new(args, &trainer, out);
    let mut saved = Instant::now();
    let stopped = interrupt.during(|control| -> anyhow::Result<bool> {
        while let Some(event) = trainer.step()? {
            reporter.event(&event, trainer.steps())?;
            if let (TrainEvent::Epoch(_), Some(path)) = (&event, &args.plot) {
                whole_file::write(path, trainer.plot().as_bytes())?;
            }
            let is_due = saved.elapsed() >= Duration::from_secs(60 * args.checkpoint_every);
            if control.is_stopped() || is_due {
                whole_file::write(&checkpoint, &trainer.checkpoint())?;
                saved = Instant::now();
            }
            if control.is_stopped() {
                return Ok(true);
            }
        }
        Ok(false)
    });
    reporter.bar.finish_and_clear();
    if stopped? {
        bail!(Interrupted("interrupted; the same command with --resume goes on".to_owned()));
    }
    let network = trainer.network()?;
    finish(target, &network.to_bytes())?;
    if checkpoint.exists() {
        fs::remove_file(&checkpoint).with_context(|| checkpoint.display().to_string())?;
    }
    if !args.keep_pool {
        trainer.into_pool().remove()?;
    }
    Ok(Status::Fine)
}

fn finish(mut target: WholeFile, bytes: &[u8]) -> anyhow::Result<()> {
    target.write_all(bytes)?;
    target.finish()
}

/// Returns the position pool of an interrupted run, or otherwise a new pool built from the games.
fn pool(args: &Args, interrupt: &Interrupt, out: &mut Output) -> anyhow::Result<PositionPool> {
    let settings = PoolSettings {
        filter: args.filter.filter(),
        labels: if args.teach { Labels::Classic } else { Labels::Games },
        lambda: args.targets.lambda,
        held_out: NonZeroU32::new(args.held_out),
        memory: args.memory << 20,
        seed: args.seed,
    };
    let folder = beside(&args.output, ".pool");
    let shards = ShardFiles::find(&args.files)?;
    let inputs = input_names(&shards)?;
    let found = if args.resume { PositionPool::open(&folder, &settings)? } else { None };
    if let Some(pool) = found {
        if let Some(other) = pool.unnamed_input(&inputs) {
            bail!(
                "{} has the positions of other files, such as {other}: name them all, or remove the folder",
                folder.display()
            );
        }
        out.note(format_args!("using the positions in {}", folder.display()))?;
        return Ok(pool);
    }
    let parts = shards.split();
    let bar = counting_bar(parts.len() as u64, "shards", out.paint_notes());
    let pool = interrupt.during(|control| {
        let parts = parts.iter().take_while(|_| !control.is_stopped());
        let games = parts.flat_map(|part| {
            bar.inc(1);
            part.games()
        });
        let pool = PositionPool::build(&folder, &inputs, games, settings);
        (pool, control.is_stopped())
    });
    bar.finish_and_clear();
    match pool {
        (Ok(pool), false) => Ok(pool),
        (Err(error), false) => Err(error.into()),
        (pool, true) => {
            pool.map_or(Ok(()), PositionPool::remove)?;
            bail!(Interrupted("interrupted while the games were read; nothing is kept".to_owned()));
        }
    }
}

/// Returns a string with the name and length of each shard. A resumed run recognizes its files by
/// name and length, whatever folder they are in.
fn input_names(shards: &ShardFiles) -> anyhow::Result<Vec<String>> {
    let name = |path: &PathBuf| {
        let length = fs::metadata(path).with_context(|| path.display().to_string())?.len();
        let name = path.file_name().unwrap_or_default().display().to_string();
        Ok(format!("{name} ({length} bytes)"))
    };
    shards.paths().iter().map(name).collect()
}

/// Returns the settings of the run, and the initial network if one is given.
fn settings(args: &Args) -> anyhow::Result<(TrainSettings, Option<Network>)> {
    let start = args.start.as_deref().map(read_network).transpose()?;
    let shape = start.as_ref().map(Network::shape);
    let defaults = TrainSettings::default();
    let own = shape.map(Shape::hidden);
    let hidden = args.hidden.or(own).unwrap_or(defaults.hidden);
    if let Some(own) = own
        && hidden < own
    {
        bail!("--hidden {hidden} is less than the {own} hidden units of --start");
    }
    let own = shape.map(Shape::king_buckets);
    let king_buckets = args.king_buckets.or(own).unwrap_or_default();
    if let Some(own) = own
        && king_buckets < own
    {
        bail!(
            "--king-buckets {} is less than the {} of --start",
            king_buckets.count(),
            own.count()
        );
    }
    let settings = TrainSettings {
        hidden,
        king_buckets,
        buckets: shape.map_or(args.buckets, Shape::buckets),
        epochs: args.epochs,
        batch: args.batch.get(),
        rate: args.rate,
        final_rate: args.rate * defaults.final_rate / defaults.rate,
        score_share: if args.teach { 1.0 } else { args.targets.score_share },
        seed: args.seed,
        threads: threads_or_cores(args.threads).get(),
    };
    settings.shape().context("--hidden is a multiple of 64 up to 2048, --buckets 1, 2, 4 or 8")?;
    Ok((settings, start))
}

/// Parses a learning rate. The maximum is 1, because with a larger rate a weight could cross its
/// whole range in a single step.
fn rate(text: &str) -> Result<f64, &'static str> {
    let is_allowed = |rate: &f64| *rate > 0.0 && *rate <= 1.0;
    text.parse().ok().filter(is_allowed).ok_or("the learning rate is above 0 and at most 1")
}

/// Parses a number of king buckets.
fn king_buckets(text: &str) -> Result<KingBuckets, &'static str> {
    let count = text.parse().ok();
    count.and_then(KingBuckets::with_count).ok_or("the number of king buckets is 1, 4 or 8")
}

/// Resumes a run from its checkpoint, or creates a new run.
fn trainer(
    args: &Args,
    settings: TrainSettings,
    start: Option<Network>,
    pool: PositionPool,
    checkpoint: &Path,
) -> anyhow::Result<NetworkTrainer> {
    if args.resume && checkpoint.exists() {
        let name = || checkpoint.display().to_string();
        let bytes = fs::read(checkpoint).with_context(name)?;
        return NetworkTrainer::resume(pool, settings, &bytes).with_context(name);
    }
    Ok(match start {
        Some(start) => NetworkTrainer::from_network(pool, settings, &start)?,
        None => NetworkTrainer::new(pool, settings)?,
    })
}

/// Reads a network file.
pub(crate) fn read_network(path: &Path) -> anyhow::Result<Network> {
    let name = || path.display().to_string();
    Network::parse(&fs::read(path).with_context(name)?).with_context(name)
}

/// Appends a suffix to the file name of a path.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path.file_name().unwrap_or_default());
    name.push(ending);
    path.with_file_name(name)
}

/// Prints a line for each epoch and, on a terminal, a progress bar.
struct Reporter<'a> {
    out: &'a mut Output,
    format: Format,
    bar: ProgressBar,
    begun: Instant,
    positions: u64,
}

impl<'a> Reporter<'a> {
    fn new(args: &Args, trainer: &NetworkTrainer, out: &'a mut Output) -> Self {
        let bar = counting_bar(trainer.total_steps(), "steps", out.paint_notes());
        bar.set_position(trainer.steps());
        Self { out, format: args.format, bar, begun: Instant::now(), positions: 0 }
    }

    fn event(&mut self, event: &TrainEvent, steps: u64) -> io::Result<()> {
        match event {
            TrainEvent::Batch { positions, .. } => {
                self.positions += *positions as u64;
                self.bar.set_position(steps);
                Ok(())
            }
            TrainEvent::Epoch(report) => {
                let speed = per_second(self.positions, self.begun.elapsed());
                self.bar.suspend(|| {
                    if self.format.json {
                        self.out.json(&EpochLine { report, positions_per_second: speed })?;
                    } else {
                        writeln!(self.out, "{report}, {} positions/s", in_units(speed))?;
                    }
                    self.out.flush()
                })
            }
        }
    }
}

/// The report and speed of an epoch, printed as a line.
#[derive(Serialize)]
struct EpochLine<'a> {
    #[serde(flatten)]
    report: &'a EpochReport,
    positions_per_second: u64,
}
