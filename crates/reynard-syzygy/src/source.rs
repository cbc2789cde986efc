//! Sources of bytes of a table.

use std::fmt;
use std::io;
use std::sync::Arc;

/// Bytes that can be read anywhere, by several threads at a time.
///
/// A table is opened and probed through this trait. So tables can lie in files, in memory, in an
/// archive, or in anything else that can be read at a given offset.
///
/// ```
/// use reynard_syzygy::RandomAccess;
///
/// let bytes = vec![1, 2, 3];
/// let mut buffer = [0; 2];
/// bytes.read_exact_at(&mut buffer, 1)?;
/// assert_eq!(buffer, [2, 3]);
/// assert!(bytes.read_exact_at(&mut buffer, 2).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait RandomAccess: fmt::Debug + Send + Sync {
    /// Returns the number of bytes.
    ///
    /// # Errors
    ///
    /// Any error of the source.
    fn size(&self) -> io::Result<u64>;

    /// Fills the buffer with the bytes from an offset on.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::UnexpectedEof`] if there are too few, or any other error of the source.
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// Returns all bytes, if they lie in memory anyway: probing is fastest then.
    ///
    /// The bytes must not change, and must be as many as [`RandomAccess::size`] says.
    fn bytes(&self) -> Option<&[u8]> {
        None
    }
}

impl RandomAccess for [u8] {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let part = usize::try_from(offset)
            .ok()
            .and_then(|start| self.get(start..start.checked_add(buffer.len())?))
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(part);
        Ok(())
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self)
    }
}

/// Forwards all calls to the target of a pointer.
macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl RandomAccess for $pointer {
            fn size(&self) -> io::Result<u64> {
                (**self).size()
            }

            fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
                (**self).read_exact_at(buffer, offset)
            }

            fn bytes(&self) -> Option<&[u8]> {
                (**self).bytes()
            }
        }
    )+};
}

forward!(
    &'static [u8],
    Vec<u8>,
    Box<[u8]>,
    Arc<[u8]>,
    Box<dyn RandomAccess>,
    Arc<dyn RandomAccess>
);
