//! The differences between two books.

use std::collections::VecDeque;
use std::fmt;

use crate::cursor::Cursor;
use crate::{Book, BookError, BookMove, BookSource, Entry};

/// A move in which two books differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Only the first book has the move.
    First(Entry),
    /// Only the second book has the move.
    Second(Entry),
    /// Both books have the move, but with different weights or learn values.
    Changed {
        /// The entry of the first book.
        first: Entry,
        /// The entry of the second book.
        second: Entry,
    },
}

impl Difference {
    /// Returns the entry of the first book.
    ///
    /// ```
    /// use reynard_book::{BookMove, Difference, Entry};
    ///
    /// let entry = Entry { key: 1, mv: BookMove::from_bits(0o1434), weight: 2, learn: 3 };
    /// let difference = Difference::Second(entry);
    /// assert_eq!((difference.first(), difference.second()), (None, Some(entry)));
    /// ```
    pub const fn first(self) -> Option<Entry> {
        match self {
            Self::First(first) | Self::Changed { first, .. } => Some(first),
            Self::Second(_) => None,
        }
    }

    /// Returns the entry of the second book.
    pub const fn second(self) -> Option<Entry> {
        match self {
            Self::Second(second) | Self::Changed { second, .. } => Some(second),
            Self::First(_) => None,
        }
    }

    /// Returns the entry of the first book, or that of the second book if the first does not have
    /// the move.
    pub(crate) const fn entry(self) -> Entry {
        let (Self::First(entry) | Self::Second(entry) | Self::Changed { first: entry, .. }) = self;
        entry
    }

    /// Returns `-` if only the first book has the move, `+` if only the second book has it, and `~`
    /// if both have it.
    pub(crate) const fn sign(self) -> char {
        match self {
            Self::First(_) => '-',
            Self::Second(_) => '+',
            Self::Changed { .. } => '~',
        }
    }
}

/// Numbers of moves that are in both books or only in one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Comparison {
    /// Number of moves with equal entries.
    pub equal: u64,
    /// Number of moves in both books with different weights or learn values.
    pub changed: u64,
    /// Number of moves only in the first book.
    pub first: u64,
    /// Number of moves only in the second book.
    pub second: u64,
}

/// Writes the counts on one line.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { equal, changed, first, second } = self;
        write!(
            f,
            "{equal} equal, {changed} changed, {first} only in the first, {second} only in the second"
        )
    }
}

impl Comparison {
    /// Returns `true` if the books do not differ.
    ///
    /// ```
    /// assert!(reynard_book::Comparison::default().is_equal());
    /// ```
    pub const fn is_equal(self) -> bool {
        self.changed == 0 && self.first == 0 && self.second == 0
    }
}

/// Compares two sorted books by the keys of the positions and the bits of the moves, and returns
/// the differences. The order of the moves of a position does not matter; if a book repeats a move,
/// the first entry counts.
///
/// # Errors
///
/// Returns [`BookError::Read`] if a book cannot be read, with index 0 for the first book and 1 for
/// the second.
///
/// ```
/// use reynard::Position;
/// use reynard_book::{Book, Difference, Entry, compare};
///
/// let pos = Position::startpos();
/// let [first, second] = [1, 2].map(|weight| Entry::new(&pos, pos.parse_uci("e2e4").unwrap(), weight));
/// let [a, b] = [first, second].map(|entry| Book::new(entry.to_bytes().to_vec()).unwrap());
/// let mut differences = compare(&a, &b)?;
/// assert_eq!(differences.next().transpose()?, Some(Difference::Changed { first, second }));
/// assert!(differences.next().is_none());
/// assert_eq!(differences.comparison().changed, 1);
/// # Ok::<(), reynard_book::BookError>(())
/// ```
pub fn compare<'a, A: BookSource, B: BookSource>(
    first: &'a Book<A>,
    second: &'a Book<B>,
) -> Result<Differences<'a, A, B>, BookError> {
    Ok(Differences {
        first: Cursor::new(first, 0)?,
        second: Cursor::new(second, 1)?,
        found: VecDeque::new(),
        comparison: Comparison::default(),
        is_over: false,
    })
}

/// An iterator over the differences between two books: see [`compare`]. An item is an error if a
/// book cannot be read or is not sorted; in that case, the iterator ends.
pub struct Differences<'a, A, B> {
    pub(crate) first: Cursor<'a, A>,
    pub(crate) second: Cursor<'a, B>,
    /// Differences in the last position that have not been returned yet.
    found: VecDeque<Difference>,
    comparison: Comparison,
    is_over: bool,
}

impl<A: BookSource, B: BookSource> Differences<'_, A, B> {
    /// Returns the counts of the moves compared so far. Once the iterator has ended, all moves are
    /// included.
    pub const fn comparison(&self) -> Comparison {
        self.comparison
    }

    /// Compares the next position. Returns `false` at the end.
    fn next_position(&mut self) -> Result<bool, BookError> {
        let keys = [self.first.key(), self.second.key()];
        let Some(key) = keys.into_iter().flatten().min() else { return Ok(false) };
        let (first, second) = (self.first.moves(key)?, self.second.moves(key)?);
        let mut moves: Vec<BookMove> = first.keys().chain(second.keys()).copied().collect();
        moves.sort_unstable();
        moves.dedup();
        for mv in moves {
            match (first.get(&mv), second.get(&mv)) {
                (Some(first), Some(second)) if first == second => self.comparison.equal += 1,
                (Some(&first), Some(&second)) => {
                    self.comparison.changed += 1;
                    self.found.push_back(Difference::Changed { first, second });
                }
                (Some(&entry), None) => {
                    self.comparison.first += 1;
                    self.found.push_back(Difference::First(entry));
                }
                (None, Some(&entry)) => {
                    self.comparison.second += 1;
                    self.found.push_back(Difference::Second(entry));
                }
                (None, None) => {}
            }
        }
        Ok(true)
    }
}

impl<A: BookSource, B: BookSource> Iterator for Differences<'_, A, B> {
    type Item = Result<Difference, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.found.is_empty() && !self.is_over {
            match self.next_position() {
                Ok(goes_on) => self.is_over = !goes_on,
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            }
        }
        self.found.pop_front().map(Ok)
    }
}

impl<A, B> fmt::Debug for Differences<'_, A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Differences").field("comparison", &self.comparison).finish_non_exhaustive()
    }
}
