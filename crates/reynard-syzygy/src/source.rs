//! Byte sources for tables.

use std::fmt;
use std::io;
use std::sync::Arc;

/// Bytes that can be read at any offset, by several threads at once.
///
/// Tables are opened and probed through this trait. They can therefore be in files, in memory, in
/// an archive, or in anything else that can be read at a given offset.
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
    /// Any error from the source.
    fn size(&self) -> io::Result<u64>;

    /// Fills the buffer with the bytes starting at an offset.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::UnexpectedEof`] if there are not enough bytes, or any other error from the
    /// source.
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// Returns all bytes if they are already in memory, which makes probing fastest.
    ///
    /// The bytes must not change, and there must be exactly [`RandomAccess::size`] of them.
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

/// Implements the trait for a pointer type by forwarding all calls to the pointer's target.
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
