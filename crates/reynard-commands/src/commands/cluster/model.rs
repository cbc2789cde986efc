//! `reynard cluster model`: the time that a job takes with other workers, failures and storage.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use reynard_shards::{AttemptEnd, ClusterModel, ModelRow};
use serde::Deserialize;

use super::run::ATTEMPTS;
use crate::fen_input::Format;
use crate::numbers::{as_float, in_hours, positive};
use crate::output::{Output, Status};
use crate::whole_file;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster model --shards 9000 --seconds 600 --workers 10,100,1000
  reynard cluster model --job annotated --shards 100000 --workers 100,1000 --failures 0.05 --plot time.svg
  reynard cluster model --shards 8000 --seconds 20 --shard-bytes 256000000 --bandwidth 1300000000 --json

Shards are given to workers as `run` does it. The times of the shards are those of a job that has been run, over and \
over again in their order, or all the same.")]
pub(super) struct Args {
    /// Folder of a job whose attempts have the times of the shards
    #[arg(long, value_name = "JOB", required_unless_present = "seconds")]
    job: Option<PathBuf>,
    /// Seconds that each shard takes a worker
    #[arg(long, value_name = "SECONDS", value_parser = positive, conflicts_with = "job")]
    seconds: Option<f64>,
    /// Number of shards [default: those of the job]
    #[arg(long, value_name = "N", required_unless_present = "job")]
    shards: Option<NonZeroUsize>,
    /// Numbers of workers to compare
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "1,10,100,1000")]
    workers: Vec<NonZeroUsize>,
    /// Failures of a worker in an hour, on average
    #[arg(long, value_name = "N", default_value_t = 0.0, value_parser = rate)]
    failures: f64,
    /// Number of times that a shard is started before it is set aside
    #[arg(long, value_name = "N", default_value = "3")]
    attempts: NonZeroU32,
    /// Bytes that a shard reads
    #[arg(long, value_name = "BYTES", default_value_t = 0.0, value_parser = rate)]
    shard_bytes: f64,
    /// Bytes a second that the storage gives to all workers together [default: no limit]
    #[arg(long, value_name = "BYTES", value_parser = positive)]
    bandwidth: Option<f64>,
    /// Seed of the failures
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Plot of the time by the number of workers to write, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

/// Parses a number from 0 up.
fn rate(text: &str) -> Result<f64, &'static str> {
    let is_rate = |number: &f64| number.is_finite() && *number >= 0.0;
    text.parse().ok().filter(is_rate).ok_or("not a number from 0 up")
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let times = args.times()?;
    let work: f64 = times.iter().sum();
    let mut model = ClusterModel::new(times, 1);
    model.shard_bytes = args.shard_bytes;
    model.bandwidth = args.bandwidth;
    model.failures_per_hour = args.failures;
    model.attempts = args.attempts.get();
    model.seed = args.seed;
    let workers: Vec<usize> = args.workers.iter().map(|workers| workers.get()).collect();
    let rows = model.compare(&workers);
    if let Some(path) = &args.plot {
        whole_file::write(path, plot(&rows, work).as_bytes())?;
    }
    if args.format.json {
        rows.iter().try_for_each(|row| out.json(row))?;
    } else {
        print(&rows, out)?;
    }
    Ok(Status::Fine)
}

impl Args {
    /// Returns the times of the shards in seconds.
    fn times(&self) -> anyhow::Result<Vec<f64>> {
        let measured = match (&self.job, self.seconds) {
            (Some(job), _) => measured(&job.join(ATTEMPTS))?,
            (None, seconds) => seconds.into_iter().collect(),
        };
        let shards = self.shards.map_or(measured.len(), NonZeroUsize::get);
        Ok(measured.into_iter().cycle().take(shards).collect())
    }
}

