//! `reynard tune`: fits the weights of the evaluation to games.

use std::fmt;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::ValueEnum;
use indicatif::ProgressBar;
use reynard_train::shard::{PositionFilter, ShardFiles, is_shard_path};
use reynard_train::tune::{
    EvalWeights, TuneProgress, TuneResult, TuneSamples, TuneSettings, fit, write_source,
};
use serde::Serialize;

use crate::fen_input::Format;
use crate::filter_args::FilterArgs;
use crate::interrupt::Interrupt;
use crate::lines::Lines;
use crate::numbers::counted;
use crate::output::{Output, Status};
use crate::progress::counting_bar;
use crate::source;
use crate::threads::threads;
use crate::whole_file::WholeFile;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard tune quiet.txt.zst --output crates/reynard-engine/src/eval/weights.rs
  reynard tune quiet.txt.zst --start current --epochs 0
  reynard tune games --score-share 0.3
  reynard tune first.txt second.txt --score-share 0.7 --epochs 20 --json

A line is a position with the result of its game and perhaps a score in centipawns, both for White: \
`FEN [1.0]`, `FEN [1.0] 35`, `FEN | 35 | 1.0`, or EPD with `c9 \"1-0\";`. The second example fits nothing \
and prints the loss of the engine's weights.")]
pub(crate) struct Args {
    /// Text files of positions, perhaps compressed with gzip, bzip2 or Zstandard (`-` is standard input);
    /// shards of `selfplay`, with names that end in `.rsp`, or folders of shards
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
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 1.0, value_parser = not_negative)]
    rate: f32,
    /// Positions per batch
    #[arg(long, value_name = "N", default_value = "8192")]
    batch: NonZeroUsize,
    /// Weight decay toward the start, in loss per squared centipawn
    #[arg(long, value_name = "LOSS", default_value_t = 1e-8, value_parser = not_negative)]
    decay: f32,
    /// Share of the score in the target, for positions with a score: 0 is the result alone, 1 the score
    /// alone
    #[arg(long, value_name = "PART", default_value_t = 0.5, value_parser = part)]
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

fn not_negative(text: &str) -> Result<f32, &'static str> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0);
    number.ok_or("not a number from 0 up")
}

fn part(text: &str) -> Result<f32, &'static str> {
    not_negative(text).ok().filter(|part| *part <= 1.0).ok_or("not a number from 0 to 1")
}

