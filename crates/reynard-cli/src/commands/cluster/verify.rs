//! `reynard cluster verify`: the outputs of a job, read back.

use std::io::{self, Write};
use std::path::PathBuf;

use reynard_shards::{InputCheck, Job, JobReport, verify};

use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::{Output, Status, printable};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster verify checked
  reynard cluster verify --inputs --json checked

The exit code is 1 if a shard is missing or damaged, or an input is not that of the plan.")]
pub(super) struct Args {
    /// Folder of the job, or its manifest
    #[arg(value_name = "JOB")]
    job: PathBuf,
    /// Compare the checksums of the inputs as well: all of them are read
    #[arg(long)]
    inputs: bool,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let inputs = if args.inputs { InputCheck::Checksums } else { InputCheck::Sizes };
    let report = verify(&Job::open(&args.job)?, inputs)?;
    if args.format.json {
        out.json(&report)?;
    } else {
        print(&report, out)?;
    }
    Ok(status(&report))
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
