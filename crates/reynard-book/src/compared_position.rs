//! The differences between two books by position.

use std::collections::BTreeMap;
use std::fmt;

use reynard::Position;

use crate::{BookError, BookSource, BookVisit, Difference, Differences, Entry};

/// The differences between two books in a position: see [`Differences::by_position`].
#[derive(Clone, Debug)]
pub struct ComparedPosition {
    /// The key of the position.
    pub key: u64,
    /// The position and a shortest line to it in SAN, with move numbers; `None` if it cannot be
    /// reached by book moves.
    pub found: Option<(Position, String)>,
    /// The differences, at least one, in the order of the moves.
    pub differences: Vec<Difference>,
}

impl<A: BookSource, B: BookSource> Differences<'_, A, B> {
    /// Collects the remaining differences by position: first the positions that can be reached from
    /// `start` by moves of the books, nearest first, then all other positions by key.
    ///
    /// # Errors
    ///
    /// Returns the first [`BookError`] of the iterator.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_book::{Book, Entry, compare};
    ///
    /// let start = Position::startpos();
    /// let entry = |text, weight| Entry::new(&start, start.parse_uci(text).unwrap(), weight).to_bytes();
    /// let first = Book::new([entry("d2d4", 1), entry("e2e4", 2)].concat())?;
    /// let second = Book::new([entry("d2d4", 1), entry("e2e4", 3), entry("g1f3", 1)].concat())?;
    /// let positions = compare(&first, &second)?.by_position(&start)?;
    /// assert_eq!(positions[0].to_string(), "start: + Nf3 1, ~ e4 2 -> 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_position(&mut self, start: &Position) -> Result<Vec<ComparedPosition>, BookError> {
        let mut groups: BTreeMap<u64, Vec<Difference>> = BTreeMap::new();
        for difference in self.by_ref() {
            let difference = difference?;
            groups.entry(difference.entry().key).or_default().push(difference);
        }
        if groups.is_empty() {
            return Ok(Vec::new());
        }
        let is_different = |visit: &BookVisit| groups.contains_key(&visit.position.polyglot_key());
        let walk = |error| self.first.failed(error);
        let first = self.first.book.walk(start, usize::MAX).map_err(walk)?;
        let walk = |error| self.second.failed(error);
        let second = self.second.book.walk(start, usize::MAX).map_err(walk)?;
        // Positions that the walk does not reach keep their keys.
        let first = first.map_while(Result::ok).filter(is_different);
        let second = second.map_while(Result::ok).filter(is_different);
        let mut visits: Vec<BookVisit> = first.chain(second).collect();
        visits.sort_by_key(|visit| visit.line.len());
        let found = visits.into_iter().filter_map(|BookVisit { position, line, .. }| {
            let (key, differences) = groups.remove_entry(&position.polyglot_key())?;
            let found = Some((position, start.numbered_line(&line)));
            Some(ComparedPosition { key, found, differences })
        });
        let mut positions: Vec<ComparedPosition> = found.collect();
        let others = groups.into_iter();
        positions.extend(others.map(|(key, differences)| ComparedPosition {
            key,
            found: None,
            differences,
        }));
        Ok(positions)
    }
}

/// Writes the line to the position, or else its key, and the differences.
impl fmt::Display for ComparedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Some((_, line)) if line.is_empty() => f.write_str("start")?,
            Some((_, line)) => f.write_str(line)?,
            None => write!(f, "{:016x}", self.key)?,
        }
        for (index, difference) in self.differences.iter().enumerate() {
            let (sign, mv) = (difference.sign(), difference.entry().mv);
            write!(f, "{} {sign} ", if index == 0 { ":" } else { "," })?;
            let pos = self.found.as_ref().map(|(pos, _)| pos);
            match pos.and_then(|pos| Some(pos.san(mv.to_move(pos).ok()?))) {
                Some(san) => write!(f, "{san} ")?,
                None => write!(f, "{mv} ")?,
            }
            let values = [difference.first(), difference.second()].into_iter().flatten();
            for (index, Entry { weight, learn, .. }) in values.enumerate() {
                write!(f, "{}{weight}", if index == 0 { "" } else { " -> " })?;
                if learn != 0 {
                    write!(f, " (learn {learn})")?;
                }
            }
        }
        Ok(())
    }
}
