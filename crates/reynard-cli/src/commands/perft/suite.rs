//! Verifies the counts in a suite.

use std::io::{self, Write};
use std::path::Path;
use std::slice;
use std::time::{Duration, Instant};

use anyhow::bail;
use reynard::SetupFaults;
use reynard_console::fen_input::Format;
use reynard_console::numbers::{in_units, in_words, per_second};
use reynard_console::output::{Output, Status};
use reynard_console::place::Place;
use reynard_console::progress::percent_bar;
use reynard_console::source;
use reynard_perft::{Check, Perft, SuiteEntry, SuiteError, Summary};
use serde::Serialize;

use crate::content::refuse_games;

/// A wrong count.
#[derive(Serialize)]
struct Mismatch {
    line: usize,
    fen: String,
    depth: u32,
    expected: u64,
    nodes: u64,
}

/// A line that could not be parsed.
#[derive(Serialize)]
struct BadLine {
    line: usize,
    error: String,
}

/// Result of the verification.
#[derive(Serialize)]
struct Total {
    positions: u64,
    checked: u64,
    failed: u64,
    #[serde(skip_serializing_if = "is_zero")]
    unreadable: u64,
    nodes: u64,
    seconds: f64,
}

pub(super) fn verify(
    perft: &Perft,
    path: &Path,
    max_nodes: u64,
    format: Format,
    out: &mut Output,
) -> anyhow::Result<Status> {
    let text = source::read_all(path)?;
    let text = String::from_utf8_lossy(&text);
    refuse_games(&text)?;
    let name = path.to_string_lossy();
    let file = (path.as_os_str() != "-").then_some(&*name);
    let mut unreadable = 0;
    let mut entries = Vec::new();
    // A position to count must be valid for the rules. It need not be reachable in a game.
    for entry in reynard_perft::parse_suite_waiving(&text, SetupFaults::WAIVABLE) {
        match entry {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                unreadable += 1;
                bad_line(file, &error, format, out)?;
            }
        }
    }
    if entries.is_empty() && unreadable == 0 {
        bail!("there is nothing to verify");
    }
    let start = Instant::now();
    let summary = verify_all(perft, file, &entries, max_nodes, format, out)?;
    let total = Total {
        positions: summary.positions,
        checked: summary.checked,
        failed: summary.failed,
        unreadable,
        nodes: summary.nodes,
        seconds: start.elapsed().as_secs_f64(),
    };
    if format.json {
        out.json(&total)?;
    } else {
        total.write(start.elapsed(), out)?;
    }
    Ok(Status::fine_if(summary.failed + unreadable == 0))
}

/// Verifies the entries one after another, showing a progress bar and reporting errors immediately.
fn verify_all(
    perft: &Perft,
    file: Option<&str>,
    entries: &[SuiteEntry],
    max_nodes: u64,
    format: Format,
    out: &mut Output,
) -> anyhow::Result<Summary> {
    let counts = entries.iter().flat_map(|entry| &entry.counts).map(|count| count.1);
    let nodes = counts.filter(|&nodes| nodes <= max_nodes).fold(0, u64::saturating_add);
    let bar = percent_bar(nodes, "", out.paint_notes());
    let mut total = Summary::default();
    for entry in entries {
        let mut wrong = Vec::new();
        let one = perft.verify(slice::from_ref(entry), max_nodes, |_, check| {
            bar.inc(check.expected);
            if !check.is_ok() {
                wrong.push(*check);
            }
        })?;
        bar.suspend(|| {
            wrong.iter().try_for_each(|check| mismatch(file, entry, check, format, out))
        })?;
        total.positions += one.positions;
        total.checked += one.checked;
        total.failed += one.failed;
        total.nodes = total.nodes.saturating_add(one.nodes);
    }
    bar.finish_and_clear();
    Ok(total)
}

fn mismatch(
    file: Option<&str>,
    entry: &SuiteEntry,
    check: &Check,
    format: Format,
    out: &mut Output,
) -> io::Result<()> {
    let &Check { depth, expected, found: nodes } = check;
    let fen = entry.position.fen();
    if format.json {
        out.json(&Mismatch { line: entry.line, fen, depth, expected, nodes })?;
    } else {
        let place = Place { file, line: entry.line as u64 };
        writeln!(out, "{place}: D{depth} {nodes}, expected {expected}: {fen}")?;
    }
    out.flush()
}

fn bad_line(
    file: Option<&str>,
    error: &SuiteError,
    format: Format,
    out: &mut Output,
) -> io::Result<()> {
    if format.json {
        out.json(&BadLine { line: error.line, error: error.kind.to_string() })
    } else {
        let place = Place { file, line: error.line as u64 };
        writeln!(out, "{place}: {}", error.kind)
    }
}

impl Total {
    /// Writes a human-readable table.
    fn write(&self, time: Duration, out: &mut Output) -> io::Result<()> {
        writeln!(out, "Positions   {}", self.positions)?;
        writeln!(out, "Checked     {}", self.checked)?;
        writeln!(out, "Failed      {}", self.failed)?;
        if self.unreadable > 0 {
            writeln!(out, "Unreadable  {}", self.unreadable)?;
        }
        writeln!(out, "Nodes       {}", self.nodes)?;
        writeln!(out, "Time        {}", in_words(time))?;
        writeln!(out, "Speed       {} nodes/s", in_units(per_second(self.nodes, time)))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}
