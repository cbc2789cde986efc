//! Records that can be sorted.

use std::io::{self, Read, Write};

/// A record that can be sorted, written to a file, and read back.
///
/// Records that compare equal are returned in an arbitrary order. If their order matters, they need
/// a field that distinguishes them, such as the number in [`KeyedRecord`](super::KeyedRecord).
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
    /// Returns the number of bytes that the record occupies on the heap.
    fn heap_size(&self) -> usize {
        0
    }

    /// Writes the record.
    ///
    /// # Errors
    ///
    /// Returns an error if writing to `out` fails.
    fn write(&self, out: &mut impl Write) -> io::Result<()>;

    /// Reads a record written by [`write`](Self::write). The input always contains a record.
    ///
    /// # Errors
    ///
    /// Returns an error if `input` cannot be read or the bytes are not a valid record.
    fn read(input: &mut impl Read) -> io::Result<Self>;
}
