//! In what two books differ.

use std::collections::BTreeMap;

use crate::cursor::Cursor;
use crate::{Book, BookError, BookMove, Entry, Source};

/// A move on which two books do not agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Only the first book has it.
    First(Entry),
    /// Only the second book has it.
    Second(Entry),
    /// The weights differ, or what was learned.
    Changed {
        /// The entry of the first book.
        first: Entry,
        /// The entry of the second book.
        second: Entry,
    },
}

/// How many moves two books have, together and alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Moves with equal entries.
    pub equal: u64,
    /// Moves of both books with different weights, or different in what was learned.
    pub changed: u64,
    /// Moves of the first book only.
    pub first: u64,
    /// Moves of the second book only.
    pub second: u64,
}

impl Comparison {
    /// Whether there is no difference.
    pub const fn is_equal(self) -> bool {
        self.changed == 0 && self.first == 0 && self.second == 0
    }
}

/// Reports all differences between two sorted books, by the keys of the positions and the bits of the
/// moves. The order of the moves of a position does not count; if a book has a move several times,
/// the first one counts.
///
/// # Errors
///
/// [`BookError::Read`] and [`BookError::Unsorted`], with 0 for the first book and 1 for the second.
///
/// ```
/// use reynard::Position;
/// use reynard_book::{Book, Comparison, Difference, Entry, compare};
///
/// let pos = Position::startpos();
/// let [first, second] = [1, 2].map(|weight| Entry::new(&pos, pos.parse_uci("e2e4").unwrap(), weight));
/// let mut found = Vec::new();
/// let [a, b] = [first, second].map(|entry| entry.to_bytes().to_vec());
/// let comparison = compare(&Book::new(a)?, &Book::new(b)?, |difference| found.push(difference))?;
/// assert_eq!(comparison, Comparison { changed: 1, ..Comparison::default() });
/// assert_eq!(found, [Difference::Changed { first, second }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare<A: Source, B: Source>(
    first: &Book<A>,
    second: &Book<B>,
    mut report: impl FnMut(Difference),
) -> Result<Comparison, BookError> {
    let mut comparison = Comparison::default();
    let (mut left, mut right) = (Cursor::new(first, 0)?, Cursor::new(second, 1)?);
    while let Some(key) = [left.key(), right.key()].into_iter().flatten().min() {
        let (first, second) = (left.moves(key)?, right.moves(key)?);
        position(&first, &second, &mut comparison, &mut report);
    }
    Ok(comparison)
}

fn position(
    first: &BTreeMap<BookMove, Entry>,
    second: &BTreeMap<BookMove, Entry>,
    comparison: &mut Comparison,
    report: &mut impl FnMut(Difference),
) {
    let mut moves: Vec<BookMove> = first.keys().chain(second.keys()).copied().collect();
    moves.sort_unstable();
    moves.dedup();
    for m in moves {
        match (first.get(&m), second.get(&m)) {
            (Some(first), Some(second)) if first == second => comparison.equal += 1,
            (Some(&first), Some(&second)) => {
                comparison.changed += 1;
                report(Difference::Changed { first, second });
            }
            (Some(&entry), None) => {
                comparison.first += 1;
                report(Difference::First(entry));
            }
            (None, Some(&entry)) => {
                comparison.second += 1;
                report(Difference::Second(entry));
            }
            (None, None) => {}
        }
    }
}
