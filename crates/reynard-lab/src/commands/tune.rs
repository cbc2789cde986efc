//! `reynard-lab tune`: fits the weights of the evaluation to games.

use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::filter_args::FilterArgs;
use anyhow::{Context, bail};
use clap::ValueEnum;
use indicatif::ProgressBar;
use reynard_console::fen_input::Format;
use reynard_console::interrupt::{Interrupt, Interrupted};
use reynard_console::lines::Lines;
use reynard_console::numbers::{counted, held_out, not_negative, share};
use reynard_console::output::{Output, Status};
use reynard_console::progress::counting_bar;
use reynard_console::source;
use reynard_console::threads::{threads, threads_or_cores};
use reynard_console::whole_file::WholeFile;
use reynard_train::shard::{ShardFiles, is_shard_path};
use reynard_train::tune::{
    EvalWeights, TuneProgress, TuneSamples, TuneSettings, TuneSummary, fit, write_source,
};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab tune quiet.txt.zst --output crates/reynard-engine/src/eval/weights.rs
  reynard-lab tune quiet.txt.zst --start current --epochs 0
  reynard-lab tune games --score-share 0.3
  reynard-lab tune first.txt second.txt --score-share 0.7 --epochs 20 --json

A line is a position with the result of its game and perhaps a score in centipawns, both for White: \
`FEN [1.0]`, `FEN [1.0] 35`, `FEN | 35 | 1.0`, or EPD with `c9 \"1-0\";`. The second example fits nothing \
and prints the loss of the engine's weights.")]
pub(crate) struct Args {
    /// Text files of positions, perhaps compressed with gzip, bzip2 or Zstandard (`-` is standard
    /// input); shards of `selfplay`, with names that end in `.rsp`, or folders of shards
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Output file of the weights, as Rust source of the engine
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Start of the fit, toward which weights decay
    #[arg(long, value_name = "WEIGHTS", default_value = "neutral")]
    start: Start,
    /// Number of passes over the positions
    #[arg(long, value_name = "N", default_value_t = 40)]
    epochs: u32,
    /// Initial learning rate in centipawns per batch; it decays to a hundredth
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 1.0, value_parser = not_negative::<f32>)]
    rate: f32,
    /// Positions per batch
    #[arg(long, value_name = "N", default_value = "8192")]
    batch: NonZeroUsize,
    /// Weight decay toward the start, in loss per squared centipawn
    #[arg(long, value_name = "LOSS", default_value_t = 1e-8, value_parser = not_negative::<f32>)]
    decay: f32,
    /// Share of the score in the target, for positions with a score: 0 is the result alone, 1 the
    /// score alone
    #[arg(long, value_name = "PART", default_value_t = 0.5, value_parser = share)]
    score_share: f32,
    /// Hold out every Nth game for validation; 0 for none
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = held_out)]
    held_out: u32,
    /// Number of threads, on which the result does not depend; one per core by default
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Seed of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Skip invalid lines instead of failing
    #[arg(long)]
    skip_invalid: bool,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    format: Format,
}

/// Start of a fit.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Start {
    /// Bare piece values, 0 for all other weights
    Neutral,
    /// Weights of the engine
    Current,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    // Errors of the output are reported before the fit.
    let target = args.output.as_deref().map(WholeFile::create).transpose()?;
    if target.is_some() {
        out.go_on_unread();
    }
    let mut samples = TuneSamples::default();
    for path in &args.files {
        args.read(path, &mut samples, out)?;
    }
    if samples.is_empty() {
        bail!("there are no positions");
    }
    let (positions, games) = (samples.len() as u64, samples.games() as u64);
    out.note(format_args!("{} of {}", counted(positions, "position"), counted(games, "game")))?;
    let interrupt = Interrupt::install()?;
    let begun = Instant::now();
    let settings = settings(args);
    let (start, from) = match args.start {
        Start::Neutral => (EvalWeights::neutral(), "the bare values of the pieces"),
        Start::Current => (EvalWeights::current(), "the previous weights"),
    };
    let mut reporter = Reporter::new(args, out);
    // Ctrl-C ends the fit after an epoch, and its weights are written.
    let (fitted, end) = interrupt.during(|_| {
        fit(&samples, &start, &settings, |progress| match reporter.epoch(progress) {
            Ok(()) if !interrupt.is_stopped() => ControlFlow::Continue(()),
            end => ControlFlow::Break(end),
        })
    });
    reporter.bar.finish_and_clear();
    end.break_value().transpose()?;
    let summary = TuneSummary::new(&samples, &fitted, begun.elapsed());
    if let Some(mut target) = target {
        let origin = summary.origin(&settings, from);
        target.write_all(write_source(&fitted.weights, &origin).as_bytes())?;
        target.finish()?;
    }
    args.format.answer(&summary, out)?;
    if interrupt.is_stopped() {
        bail!(Interrupted("interrupted: the weights are those of the epochs so far".to_owned()));
    }
    Ok(Status::fine_if(samples.refused() == 0))
}

fn settings(args: &Args) -> TuneSettings {
    TuneSettings {
        epochs: args.epochs,
        rate: args.rate,
        batch: args.batch.get(),
        decay: args.decay,
        score_share: args.score_share,
        held_out: NonZeroU32::new(args.held_out),
        threads: threads_or_cores(args.threads).get(),
        seed: args.seed,
    }
}

/// Maximum number of invalid lines that are reported individually.
const MAX_REPORTED: u64 = 10;

impl Args {
    /// Adds the positions in a file to the samples.
    fn read(&self, path: &Path, samples: &mut TuneSamples, out: &mut Output) -> anyhow::Result<()> {
        if is_shard_path(path) {
            for game in ShardFiles::find([path])?.games() {
                samples.add_game(game?.samples(self.filter.filter()).map(Into::into));
            }
            return Ok(());
        }
        let name = || path.display().to_string();
        let mut lines = Lines::new(source::open(path).with_context(name)?);
        let before = samples.refused();
        while let Some(line) = lines.next(|| Ok(())).with_context(name)? {
            if line.text.trim().is_empty() {
                continue;
            }
            if let Err(error) = samples.add_line(&line.text)
                && samples.refused() <= MAX_REPORTED
            {
                out.note(format_args!("{}:{}: {error}", path.display(), line.number))?;
            }
        }
        match samples.refused() - before {
            0 => Ok(()),
            _ if self.skip_invalid => Ok(()),
            1 => bail!(
                "{}: one line is not a position with a result (--skip-invalid skips it)",
                name()
            ),
            lines => bail!(
                "{}: {lines} lines are not positions with results (--skip-invalid skips them)",
                name()
            ),
        }
    }
}

/// Reports the progress of a fit: a line for each epoch and, on a terminal, a progress bar.
struct Reporter<'a> {
    out: &'a mut Output,
    format: Format,
    bar: ProgressBar,
}

impl<'a> Reporter<'a> {
    fn new(args: &Args, out: &'a mut Output) -> Self {
        let bar = counting_bar(args.epochs.into(), "epochs", out.paint_notes());
        Self { out, format: args.format, bar }
    }

    fn epoch(&mut self, progress: TuneProgress) -> io::Result<()> {
        self.bar.set_position(progress.epoch.into());
        // The bar must not overlap the line.
        self.bar.suspend(|| {
            self.format.answer(&progress, self.out)?;
            self.out.flush()
        })
    }
}