/// Returns the times of the attempts that were done.
fn measured(path: &Path) -> anyhow::Result<Vec<f64>> {
    #[derive(Deserialize)]
    struct Line {
        seconds: f64,
        end: AttemptEnd,
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut times = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line: Line = serde_json::from_str(line)
            .with_context(|| format!("{}:{}", path.display(), number + 1))?;
        if line.end == AttemptEnd::Done {
            times.push(line.seconds);
        }
    }
    if times.is_empty() {
        bail!("{}: no shard has been done", path.display());
    }
    Ok(times)
}

fn print(rows: &[ModelRow], out: &mut Output) -> io::Result<()> {
    writeln!(out, "{:>7}  {:>12}  {:>12}  Efficiency  Failed", "Workers", "Time", "Worker time")?;
    for row in rows {
        let time = |seconds: f64| {
            if seconds < 60.0 {
                format!("{seconds:.1} s")
            } else {
                in_hours(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
            }
        };
        let (failed, efficiency) = (row.failed_attempts, 100.0 * row.efficiency);
        let (own, all) = (time(row.seconds), time(row.worker_seconds));
        writeln!(
            out,
            "{:>7}  {own:>12}  {all:>12}  {efficiency:>8.1} %  {failed:>6}",
            row.workers
        )?;
        if row.set_aside > 0 {
            writeln!(out, "         {} set aside", row.set_aside)?;
        }
    }
    Ok(())
}

/// Draws the time by the number of workers, both on logarithmic scales, and the time that the work alone would take.
fn plot(rows: &[ModelRow], work: f64) -> String {
    const WIDTH: f64 = 640.0;
    const HEIGHT: f64 = 360.0;
    let points = || rows.iter().map(|row| (as_float(row.workers), row.seconds));
    let ideal = || rows.iter().map(|row| (as_float(row.workers), work / as_float(row.workers)));
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        values.fold(start, |(least, most), value| (least.min(value), most.max(value)))
    };
    let (left, right) = bounds(&mut points().map(|point| point.0));
    let (bottom, top) = bounds(&mut points().chain(ideal()).map(|point| point.1));
    let place = |(x, y): (f64, f64)| {
        let part = |value: f64, least: f64, most: f64| {
            let width = (most / least).ln();
            if width > 0.0 { (value / least).ln() / width } else { 0.5 }
        };
        (60.0 + WIDTH * part(x, left, right), 20.0 + HEIGHT * (1.0 - part(y, bottom, top)))
    };
    let line = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        let points = points.map(place).map(|(x, y)| format!("{x:.1},{y:.1}"));
        points.collect::<Vec<_>>().join(" ")
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <polyline fill=\"none\" stroke=\"#aaa\" stroke-dasharray=\"4\" points=\"{}\"/>\n\
         <polyline fill=\"none\" stroke=\"#06c\" stroke-width=\"2\" points=\"{}\"/>\n",
        WIDTH + 160.0,
        HEIGHT + 70.0,
        line(&mut ideal()),
        line(&mut points()),
    );
    for row in rows {
        let (x, y) = place((as_float(row.workers), row.seconds));
        let time = in_hours(Duration::try_from_secs_f64(row.seconds).unwrap_or(Duration::MAX));
        // Writing to memory does not fail.
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#06c\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{time}</text>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            x + 6.0,
            y - 6.0,
            HEIGHT + 44.0,
            row.workers,
        );
    }
    let (middle, base) = (60.0 + WIDTH / 2.0, HEIGHT + 62.0);
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{base}\" text-anchor=\"middle\">workers</text>\n</svg>"
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_have_a_point_for_each_number_of_workers() {
        let mut rows = ClusterModel::new(vec![10.0; 10], 1).compare(&[1, 10]);
        rows[1].seconds = 20.0;
        let svg = plot(&rows, 100.0);
        assert_eq!(svg.matches("<circle").count(), 2);
        // 20 s are 30 % of the way from 10 to 100 on a logarithmic scale.
        assert!(svg.contains("points=\"60.0,20.0 700.0,271.6\""), "{svg}");
        assert!(svg.contains("points=\"60.0,20.0 700.0,380.0\""), "{svg}");
    }
}
