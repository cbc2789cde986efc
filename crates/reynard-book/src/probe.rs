//! Probing a book.

use reynard::{Move, Position};

use crate::{Book, BookMoveError, BookProbeError, BookSource, Entry};

/// The maximum number of entries read for one position: far more than the maximum number of legal
/// moves (218). It bounds the work of probing a broken book.
const MAX_ENTRIES: usize = 1024;

/// A legal book move for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookCandidate {
    /// The move.
    pub mv: Move,
    /// The weight, relative to the other moves; 0 for a move that is never played.
    pub weight: u16,
    /// The learn value, for programs that learn.
    pub learn: u32,
}

/// An entry for the probed position whose move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RejectedEntry {
    /// The entry.
    pub entry: Entry,
    /// The reason why its move cannot be played.
    pub error: BookMoveError,
}

/// The book moves of a position: see [`Book::probe`].
///
/// ```
/// use reynard::Position;
/// use reynard_book::{Book, BookMove, Entry};
///
/// let pos = Position::startpos();
/// let entries = [("e2e4", 3), ("d2d4", 1)].map(|(text, weight)| {
///     Entry::new(&pos, pos.parse_uci(text).unwrap(), weight).to_bytes()
/// });
/// let answer = Book::new(entries.concat())?.probe(&pos)?;
/// assert_eq!(answer.best().unwrap().mv, pos.parse_uci("e2e4")?);
/// // Three quarters of all random numbers choose the first move.
/// assert_eq!(answer.choose(u64::MAX / 2).unwrap().mv, pos.parse_uci("e2e4")?);
/// assert_eq!(answer.choose(u64::MAX).unwrap().mv, pos.parse_uci("d2d4")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookAnswer {
    /// The legal moves in the order of the book.
    pub candidates: Vec<BookCandidate>,
    /// The entries whose moves are not legal, because they belong to another position with the same
    /// key or the book is broken.
    pub rejected: Vec<RejectedEntry>,
    /// Number of further entries with the same key, which were not read. It is 0 unless the book is
    /// broken.
    pub skipped: u64,
}

impl BookAnswer {
    fn new(pos: &Position) -> impl FnMut(&mut Self, Entry) {
        let pos = pos.clone();
        move |answer, entry| {
            let Entry { weight, learn, .. } = entry;
            if answer.candidates.len() + answer.rejected.len() == MAX_ENTRIES {
                answer.skipped += 1;
                return;
            }
            match entry.mv.to_move(&pos) {
                Ok(mv) => answer.candidates.push(BookCandidate { mv, weight, learn }),
                Err(error) => answer.rejected.push(RejectedEntry { entry, error }),
            }
        }
    }

    /// Returns `true` if the book has no playable move for the position.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Returns the total weight of all candidates.
    ///
    /// ```
    /// use reynard_book::{Book, Entry};
    /// use reynard_book::reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let entry = Entry::new(&pos, pos.parse_uci("e2e4")?, 1);
    /// let book = Book::new(entry.to_bytes().to_vec())?;
    /// assert_eq!(book.probe(&pos)?.total_weight(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_weight(&self) -> u64 {
        self.candidates.iter().map(|candidate| u64::from(candidate.weight)).sum()
    }

    /// Returns the candidate with the largest weight or, among equal weights, the first. Returns
    /// `None` if no candidate has a weight above 0.
    ///
    /// ```
    /// use reynard_book::{Book, Entry};
    /// use reynard_book::reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let entry = Entry::new(&pos, pos.parse_uci("e2e4")?, 1);
    /// let book = Book::new(entry.to_bytes().to_vec())?;
    /// assert_eq!(book.probe(&pos)?.best().unwrap().weight, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best(&self) -> Option<&BookCandidate> {
        let playable = self.candidates.iter().filter(|candidate| candidate.weight > 0);
        playable.rev().max_by_key(|candidate| candidate.weight)
    }

    /// Chooses a candidate with a probability proportional to its weight, given a random number.
    /// Returns `None` if no candidate has a weight above 0.
    ///
    /// The number should be uniformly distributed over all 64-bit numbers. The same number always
    /// yields the same move: the range of numbers is divided among the candidates in the order of
    /// the book.
    ///
    /// ```
    /// use reynard_book::{Book, Entry};
    /// use reynard_book::reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let entry = Entry::new(&pos, pos.parse_uci("e2e4")?, 1);
    /// let book = Book::new(entry.to_bytes().to_vec())?;
    /// assert_eq!(book.probe(&pos)?.choose(42).unwrap().mv.to_string(), "e2e4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(&self, random: u64) -> Option<&BookCandidate> {
        let mut ticket = ((u128::from(random) * u128::from(self.total_weight())) >> 64) as u64;
        self.candidates.iter().find(|candidate| {
            let weight = u64::from(candidate.weight);
            let drawn = ticket < weight;
            ticket = ticket.saturating_sub(weight);
            drawn
        })
    }
}

impl<S: BookSource> Book<S> {
    /// Returns the moves of the book for a position, found by binary search.
    ///
    /// # Errors
    ///
    /// Same as for [`find`](Self::find).
    ///
    /// ```
    /// use reynard_book::{Book, Entry};
    /// use reynard_book::reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let entry = Entry::new(&pos, pos.parse_uci("e2e4")?, 1);
    /// let book = Book::new(entry.to_bytes().to_vec())?;
    /// assert_eq!(book.probe(&pos)?.candidates.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe(&self, pos: &Position) -> Result<BookAnswer, BookProbeError> {
        let range = self.find(pos.polyglot_key())?;
        let (mut answer, mut add) = (BookAnswer::default(), BookAnswer::new(pos));
        for entry in self.entries_in(range.start..range.end.min(range.start + MAX_ENTRIES as u64)) {
            add(&mut answer, entry?);
        }
        answer.skipped = (range.end - range.start).saturating_sub(MAX_ENTRIES as u64);
        Ok(answer)
    }

    /// Returns the moves of the book for a position, found by reading every entry. Use this for
    /// books that are not sorted.
    ///
    /// # Errors
    ///
    /// Returns [`BookProbeError::Io`] if the source cannot be read.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_book::{Book, BookMove, Entry};
    ///
    /// let pos = Position::startpos();
    /// let high = Entry { key: u64::MAX, mv: BookMove::ZERO, weight: 0, learn: 0 };
    /// let entry = Entry::new(&pos, pos.parse_uci("e2e4")?, 1);
    /// let book = Book::new([high.to_bytes(), entry.to_bytes()].concat())?;
    /// assert_eq!(book.probe_unsorted(&pos)?.candidates.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_unsorted(&self, pos: &Position) -> Result<BookAnswer, BookProbeError> {
        let key = pos.polyglot_key();
        let (mut answer, mut add) = (BookAnswer::default(), BookAnswer::new(pos));
        for entry in self.entries() {
            let entry = entry?;
            if entry.key == key {
                add(&mut answer, entry);
            }
        }
        Ok(answer)
    }
}
