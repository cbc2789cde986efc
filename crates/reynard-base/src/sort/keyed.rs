//! Sorting of byte strings by key.

use std::io::{self, Read, Write};

use super::{SortRecord, Sorted, Sorter};

/// A key with its content. Records are sorted by key; records with the same key stay in insertion
/// order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyedRecord {
    /// The bytes by which records are sorted.
    pub key: Vec<u8>,
    /// Number of records added before this one.
    pub number: u64,
    /// The content that belongs to the key.
    pub content: Vec<u8>,
}

/// Memory in bytes that the allocator needs for a record, beyond the sizes of its two vectors.
const ALLOCATION: usize = 32;

impl SortRecord for KeyedRecord {
    fn heap_size(&self) -> usize {
        self.key.capacity() + self.content.capacity() + ALLOCATION
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for part in [&self.key, &self.content] {
            out.write_all(&(part.len() as u64).to_le_bytes())?;
            out.write_all(part)?;
        }
        out.write_all(&self.number.to_le_bytes())
    }

    fn read(input: &mut impl Read) -> io::Result<Self> {
        let (key, content) = (read_part(input)?, read_part(input)?);
        Ok(Self { key, number: read_number(input)?, content })
    }
}

fn read_number(input: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn read_part(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let len = read_number(input)?;
    let mut part = Vec::new();
    input.take(len).read_to_end(&mut part)?;
    if part.len() as u64 == len { Ok(part) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// A stable sorter of keys with their contents.
///
/// ```
/// use reynard_base::sort::KeyedSorter;
///
/// let mut sorter = KeyedSorter::new(1 << 20);
/// sorter.push(b"b".to_vec(), b"first".to_vec())?;
/// sorter.push(b"a".to_vec(), b"second".to_vec())?;
/// sorter.push(b"b".to_vec(), b"third".to_vec())?;
/// let contents: Vec<Vec<u8>> = sorter.finish()?.map(|it| it.unwrap().content).collect();
/// assert_eq!(contents, [&b"second"[..], b"first", b"third"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct KeyedSorter {
    sorter: Sorter<KeyedRecord>,
    count: u64,
}

impl KeyedSorter {
    /// Creates a sorter that keeps up to `memory` bytes of records in memory.
    ///
    /// ```
    /// use reynard_base::sort::KeyedSorter;
    ///
    /// assert!(KeyedSorter::new(1 << 20).is_empty());
    /// ```
    pub const fn new(memory: usize) -> Self {
        Self { sorter: Sorter::new(memory), count: 0 }
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be written.
    ///
    /// ```
    /// use reynard_base::sort::KeyedSorter;
    ///
    /// let mut sorter = KeyedSorter::new(1 << 20);
    /// sorter.push(b"key".to_vec(), b"content".to_vec())?;
    /// assert_eq!(sorter.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, key: Vec<u8>, content: Vec<u8>) -> io::Result<()> {
        let number = self.count;
        self.count += 1;
        self.sorter.push(KeyedRecord { key, number, content })
    }

    /// Returns the number of records.
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Returns `true` if there are no records.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns all records in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be read or written.
    ///
    /// ```
    /// use reynard_base::sort::KeyedSorter;
    ///
    /// let mut sorter = KeyedSorter::new(1 << 20);
    /// sorter.push(b"b".to_vec(), Vec::new())?;
    /// sorter.push(b"a".to_vec(), Vec::new())?;
    /// assert_eq!(sorter.finish()?.next().unwrap()?.key, b"a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish(self) -> io::Result<Sorted<KeyedRecord>> {
        self.sorter.finish()
    }
}
