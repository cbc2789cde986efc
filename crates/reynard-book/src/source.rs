//! Sources of book data.

#[cfg(any(unix, windows))]
use std::fs::File;
use std::io;
use std::rc::Rc;
use std::sync::Arc;

/// Bytes that can be read at any offset, and by several readers at once.
///
/// ```
/// use reynard_book::BookSource;
///
/// let source: &[u8] = b"bytes";
/// let mut two = [0; 2];
/// source.read_at(3, &mut two)?;
/// assert_eq!((&two, source.size()?), (b"es", 5));
/// assert!(source.read_at(4, &mut two).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait BookSource {
    /// Returns the size in bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the size cannot be determined.
    fn size(&self) -> io::Result<u64>;

    /// Fills a buffer with the bytes that start at an offset.
    ///
    /// # Errors
    ///
    /// Returns [`io::ErrorKind::UnexpectedEof`] if the source ends before the buffer is full, or
    /// another error if it cannot be read.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl BookSource for [u8] {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let bytes = usize::try_from(offset)
            .ok()
            .and_then(|start| self.get(start..)?.get(..buffer.len()))
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(bytes);
        Ok(())
    }
}

impl BookSource for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        self.as_slice().size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.as_slice().read_at(offset, buffer)
    }
}

/// Uses positioned reads. On Unix, they do not affect the file's cursor. On Windows they change it,
/// so do not mix them with other reads of the same [`File`] there.
#[cfg(any(unix, windows))]
impl BookSource for File {
    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(self, buffer, offset) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    buffer = &mut buffer[count..];
                    offset += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Implements [`BookSource`] for pointer types whose target is a source.
macro_rules! point {
    ($($pointer:ty),*) => {$(
        impl<S: BookSource + ?Sized> BookSource for $pointer {
            fn size(&self) -> io::Result<u64> {
                (**self).size()
            }

            fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
                (**self).read_at(offset, buffer)
            }
        }
    )*};
}

point!(&S, Box<S>, Rc<S>, Arc<S>);
