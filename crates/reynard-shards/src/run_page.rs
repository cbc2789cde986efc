//! The page with the plots of a run: one HTML file without scripts or other files.

use std::fmt::{self, Write as _};

use crate::model::as_float;
use crate::{AttemptEnd, DriveReport, Job};

/// The page with the plots of a run: one HTML file, which needs no other.
///
/// ```
/// use reynard_shards::{DriveReport, Job, LocalFiles, PerftTask, Plan, RunPage, Task, list};
///
/// let folder = tempfile::tempdir()?;
/// let task = PerftTask { fen: "startpos".to_owned(), depth: 2, split: 1, hash_mib: 0 };
/// let job = Job::create(&list(&Plan::new(Task::Perft(task)), &LocalFiles)?, folder.path())?;
/// let page = RunPage { job: &job, workers: 2, run: &DriveReport::default() };
/// assert!(page.to_string().contains("<tr><th>Workers<td>2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RunPage<'a> {
    /// The job.
    pub job: &'a Job,
    /// Number of workers.
    pub workers: usize,
    /// The run.
    pub run: &'a DriveReport,
}

/// Width of a plot in pixels.
const WIDTH: f64 = 900.0;
/// Height of a plot in pixels.
const HEIGHT: f64 = 220.0;
/// The most bars of a histogram.
const BARS: usize = 40;
/// The most workers whose attempts are drawn.
const ROWS: usize = 64;

impl fmt::Display for RunPage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let manifest = self.job.manifest();
        let count = |end| self.run.attempts.iter().filter(|it| it.end == end).count();
        let (done, failed, overtaken) =
            (count(AttemptEnd::Done), count(AttemptEnd::Failed), count(AttemptEnd::Overtaken));
        let busy: f64 = self.run.attempts.iter().map(|attempt| attempt.seconds).sum();
        let task = manifest.task.name();
        let rows = [
            ("Job", self.job.id().to_owned()),
            ("Version", manifest.version.clone()),
            ("Shards", manifest.shards.len().to_string()),
            ("Done before", self.run.skipped.to_string()),
            ("Done in this run", done.to_string()),
            ("Attempts that failed", failed.to_string()),
            ("Attempts that were overtaken", overtaken.to_string()),
            ("Workers", self.workers.to_string()),
            ("Seconds", format!("{:.1}", self.run.seconds)),
            ("Seconds of all workers", format!("{busy:.1}")),
        ];
        let rows = rows.map(|(name, value)| format!("<tr><th>{name}<td>{value}")).join("\n");
        write!(
            f,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <title>reynard cluster: {task}</title>\n<style>{STYLE}</style>\n\
             <h1>{task}</h1>\n<table>\n{rows}</table>\n\
             <h2>Shards done</h2>\n{}<h2>Workers</h2>\n{}<h2>Seconds of a shard</h2>\n{}",
            self.progress(),
            self.timeline(),
            self.histogram(),
        )
    }
}

