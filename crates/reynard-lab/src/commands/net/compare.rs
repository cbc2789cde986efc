//! `reynard-lab net compare`: compares networks with the scores of deep searches.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use reynard::Position;
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::source;
use reynard_engine::eval::Evaluator;
use reynard_nnue::Network;
use reynard_train::network::{DeepScores, ScaleFit};
use serde::Serialize;

use super::super::train::read_network;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab net compare --scores deep-scores.csv
  reynard-lab net compare old.rnn new.rnn --scores deep-scores.csv --json

The static evaluation of each position is compared with the score that an engine gave it after a deep \
search (`net scores`), both as expected scores, the evaluation in the scale that fits best. The error is \
the mean squared one; the variance is the error of an evaluation that knows nothing. Nothing learns \
from these scores: they may be those of any engine.")]
pub(super) struct Args {
    /// Network files; without any, the embedded network
    #[arg(value_name = "NET")]
    networks: Vec<PathBuf>,
    /// Positions with the scores of engines, as `net scores` writes them
    #[arg(long, value_name = "FILE")]
    scores: PathBuf,
    #[command(flatten)]
    format: Format,
}

/// The comparison of a network's evaluations with the scores of an engine, as JSON.
#[derive(Serialize)]
struct Comparison<'a> {
    network: &'a str,
    engine: &'a str,
    scale: f64,
    error: f64,
    correlation: f64,
    variance: f64,
    positions: usize,
}

/// A named static evaluation.
struct Judged {
    name: String,
    evaluations: Vec<i32>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let path = args.scores.display().to_string();
    let text = String::from_utf8(source::read_all(&args.scores)?).with_context(|| path.clone())?;
    let scores: DeepScores = text.parse().with_context(|| path.clone())?;
    if scores.positions.is_empty() {
        bail!("{path} has no positions");
    }
    let judged = args.evaluations(&scores)?;
    let width = judged.iter().map(|judged| judged.name.len()).max().unwrap_or(0).max(7);
    let wide = scores.engines.iter().map(String::len).max().unwrap_or(0).max(6);
    if !args.format.json {
        let head = ("network", "engine");
        writeln!(out, "{:width$}  {:wide$}  scale    error  correlation", head.0, head.1)?;
    }
    for Judged { name: network, evaluations } in &judged {
        for (index, engine) in scores.engines.iter().enumerate() {
            let deep = scores.positions.iter().map(|(_, scores)| scores[index]);
            let pairs: Vec<(i32, i32)> = evaluations.iter().copied().zip(deep).collect();
            let fit = ScaleFit::of(&pairs).context("no positions")?;
            let ScaleFit { scale, error, correlation, variance } = fit;
            if args.format.json {
                let positions = pairs.len();
                out.json(&Comparison {
                    network,
                    engine,
                    scale,
                    error,
                    correlation,
                    variance,
                    positions,
                })?;
            } else {
                let numbers = format!("{scale:5.2}  {error:.5}  {correlation:11.3}");
                writeln!(out, "{network:width$}  {engine:wide$}  {numbers}")?;
            }
        }
    }
    out.note(format_args!("{}", counted(scores.positions.len() as u64, "position")))?;
    Ok(Status::Fine)
}

impl Args {
    /// Evaluates the positions with each network and with the classic evaluation.
    fn evaluations(&self, scores: &DeepScores) -> anyhow::Result<Vec<Judged>> {
        let judge = |name: String, evaluate: &mut dyn FnMut(&Position) -> i32| {
            let evaluations = scores.positions.iter().map(|(position, _)| evaluate(position));
            Judged { name, evaluations: evaluations.collect() }
        };
        let mut judged = Vec::new();
        for path in &self.networks {
            let network = read_network(path)?;
            judged.push(judge(path.display().to_string(), &mut |pos| network.evaluate(pos)));
        }
        if judged.is_empty() {
            let network = Network::embedded();
            judged.push(judge("embedded".to_owned(), &mut |pos| network.evaluate(pos)));
        }
        let mut classic = Evaluator::new();
        judged.push(judge("classic".to_owned(), &mut |pos| classic.evaluate(pos)));
        Ok(judged)
    }
}
