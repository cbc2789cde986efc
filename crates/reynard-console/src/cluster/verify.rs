//! `reynard cluster verify`: verifies the outputs of a job.

use std::io;
use std::path::PathBuf;

use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::{Output, Status};
use crate::sprt_args::SprtArgs;
use crate::whole_file;
use reynard_cluster::{
    InputCheck, Job, JobReport, MatchProgress, MatchTask, Tasks, spsa_state, verify,
};
use serde::Serialize;

#[derive(clap::Args)]
#[command(mut_arg("sprt", |arg| arg.help(SPRT)))]
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

/// Help text for `--sprt`. Here, the test is only reported; it does not stop any games.
const SPRT: &str =
    "Report the SPRT of ELO0 against ELO1, for the first engine, on the games of a match";

pub(super) fn run(args: &Args, tasks: &Tasks, out: &mut Output) -> anyhow::Result<Status> {
    let inputs = if args.inputs { InputCheck::Checksums } else { InputCheck::Sizes };
    let job = Job::open(&args.job, tasks)?;
    let task = &job.manifest().task;
    let results = if let Some(task) = task.get::<MatchTask>() {
        Some(MatchProgress::new(&job, args.test.of_match(&task.players)?.as_ref())?)
    } else {
        args.test.refuse(task.name())?;
        None
    };
    if let Some(path) = &args.plot {
        whole_file::refuse_not_svg("--plot", path)?;
        whole_file::write(path, spsa_state(&job)?.plot().as_bytes())?;
    }
    let report = verify(&job, inputs)?;
    if args.format.json {
        out.json(&VerifiedJob { report: &report, results })?;
    } else {
        print(&report, out)?;
        if let Some(results) = results {
            out.text(results)?;
        }
    }
    Ok(status(&report))
}

/// The report on a job and, for a match, its results.
#[derive(Serialize)]
struct VerifiedJob<'a> {
    #[serde(flatten)]
    report: &'a JobReport,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    results: Option<MatchProgress>,
}

/// Returns [`Status::Diagnostics`] unless the job is complete.
pub(super) fn status(report: &JobReport) -> Status {
    Status::fine_if(report.is_whole())
}

/// Prints a report as text.
pub(super) fn print(report: &JobReport, out: &mut Output) -> io::Result<()> {
    out.text(report)?;
    if !report.strays.is_empty() {
        let strays = counted(report.strays.len() as u64, "unfinished file");
        out.note(format_args!("note: {strays} of workers that were killed, or are running"))?;
    }
    Ok(())
}