impl RunPage<'_> {
    /// Draws the number of shards that are done, by time.
    fn progress(&self) -> String {
        let done = self.run.attempts.iter().filter(|it| it.end == AttemptEnd::Done);
        let mut ends: Vec<f64> = done.map(|attempt| attempt.start + attempt.seconds).collect();
        ends.sort_by(f64::total_cmp);
        let total = as_float(self.job.manifest().shards.len().max(1));
        let height = |shards: usize| HEIGHT - HEIGHT * as_float(self.run.skipped + shards) / total;
        let mut points = format!("0,{:.1}", height(0));
        for (index, end) in ends.iter().enumerate() {
            // Writing to memory does not fail.
            let _ = write!(points, " {:.1},{:.1}", self.x(*end), height(index + 1));
        }
        svg(HEIGHT, &format!("<polyline class=\"line\" points=\"{points}\"/>"), self.run.seconds)
    }

    /// Draws the attempts of each worker.
    fn timeline(&self) -> String {
        let workers = self.workers.min(ROWS);
        let row = 16.0;
        let mut bars = String::new();
        for attempt in self.run.attempts.iter().filter(|attempt| attempt.worker < workers) {
            let class = match attempt.end {
                AttemptEnd::Done => "done",
                AttemptEnd::Failed => "failed",
                AttemptEnd::Overtaken => "overtaken",
            };
            let (x, width) = (self.x(attempt.start), self.x(attempt.seconds).max(0.5));
            let (shard, y) = (attempt.shard, as_float(attempt.worker) * row);
            let _ = write!(
                bars,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"13\">\
                 <title>shard {shard}: {:.2} s</title></rect>",
                attempt.seconds
            );
        }
        svg(as_float(workers) * row, &bars, self.run.seconds)
    }

    /// Draws how often shards took how long.
    fn histogram(&self) -> String {
        let done = self.run.attempts.iter().filter(|it| it.end == AttemptEnd::Done);
        let times: Vec<f64> = done.map(|attempt| attempt.seconds).collect();
        let most = times.iter().copied().fold(0.0, f64::max);
        let mut counts = [0_usize; BARS];
        for time in &times {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "from 0 to the number of bars"
            )]
            let bar = (time / most.max(f64::MIN_POSITIVE) * as_float(BARS)) as usize;
            counts[bar.min(BARS - 1)] += 1;
        }
        let highest = as_float(counts.iter().copied().max().unwrap_or(0).max(1));
        let width = WIDTH / as_float(BARS);
        let mut bars = String::new();
        for (index, &count) in counts.iter().enumerate() {
            let height = HEIGHT * as_float(count) / highest;
            let _ = write!(
                bars,
                "<rect class=\"done\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\">\
                 <title>{count}</title></rect>",
                as_float(index) * width,
                HEIGHT - height,
                width - 1.0
            );
        }
        svg(HEIGHT, &bars, most)
    }

    /// Returns the place of a time.
    fn x(&self, seconds: f64) -> f64 {
        WIDTH * seconds / self.run.seconds.max(f64::MIN_POSITIVE)
    }
}

/// Returns a plot with an axis of seconds.
fn svg(height: f64, content: &str, seconds: f64) -> String {
    format!(
        "<svg viewBox=\"-2 -4 {} {}\" role=\"img\">{content}\
         <line class=\"axis\" x1=\"0\" y1=\"{height}\" x2=\"{WIDTH}\" y2=\"{height}\"/>\
         <text x=\"0\" y=\"{y}\">0</text>\
         <text x=\"{WIDTH}\" y=\"{y}\" text-anchor=\"end\">{seconds:.1} s</text></svg>\n",
        WIDTH + 4.0,
        height + 24.0,
        y = height + 16.0,
    )
}

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}\
th{text-align:left;font-weight:normal;padding-right:2em}td{font-variant-numeric:tabular-nums;word-break:break-all}\
svg{width:100%;font-size:12px}.axis{stroke:#888}.line{fill:none;stroke:#06c;stroke-width:2}.done{fill:#06c}\
.failed{fill:#c22}.overtaken{fill:#aaa}";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attempt, LocalFiles, PerftTask, Plan, Task, list};

    #[test]
    fn each_attempt_is_drawn() {
        let folder = tempfile::tempdir().expect("a folder");
        let task = PerftTask { fen: "startpos".to_owned(), depth: 2, split: 1, hash_mib: 0 };
        let mut plan = Plan::new(Task::Perft(task));
        plan.shard_subtrees = 10;
        let manifest = list(&plan, &LocalFiles).expect("a plan");
        let job = Job::create(&manifest, folder.path()).expect("a job");
        let attempt = |shard, worker, end| Attempt {
            shard,
            worker,
            pid: 7,
            start: 1.0,
            seconds: 2.0,
            end,
            reason: None,
        };
        let attempts = vec![attempt(0, 0, AttemptEnd::Done), attempt(1, 1, AttemptEnd::Failed)];
        let run = DriveReport { attempts, seconds: 3.0, ..DriveReport::default() };
        let report = RunPage { job: &job, workers: 2, run: &run };
        let html = report.to_string();
        assert_eq!(html.matches("<svg").count(), 3);
        assert_eq!(html.matches("class=\"failed\"").count(), 1, "{html}");
        assert!(html.contains("<title>shard 1: 2.00 s</title>"), "{html}");
        // From nothing done to one of two shards.
        assert!(html.contains("points=\"0,220.0 900.0,110.0\""), "{html}");
    }
}
