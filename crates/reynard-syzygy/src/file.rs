//! Tables in files, read on demand.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::RandomAccess;

/// A file that is read at given offsets, without moving a shared cursor and without locks.
///
/// ```no_run
/// use reynard_syzygy::{PositionedFile, RandomAccess};
///
/// let file = PositionedFile::open("tables/KQvK.rtbw".as_ref())?;
/// assert_eq!(file.size()?, 272);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PositionedFile(File);

impl PositionedFile {
    /// Opens a file for reading.
    ///
    /// # Errors
    ///
    /// Any error from opening the file.
    pub fn open(path: &Path) -> io::Result<Self> {
        File::open(path).map(Self)
    }
}

impl RandomAccess for PositionedFile {
    fn size(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, buffer, offset)
    }

    #[cfg(windows)]
    fn read_exact_at(&self, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(&self.0, buffer, offset) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => {
                    buffer = &mut buffer[read..];
                    offset += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    #[cfg(not(any(unix, windows)))]
    fn read_exact_at(&self, _: &mut [u8], _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// A file that is reopened for every read. This is slow, but it is the only way once the limit on
/// open files has been reached.
#[derive(Debug)]
pub(crate) struct ReopenedFile(pub(crate) PathBuf);

impl RandomAccess for ReopenedFile {
    fn size(&self) -> io::Result<u64> {
        PositionedFile::open(&self.0)?.size()
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        PositionedFile::open(&self.0)?.read_exact_at(buffer, offset)
    }
}
