//! Merging several books into one.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};

use crate::cursor::Cursor;
use crate::{Book, BookError, BookSource, Entry};

/// The treatment of a move that occurs in several books, or several times in one book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MergePolicy {
    /// The weights are added, up to 65,535; the learn value is that of the first book.
    #[default]
    Add,
    /// The entry of the first book is kept.
    First,
    /// The entry with the largest weight is kept or, among equal weights, the first.
    Max,
}

/// Statistics of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MergeSummary {
    /// Number of entries in the result.
    pub entries: u64,
    /// Number of entries that were combined with an earlier entry for the same move.
    pub combined: u64,
    /// Number of entries dropped because their moves cannot be legal in any position, such as the
    /// zero move.
    pub dropped: u64,
}

/// Writes a book with all moves from several sorted books.
///
/// The moves of a position are sorted by weight, heaviest first, then by their bits. The bytes of
/// the result therefore do not depend on how many books are merged at once. With
/// [`MergePolicy::Add`] and [`MergePolicy::Max`], the order of the books affects only the learn
/// values.
///
/// # Errors
///
/// Returns a [`BookError`] if a book cannot be read or is not sorted, or if the result cannot be
/// written. In that case, part of the book may already have been written.
///
/// ```
/// use reynard::Position;
/// use reynard_book::{Book, Entry, MergePolicy, merge};
///
/// let pos = Position::startpos();
/// let entry = |text, weight| Entry::new(&pos, pos.parse_uci(text).unwrap(), weight);
/// let first = Book::new(entry("e2e4", 2).to_bytes().to_vec())?;
/// let second = Book::new([entry("e2e4", 1).to_bytes(), entry("d2d4", 4).to_bytes()].concat())?;
/// let mut bytes = Vec::new();
/// let summary = merge(&[first, second], MergePolicy::Add, &mut bytes)?;
/// assert_eq!((summary.entries, summary.combined), (2, 1));
/// assert_eq!(bytes, [entry("d2d4", 4).to_bytes(), entry("e2e4", 3).to_bytes()].concat());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge<S: BookSource>(
    books: &[Book<S>],
    policy: MergePolicy,
    out: impl Write,
) -> Result<MergeSummary, BookError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let mut summary = MergeSummary::default();
    let cursors = books.iter().enumerate().map(|(number, book)| Cursor::new(book, number));
    let mut cursors = cursors.collect::<Result<Vec<_>, _>>()?;
    while let Some(key) = cursors.iter().filter_map(Cursor::key).min() {
        let mut moves = BTreeMap::new();
        for cursor in &mut cursors {
            while let Some(entry) = cursor.take(key)? {
                if entry.mv.to_uci().is_err() {
                    summary.dropped += 1;
                    continue;
                }
                moves
                    .entry(entry.mv)
                    .and_modify(|first| {
                        summary.combined += 1;
                        *first = policy.combine(*first, entry);
                    })
                    .or_insert(entry);
            }
        }
        let mut entries: Vec<Entry> = moves.into_values().collect();
        entries.sort_by_key(|entry| Reverse(entry.weight));
        summary.entries += entries.len() as u64;
        for entry in entries {
            out.write_all(&entry.to_bytes()).map_err(BookError::Write)?;
        }
    }
    out.flush().map_err(BookError::Write)?;
    Ok(summary)
}

impl MergePolicy {
    fn combine(self, first: Entry, second: Entry) -> Entry {
        match self {
            Self::Add => Entry { weight: first.weight.saturating_add(second.weight), ..first },
            Self::Max if second.weight > first.weight => second,
            Self::First | Self::Max => first,
        }
    }
}
