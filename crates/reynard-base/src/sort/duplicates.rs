//! Detection of repeated keys.

use std::io;

use super::{KeyedRecord, KeyedSorter, Sorted};

/// Finds the duplicates in a sequence of any length by comparing the keys of its items, using
/// bounded memory.
///
/// First, the keys of all items are added in order. Then, [`Duplicates`] reports which items are
/// duplicates, in the same order.
///
/// ```
/// use reynard_base::sort::DuplicateFinder;
///
/// let mut finder = DuplicateFinder::new(1 << 20);
/// for key in ["e4", "d4", "e4"] {
///     finder.push(Some(key.into()))?;
/// }
/// let mut duplicates = finder.finish()?;
/// let found = [duplicates.is_next()?, duplicates.is_next()?, duplicates.is_next()?];
/// assert_eq!(found, [false, false, true]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DuplicateFinder {
    keys: KeyedSorter,
    /// The numbers of the duplicates.
    duplicates: KeyedSorter,
    count: u64,
}

impl DuplicateFinder {
    /// Creates a finder that keeps up to `memory` bytes in memory and the rest in temporary files.
    ///
    /// ```
    /// use reynard_base::sort::DuplicateFinder;
    ///
    /// assert!(DuplicateFinder::new(1 << 20).is_empty());
    /// ```
    pub const fn new(memory: usize) -> Self {
        Self { keys: KeyedSorter::new(memory), duplicates: KeyedSorter::new(memory), count: 0 }
    }

    /// Adds the key of the next item. An item without a key counts as a duplicate.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read or written.
    ///
    /// ```
    /// use reynard_base::sort::DuplicateFinder;
    ///
    /// let mut finder = DuplicateFinder::new(1 << 20);
    /// finder.push(Some(b"key".to_vec()))?;
    /// finder.push(None)?;
    /// assert_eq!(finder.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, key: Option<Vec<u8>>) -> io::Result<()> {
        let number = self.count.to_be_bytes().to_vec();
        self.count += 1;
        match key {
            Some(key) => self.keys.push(key, number),
            None => self.duplicates.push(number, Vec::new()),
        }
    }

    /// Returns the number of items.
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Returns `true` if there are no items.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Finds the duplicates.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read or written.
    ///
    /// ```
    /// use reynard_base::sort::DuplicateFinder;
    ///
    /// let mut finder = DuplicateFinder::new(1 << 20);
    /// finder.push(Some(b"key".to_vec()))?;
    /// assert!(!finder.finish()?.is_next()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish(mut self) -> io::Result<Duplicates> {
        let mut before = None;
        for record in self.keys.finish()? {
            let KeyedRecord { key, content, .. } = record?;
            if before.as_ref() == Some(&key) {
                self.duplicates.push(content, Vec::new())?;
            } else {
                before = Some(key);
            }
        }
        let mut numbers = self.duplicates.finish()?;
        let next = numbers.next().transpose()?;
        Ok(Duplicates { numbers, next, count: 0 })
    }
}

/// The duplicates in a sequence of items: see [`DuplicateFinder`].
#[derive(Debug)]
pub struct Duplicates {
    numbers: Sorted<KeyedRecord>,
    next: Option<KeyedRecord>,
    count: u64,
}

impl Duplicates {
    /// Returns `true` if the next item is a duplicate.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read.
    ///
    /// ```
    /// use reynard_base::sort::DuplicateFinder;
    ///
    /// let mut finder = DuplicateFinder::new(1 << 20);
    /// finder.push(None)?;
    /// assert!(finder.finish()?.is_next()?, "without a key it is a duplicate");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_next(&mut self) -> io::Result<bool> {
        let number = self.count.to_be_bytes();
        self.count += 1;
        let is_duplicate = self.next.as_ref().is_some_and(|record| record.key == number);
        if is_duplicate {
            self.next = self.numbers.next().transpose()?;
        }
        Ok(is_duplicate)
    }

    /// Returns the number of items queried so far.
    pub const fn count(&self) -> u64 {
        self.count
    }
}
