//! `reynard cluster verify`: the outputs of a job, read back.

use std::io::{self, Write};
use std::path::PathBuf;

use reynard_arena::stats::{Elo, Pairs, Sprt, SprtVerdict, Tally};
use reynard_shards::{
    InputCheck, Job, JobReport, SpsaProgress, Task, match_results, spsa_state, verify,
};
use serde::Serialize;

use crate::commands::spsa;
use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::{Output, Status, printable};
use crate::sprt_args::SprtArgs;
use crate::whole_file;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster verify checked
  reynard cluster verify --inputs --json checked
  reynard cluster verify tested --sprt 0:5
  reynard cluster verify tuned --plot tuned.svg

The exit code is 1 if a shard is missing or damaged, or an input is not that of the plan.")]
pub(super) struct Args {
    /// Folder of the job, or its manifest
    #[arg(value_name = "JOB")]
    job: PathBuf,
    /// Compare the checksums of the inputs as well: all of them are read
    #[arg(long)]
    inputs: bool,
    /// Picture of the course of the values of SPSA to write, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    test: SprtArgs,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let inputs = if args.inputs { InputCheck::Checksums } else { InputCheck::Sizes };
    let job = Job::open(&args.job)?;
    let results = match &job.manifest().task {
        Task::Match(task) => {
            Some(MatchReport::new(&job, args.test.of_match(&task.players)?.as_ref())?)
        }
        task => {
            args.test.refuse(task.name())?;
            None
        }
    };
    if let Some(path) = &args.plot {
        whole_file::write(path, spsa_state(&job)?.plot().as_bytes())?;
    }
    let report = verify(&job, inputs)?;
    if args.format.json {
        out.json(&VerifiedJob { report: &report, results })?;
    } else {
        print(&report, out)?;
        if let Some(results) = results {
            results.print(out)?;
        }
    }
    Ok(status(&report))
}

/// A report, and the results of a match.
#[derive(Serialize)]
struct VerifiedJob<'a> {
    #[serde(flatten)]
    report: &'a JobReport,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    results: Option<MatchReport>,
}

/// Findings unless the job is whole.
pub(super) fn status(report: &JobReport) -> Status {
    if report.is_whole() { Status::Fine } else { Status::Findings }
}

/// Prints a report in words.
pub(super) fn print(report: &JobReport, out: &mut Output) -> io::Result<()> {
    let JobReport { done, missing, damaged, inputs, strays, .. } = report;
    writeln!(out, "Shards         {done} of {}", report.shards)?;
    for (name, number) in report.counts.named() {
        let (first, rest) = name.split_at(1);
        writeln!(out, "{:<14} {number}", first.to_uppercase() + rest)?;
    }
    writeln!(out, "Bytes          {}", report.bytes)?;
    if let Some(digest) = &report.digest {
        writeln!(out, "Digest         {digest}")?;
    }
    if let Some(SpsaProgress { pairs, parameters }) = &report.spsa {
        writeln!(out, "Tuned by       {}", counted(*pairs, "pair"))?;
        spsa::print(parameters, out)?;
    }
    if !missing.is_empty() {
        writeln!(out, "Missing        {}", ranges(missing))?;
    }
    for damage in damaged {
        writeln!(out, "damaged: shard {}: {}", damage.shard, damage.reason)?;
    }
    for input in inputs {
        writeln!(out, "input: {}", printable(input))?;
    }
    if !strays.is_empty() {
        let strays = counted(strays.len() as u64, "unfinished file");
        out.remark(format_args!("note: {strays} of workers that were killed, or are running"))?;
    }
    Ok(())
}

/// The results of a match, for the first engine.
#[derive(Serialize)]
struct MatchReport {
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pairs with 0, half a, 1, one and a half, and 2 points.
    pairs: [u64; 5],
    elo: Option<f64>,
    elo_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
}

/// A sequential test over the pairs in order.
#[derive(Serialize)]
struct SprtReport {
    /// Number of pairs after which it was decided, or of all.
    pairs: u64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Option<&'static str>,
}

impl MatchReport {
    /// Adds up the pairs of a match.
    fn new(job: &Job, test: Option<&Sprt>) -> anyhow::Result<Self> {
        let (mut tally, mut pairs, mut decided) = (Tally::default(), Pairs::default(), None);
        for [first, second] in match_results(job)? {
            tally.add(first);
            tally.add(second);
            pairs.add(first, second);
            let state = test.map(|test| test.of_pairs(&pairs));
            decided =
                decided.or(state.filter(|it| it.verdict().is_some()).map(|it| (it, pairs.pairs())));
        }
        let sprt = test.map(|test| {
            let (state, pairs) = decided.unwrap_or_else(|| (test.of_pairs(&pairs), pairs.pairs()));
            let verdict = state.verdict().map(|verdict| match verdict {
                SprtVerdict::Better => "H1",
                SprtVerdict::NotBetter => "H0",
            });
            SprtReport { pairs, llr: state.llr, lower: state.lower, upper: state.upper, verdict }
        });
        let Tally { wins, draws, losses } = tally;
        let elo = Elo::of_pairs(&pairs);
        let (elo, elo_error) = (elo.map(|it| it.elo), elo.map(|it| it.error));
        Ok(Self { wins, draws, losses, pairs: pairs.counts, elo, elo_error, sprt })
    }

    fn print(&self, out: &mut Output) -> io::Result<()> {
        let Self { wins, draws, losses, .. } = self;
        writeln!(out, "First engine   {wins} wins, {draws} draws, {losses} losses")?;
        writeln!(out, "Pairs          {}", self.pairs.map(|count| count.to_string()).join(" "))?;
        if let (Some(elo), Some(error)) = (self.elo, self.elo_error) {
            writeln!(out, "Elo            {elo:+.1} ± {error:.1}")?;
        }
        if let Some(SprtReport { pairs, llr, lower, upper, verdict }) = &self.sprt {
            let pairs = counted(*pairs, "pair");
            let verdict = verdict.map(|it| format!(", {it} accepted")).unwrap_or_default();
            writeln!(
                out,
                "SPRT           LLR {llr:.2} ({lower:.2} to {upper:.2}) after {pairs}{verdict}"
            )?;
        }
        Ok(())
    }
}

/// Writes numbers in order with runs put together: `0-3, 7`.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|&a, &b| a + 1 == b);
    let text = |run: &[u32]| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(u32::to_string).collect(),
    };
    runs.map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn runs_of_numbers_are_put_together() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2, 5, 7-8");
    }
}
