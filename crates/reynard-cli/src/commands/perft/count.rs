//! Counts the leaves below one position after another.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use reynard::{EnPassantMode, Position, UciMove};
use reynard_console::fen_input::FenInput;
use reynard_console::numbers::{in_units, in_words, per_second};
use reynard_console::output::{Output, Status};
use reynard_console::rules::Accepted;
use reynard_perft::Perft;
use serde::Serialize;

use super::args::{Args, depth_and_fen};

/// The count of an intermediate depth.
#[derive(Serialize)]
struct DepthLine {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// The count below a move in the position.
#[derive(Serialize)]
struct MoveLine {
    r#move: String,
    nodes: u64,
}

/// The total.
#[derive(Serialize)]
struct Total {
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u64,
    method: &'static str,
    threads: usize,
}

pub(super) fn run(
    perft: &Perft,
    threads: NonZeroUsize,
    args: &Args,
    out: &mut Output,
) -> anyhow::Result<Status> {
    let (depth, words) = depth_and_fen(args)?;
    FenInput::from_words(words).answer(args.reading, out, |item, out| {
        match &item.read {
            Err(diagnostics) => item.refuse(diagnostics, args.format, out)?,
            Ok(Accepted { position, diagnostics, .. }) => {
                item.note(diagnostics, out)?;
                let (nodes, time) = if args.divide && depth > 0 {
                    by_moves(perft, position, depth, args, out)?
                } else {
                    by_depths(perft, position, depth, args, out)?
                };
                let total = Total {
                    fen: args.reading.writing.fen(position, EnPassantMode::default()),
                    depth,
                    nodes,
                    seconds: time.as_secs_f64(),
                    nps: per_second(nodes, time),
                    method: perft.method().name(),
                    threads: threads.get(),
                };
                if args.format.json { out.json(&total)? } else { total.write(time, out)? }
            }
        }
        Ok(Status::Fine)
    })
}

/// Runs perft to each depth up to the last one, and returns the count and the time for the last
/// depth.
fn by_depths(
    perft: &Perft,
    position: &Position,
    last: u32,
    args: &Args,
    out: &mut Output,
) -> anyhow::Result<(u64, Duration)> {
    for depth in last.min(1)..last {
        let (nodes, time) = timed(|| perft.count(position, depth))?;
        depth_line(depth, nodes, time, args, out)?;
    }
    let (nodes, time) = timed(|| perft.count(position, last))?;
    depth_line(last, nodes, time, args, out)?;
    Ok((nodes, time))
}

fn depth_line(
    depth: u32,
    nodes: u64,
    time: Duration,
    args: &Args,
    out: &mut Output,
) -> io::Result<()> {
    if args.format.json {
        out.json(&DepthLine { depth, nodes, seconds: time.as_secs_f64() })?;
    } else {
        writeln!(out, "{depth:>2} {nodes:>20}")?;
    }
    // The next depth may take a long time.
    out.flush()
}

/// Counts the leaves below each move, and returns their sum and the total time.
fn by_moves(
    perft: &Perft,
    position: &Position,
    depth: u32,
    args: &Args,
    out: &mut Output,
) -> anyhow::Result<(u64, Duration)> {
    let (counts, time) = timed(|| perft.divide(position, depth))?;
    let castling = args.reading.writing.castling(position);
    let mut sum = 0_u64;
    for (m, nodes) in counts {
        sum = sum.checked_add(nodes).ok_or(reynard_perft::PerftError::Overflow)?;
        let text = UciMove::new(m, castling).to_string();
        if args.format.json {
            out.json(&MoveLine { r#move: text, nodes })?;
        } else {
            writeln!(out, "{text}: {nodes}")?;
        }
    }
    Ok((sum, time))
}

fn timed<T, E>(count: impl FnOnce() -> Result<T, E>) -> Result<(T, Duration), E> {
    let start = Instant::now();
    let value = count()?;
    Ok((value, start.elapsed()))
}

impl Total {
    /// Writes a human-readable table.
    fn write(&self, time: Duration, out: &mut Output) -> io::Result<()> {
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        writeln!(out)?;
        writeln!(out, "FEN         {}", self.fen)?;
        writeln!(out, "Method      {}, {} {threads}", self.method, self.threads)?;
        writeln!(out, "Nodes       {}", self.nodes)?;
        writeln!(out, "Time        {}", in_words(time))?;
        writeln!(out, "Speed       {} nodes/s", in_units(self.nps))
    }
}
