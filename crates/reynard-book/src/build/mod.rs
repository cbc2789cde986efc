//! Building books from games.
//!
//! * `sample`: a move that was played, and its points;
//! * `collect`: collecting samples within a memory budget, and sorting them in parts;
//! * `weigh`: the selection of a position's moves, and their weights.

mod collect;
mod sample;
mod weigh;

use std::io::{self, BufWriter, Write};

pub use collect::{Collector, SortedSamples};
pub use sample::{BookSample, Points, SampleOrder};
pub use weigh::{BookWeights, BuildRule};

use weigh::Group;

/// Statistics about a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildSummary {
    /// Number of samples.
    pub samples: u64,
    /// Number of distinct positions.
    pub positions: u64,
    /// Number of distinct moves in these positions.
    pub moves: u64,
    /// Number of moves in the book.
    pub entries: u64,
}

/// Writes a book built from the samples of all parts.
///
/// The bytes written depend only on the samples and the rule, not on how the samples were split
/// into parts or on the memory budget. About `memory` bytes are used, but at least enough for a few
/// buffers.
///
/// # Errors
///
/// Returns an error if a temporary file cannot be read or written, or if writing to `out` fails.
///
/// ```
/// use reynard::Position;
/// use reynard_book::{Book, BuildRule, Collector, Points, SampleOrder, build};
///
/// let start = Position::startpos();
/// let mut collector = Collector::new(1 << 20);
/// for (game, (text, points)) in
///     [("e2e4", Points::Win), ("e2e4", Points::Draw)].iter().enumerate()
/// {
///     let order = SampleOrder::new(game as u32, 0);
///     collector.add(&start, start.parse_uci(text)?, *points, order)?;
/// }
/// let rule = BuildRule { min_games: 1, ..BuildRule::default() };
/// let mut bytes = Vec::new();
/// let summary = build(vec![collector.finish()?], &rule, 1 << 20, &mut bytes)?;
/// assert_eq!((summary.samples, summary.entries), (2, 1));
/// assert_eq!(Book::new(bytes)?.probe(&start)?.candidates[0].weight, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(
    parts: Vec<SortedSamples>,
    rule: &BuildRule,
    memory: usize,
    out: impl Write,
) -> io::Result<BuildSummary> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let mut summary = BuildSummary::default();
    let mut group = Group::default();
    let mut flush = |group: &mut Group, summary: &mut BuildSummary| -> io::Result<()> {
        summary.positions += u64::from(!group.is_empty());
        summary.moves += group.len() as u64;
        for entry in group.entries(rule) {
            summary.entries += 1;
            out.write_all(&entry.to_bytes())?;
        }
        Ok(())
    };
    for record in reynard_base::sort::merge(parts.into_iter().map(|part| part.0), memory)? {
        let sample = BookSample::from(record?);
        summary.samples += 1;
        if sample.key != group.key {
            flush(&mut group, &mut summary)?;
            group.restart(sample.key);
        }
        group.add(sample);
    }
    flush(&mut group, &mut summary)?;
    out.flush()?;
    Ok(summary)
}
