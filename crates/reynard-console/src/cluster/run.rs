//! `reynard cluster run`: runs a job with worker processes.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::Command;

use crate::fen_input::Format;
use crate::interrupt::{Interrupt, Interrupted};
use crate::numbers::counted;
use crate::output::{Output, Status};
use crate::progress::counting_bar;
use crate::threads::{threads, threads_or_cores};
use anyhow::{Context, bail};
use indicatif::ProgressBar;
use reynard_base::printable;
use reynard_cluster::{
    AttemptEnd, DriveEvent, DriveSettings, InputCheck, Job, JobReport, SetAside, Tasks, drive,
    remove_strays, verify,
};
use serde::Serialize;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster run perft-8
  reynard cluster run annotated --workers 2 --attempts 5 --json
  reynard cluster run annotated --worker ./on-another-machine

Shards that are done are skipped, so the same command resumes a run however it ended. A shard whose worker fails is \
started again; after the last attempt it is set aside with its reason in failed.jsonl, and the exit code is 1 when all \
others are done. When no shard can be started, the slowest are started a second time. At the end all outputs are read \
back. In the folder of the job, attempts.jsonl has a line for each attempt.")]
pub(super) struct Args {
    /// Folder of the job, or its manifest
    #[arg(value_name = "JOB")]
    job: PathBuf,
    /// Number of workers, processes with one thread each [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads)]
    workers: Option<NonZeroUsize>,
    /// Number of times that a shard is started before it is set aside
    #[arg(long, value_name = "N", default_value = "3")]
    attempts: NonZeroU32,
    /// Program that is started for each shard in place of this one, with the same arguments; it
    /// may go to another machine
    #[arg(long, value_name = "PROGRAM")]
    worker: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

/// File name of the list of shards that were set aside.
const FAILED: &str = "failed.jsonl";

/// Summary of a run.
#[derive(Serialize)]
struct Total<'a> {
    #[serde(flatten)]
    report: &'a JobReport,
    /// Number of shards completed before this run.
    skipped: usize,
    workers: usize,
    attempts: usize,
    failed_attempts: usize,
    doubled: u32,
    set_aside: &'a [SetAside],
    seconds: f64,
    /// Total working time of all workers, in seconds.
    worker_seconds: f64,
}

pub(super) fn run(args: &Args, tasks: &Tasks, out: &mut Output) -> anyhow::Result<Status> {
    let job = Job::open(&args.job, tasks)?;
    let folder = job.folder().to_owned();
    // A second run is refused.
    let attempts = job.lock()?;
    remove(&folder.join(FAILED))?;
    let program = match &args.worker {
        Some(program) => program.clone(),
        None => std::env::current_exe().context("cannot find the program of the workers")?,
    };
    let worker = |shard: u32| {
        let mut command = Command::new(&program);
        command.args(["cluster", "run-shard", "--leashed"]).arg(&folder).arg(shard.to_string());
        command
    };
    let workers = threads_or_cores(args.workers);
    let settings = DriveSettings { workers, attempts: args.attempts };
    let interrupt = Interrupt::install()?;
    out.go_on_unread();
    let shards = job.manifest().shards.len() as u64;
    let bar = counting_bar(shards, "shards", out.paint_notes());
    let mut notes = Notes { job: &job, attempts, failed: 0, bar: &bar };
    let end = interrupt.during(|control| {
        drive(&job, &settings, &worker, &|| control.is_stopped(), &mut |event| match notes
            .note(event)
        {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        })
    });
    bar.finish_and_clear();
    let (run, end) = end?;
    if let ControlFlow::Break(error) = end {
        return Err(error);
    }
    remove_strays(&job)?;
    let workers = workers.get();
    if interrupt.is_stopped() {
        bail!(Interrupted("interrupted: the same command resumes".to_owned()));
    }
    let report = verify(&job, InputCheck::Sizes)?;
    let total = Total {
        report: &report,
        workers,
        skipped: run.skipped,
        attempts: run.attempts.len(),
        failed_attempts: run.attempts.iter().filter(|it| it.end == AttemptEnd::Failed).count(),
        doubled: run.doubled,
        set_aside: &run.set_aside,
        seconds: run.seconds,
        worker_seconds: run.attempts.iter().map(|attempt| attempt.seconds).sum(),
    };
    if args.format.json {
        out.json(&total)?;
    } else {
        total.print(out)?;
    }
    Ok(super::verify::status(&report))
}

/// Removes a file if it exists.
fn remove(path: &std::path::Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| path.display().to_string())
        }
        _ => Ok(()),
    }
}

/// Records written during a run.
struct Notes<'a> {
    job: &'a Job,
    attempts: File,
    failed: usize,
    bar: &'a ProgressBar,
}

impl Notes<'_> {
    fn note(&mut self, event: DriveEvent<'_>) -> anyhow::Result<()> {
        match event {
            DriveEvent::Start(done) => {
                self.bar.set_position(done as u64);
                self.bar.reset_eta();
            }
            DriveEvent::Attempt(attempt) => write_line(&mut self.attempts, attempt)?,
            DriveEvent::Done(counts) => {
                self.bar.inc(1);
                let unit = self.job.manifest().task.unit();
                let units = counts.named().find(|&(name, _)| name == unit);
                let millis = self.bar.elapsed().as_millis().max(1);
                let speed = units.map_or(0, |(_, number)| number * 1_000 / millis);
                let speed = crate::numbers::in_units(u64::try_from(speed).unwrap_or(u64::MAX));
                let failed = match self.failed {
                    0 => String::new(),
                    failed => format!(", {failed} failed"),
                };
                self.bar.set_prefix(format!("{speed} {unit}/s{failed}  "));
            }
            DriveEvent::SetAside(shard) => {
                self.failed += 1;
                let path = self.job.folder().join(FAILED);
                let file = File::options().create(true).append(true).open(&path);
                write_line(&mut file.with_context(|| path.display().to_string())?, shard)?;
            }
        }
        Ok(())
    }
}

/// Appends an object on its own line.
fn write_line(file: &mut File, object: &impl Serialize) -> anyhow::Result<()> {
    let mut line = serde_json::to_vec(object)?;
    line.push(b'\n');
    Ok(file.write_all(&line)?)
}

impl Total<'_> {
    fn print(&self, out: &mut Output) -> io::Result<()> {
        super::verify::print(self.report, out)?;
        let (attempts, workers) = (self.attempts as u64, self.workers as u64);
        let (attempts, workers) = (counted(attempts, "attempt"), counted(workers, "worker"));
        writeln!(out, "Time           {:.1} s, {attempts} by {workers}", self.seconds)?;
        for SetAside { shard, attempts, reason } in self.set_aside {
            let attempts = counted((*attempts).into(), "attempt");
            writeln!(out, "failed: shard {shard}, after {attempts}: {}", printable(reason))?;
        }
        Ok(())
    }
}
