//! Records that can be sorted.

use std::io::{self, Read, Write};

/// A record that can be sorted, written to a file, and read back.
///
/// Records that compare equal come out in any order: those that must not have something in them
/// that tells them apart, as [`KeyedRecord`](super::KeyedRecord) has its number.
///
/// ```
/// use std::io::{self, Read, Write};
///
/// use reynard_base::sort::{SortRecord, Sorter};
///
/// #[derive(PartialEq, Eq, PartialOrd, Ord)]
/// struct Number(u32);
///
/// impl SortRecord for Number {
///     fn write(&self, out: &mut impl Write) -> io::Result<()> {
///         out.write_all(&self.0.to_le_bytes())
///     }
///
///     fn read(input: &mut impl Read) -> io::Result<Self> {
///         let mut bytes = [0; 4];
///         input.read_exact(&mut bytes)?;
///         Ok(Self(u32::from_le_bytes(bytes)))
///     }
/// }
///
/// let mut sorter = Sorter::new(1 << 20);
/// for number in [3, 1, 2] {
///     sorter.push(Number(number))?;
/// }
/// let sorted: Vec<u32> = sorter.finish()?.map(|it| it.unwrap().0).collect();
/// assert_eq!(sorted, [1, 2, 3]);
/// # Ok::<(), io::Error>(())
/// ```
pub trait SortRecord: Ord + Send + Sized {
    /// Returns the number of bytes that the record takes on the heap.
    fn heap_size(&self) -> usize {
        0
    }

    /// Writes the record.
    ///
    /// # Errors
    ///
    /// The error of `out`.
    fn write(&self, out: &mut impl Write) -> io::Result<()>;

    /// Reads a record that [`write`](Self::write) has written; there is one.
    ///
    /// # Errors
    ///
    /// Returns the error of `input`, or one for bytes that do not form a record.
    fn read(input: &mut impl Read) -> io::Result<Self>;
}
