//! A book with a selection of another book's entries.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::{BufWriter, Write};

use crate::cursor::Cursor;
use crate::{Book, BookError, BookSource, Entry};

/// Conditions that the moves of a book must fulfill to be kept.
///
/// ```
/// use reynard_book::BookFilter;
///
/// assert_eq!(BookFilter::default(), BookFilter { min_weight: 0, top: usize::MAX });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookFilter {
    /// The smallest weight to keep, 0 by default.
    pub min_weight: u16,
    /// The maximum number of moves kept in each position: those with the largest weights or, among
    /// equal weights, the first. By default, all are kept.
    pub top: usize,
}

impl Default for BookFilter {
    fn default() -> Self {
        Self { min_weight: 0, top: usize::MAX }
    }
}

/// Statistics of a filtered book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FilterSummary {
    /// Number of entries kept.
    pub entries: u64,
    /// Number of entries dropped.
    pub dropped: u64,
}

/// Writes the entries of a sorted book that pass a filter, in their order.
///
/// Positions for whose keys `keep` returns `false` are left out; to find the position of a key, use
/// [`Book::walk`]. Moves that cannot be legal in any position are also left out. If a position has
/// several entries for a move, only the first one with a sufficient weight is kept.
///
/// # Errors
///
/// Returns a [`BookError`] if the book cannot be read or is not sorted, or if the result cannot be
/// written. In that case, part of the book may already have been written.
///
/// ```
/// use reynard::Position;
/// use reynard_book::{Book, Entry, BookFilter, filter};
///
/// let pos = Position::startpos();
/// let entry = |text, weight| Entry::new(&pos, pos.parse_uci(text).unwrap(), weight).to_bytes();
/// let book = Book::new([entry("e2e4", 1), entry("d2d4", 4), entry("c2c4", 2)].concat())?;
/// let mut bytes = Vec::new();
/// filter(&book, BookFilter { top: 2, ..BookFilter::default() }, |_| true, &mut bytes)?;
/// assert_eq!(bytes, [entry("d2d4", 4), entry("c2c4", 2)].concat());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn filter<S: BookSource>(
    book: &Book<S>,
    filter: BookFilter,
    mut keep: impl FnMut(u64) -> bool,
    out: impl Write,
) -> Result<FilterSummary, BookError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let mut summary = FilterSummary::default();
    let mut cursor = Cursor::new(book, 0)?;
    let (mut entries, mut seen) = (Vec::new(), HashSet::new());
    while let Some(key) = cursor.key() {
        let stays = keep(key);
        entries.clear();
        seen.clear();
        while let Some(entry) = cursor.take(key)? {
            let passes = entry.mv.to_uci().is_ok() && entry.weight >= filter.min_weight;
            if stays && passes && seen.insert(entry.mv) {
                entries.push(entry);
            } else {
                summary.dropped += 1;
            }
        }
        summary.dropped += filter.cut(&mut entries);
        summary.entries += entries.len() as u64;
        for entry in &entries {
            out.write_all(&entry.to_bytes()).map_err(BookError::Write)?;
        }
    }
    out.flush().map_err(BookError::Write)?;
    Ok(summary)
}

impl BookFilter {
    /// Keeps only the entries with the largest weights, and returns the number of entries dropped.
    fn cut(self, entries: &mut Vec<Entry>) -> u64 {
        let all = entries.len();
        if all > self.top {
            let mut by_weight: Vec<usize> = (0..all).collect();
            by_weight.sort_by_key(|&index| Reverse(entries[index].weight));
            by_weight.truncate(self.top);
            by_weight.sort_unstable();
            *entries = by_weight.iter().map(|&index| entries[index]).collect();
        }
        (all - entries.len()) as u64
    }
}