fn held_out(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Ok(1) => Err("every game would be held out, and none be left for training"),
        number => number.map_err(|_| "not a whole number from 0 up"),
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    // Errors of the output are reported before the fit.
    let target = args.output.as_deref().map(WholeFile::create).transpose()?;
    if target.is_some() {
        out.go_on_unread();
    }
    let mut input = Input::default();
    for path in &args.files {
        input.read(path, args.filter.filter(), args.skip_invalid, out)?;
    }
    let Input { samples, refused } = input;
    if samples.is_empty() {
        bail!("there are no positions");
    }
    let (positions, games) = (samples.len() as u64, samples.games() as u64);
    out.remark(format_args!("{} of {}", counted(positions, "position"), counted(games, "game")))?;
    let interrupt = Interrupt::install()?;
    let begun = Instant::now();
    let settings = settings(args);
    let start = match args.start {
        Start::Neutral => EvalWeights::neutral(),
        Start::Current => EvalWeights::current(),
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
    let summary = Summary::new(&samples, &fitted, refused, begun.elapsed());
    if let Some(mut target) = target {
        let source = write_source(&fitted.weights, &summary.remark(&settings, args.start));
        target.write_all(source.as_bytes())?;
        target.finish()?;
    }
    if args.format.json {
        out.json(&summary)?;
    } else {
        writeln!(out, "{summary}")?;
    }
    Ok(if refused == 0 { Status::Fine } else { Status::Findings })
}

fn settings(args: &Args) -> TuneSettings {
    let threads = args.threads.or_else(|| thread::available_parallelism().ok());
    TuneSettings {
        epochs: args.epochs,
        rate: args.rate,
        batch: args.batch.get(),
        decay: args.decay,
        score_share: args.score_share,
        held_out: NonZeroU32::new(args.held_out),
        threads: threads.map_or(1, NonZeroUsize::get),
        seed: args.seed,
    }
}

/// Samples read from the input.
#[derive(Default)]
struct Input {
    samples: TuneSamples,
    /// Number of invalid lines.
    refused: u64,
}

/// Maximum number of invalid lines that are reported one by one.
const MAX_REPORTED: u64 = 10;

impl Input {
    fn read(
        &mut self,
        path: &Path,
        filter: PositionFilter,
        skip: bool,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        if is_shard_path(path) {
            for game in ShardFiles::find([path])?.games() {
                self.samples.add_game(game?.samples(filter).map(Into::into));
            }
            return Ok(());
        }
        let name = || path.display().to_string();
        let mut lines = Lines::new(source::open(path).with_context(name)?);
        let before = self.refused;
        while let Some(line) = lines.next(|| Ok(())).with_context(name)? {
            if line.text.trim().is_empty() {
                continue;
            }
            let Err(error) = self.samples.add_line(&line.text) else { continue };
            self.refused += 1;
            if self.refused <= MAX_REPORTED {
                out.remark(format_args!("{}:{}: {error}", path.display(), line.number))?;
            }
        }
        match self.refused - before {
            0 => Ok(()),
            _ if skip => Ok(()),
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

/// Reports the progress of a fit: a line for each epoch, and a bar on a terminal.
struct Reporter<'a> {
    out: &'a mut Output,
    format: Format,
    bar: ProgressBar,
}

/// Progress line of an epoch.
#[derive(Serialize)]
struct Step {
    epoch: u32,
    loss: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out_loss: Option<f64>,
}

impl<'a> Reporter<'a> {
    fn new(args: &Args, out: &'a mut Output) -> Self {
        let bar = counting_bar(args.epochs.into(), "epochs", out.paint_remarks());
        Self { out, format: args.format, bar }
    }

    fn epoch(&mut self, progress: TuneProgress) -> io::Result<()> {
        let TuneProgress { epoch, loss, held_out_loss } = progress;
        self.bar.set_position(epoch.into());
        let step = Step { epoch, loss, held_out_loss };
        // The bar must not be in the way of the line.
        self.bar.suspend(|| {
            if self.format.json {
                self.out.json(&step)?;
            } else {
                writeln!(self.out, "{step}")?;
            }
            self.out.flush()
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "epoch {:3}: loss {:.6}", self.epoch, self.loss)?;
        match self.held_out_loss {
            Some(loss) => write!(f, ", held out {loss:.6}"),
            None => Ok(()),
        }
    }
}

/// Summary of a fit.
#[derive(Serialize)]
struct Summary {
    positions: usize,
    games: usize,
    scored: usize,
    held_out: usize,
    refused: u64,
    epochs: u32,
    scale: f32,
    loss_before: f64,
    loss: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out_loss_before: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out_loss: Option<f64>,
    seconds: f64,
}

impl Summary {
    fn new(samples: &TuneSamples, found: &TuneResult, refused: u64, time: Duration) -> Self {
        let [before, after] = found.progress;
        Self {
            positions: samples.len(),
            games: samples.games(),
            scored: samples.scored(),
            held_out: found.positions[1],
            refused,
            epochs: after.epoch,
            scale: found.scale,
            loss_before: before.loss,
            loss: after.loss,
            held_out_loss_before: before.held_out_loss,
            held_out_loss: after.held_out_loss,
            seconds: time.as_secs_f64(),
        }
    }

    /// Returns the comment above the written weights, which is reproducible.
    fn remark(&self, settings: &TuneSettings, start: Start) -> String {
        let from = match start {
            Start::Neutral => "the bare values of the pieces",
            Start::Current => "the weights before",
        };
        let scores = match self.scored {
            0 => String::new(),
            scored => format!(" and the scores of {scored} (share {})", settings.score_share),
        };
        format!(
            "Fitted to the results of {}{scores}, from {from},\n\
             in {} with seed {}; {} of whole games {} held out.\n{self}",
            counted(self.positions as u64, "position"),
            counted(self.epochs.into(), "epoch"),
            settings.seed,
            counted(self.held_out as u64, "position"),
            if self.held_out == 1 { "was" } else { "were" },
        )
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scale, loss_before, loss, .. } = self;
        writeln!(f, "Scale {scale:.5} a centipawn: 73 % are expected of {:.0}.", 1.0 / scale)?;
        write!(f, "Mean logistic loss {loss_before:.5} before, {loss:.5} after")?;
        if let (Some(before), Some(after)) = (self.held_out_loss_before, self.held_out_loss) {
            write!(f, "; held out {before:.5} before, {after:.5} after")?;
        }
        f.write_str(".")
    }
}
