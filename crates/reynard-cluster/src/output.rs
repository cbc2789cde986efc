//! Output files and their checksums.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use reynard_base::files;

use crate::JobError;
use crate::digest::Hasher;

/// A file that replaces its target once it is complete and synced to disk. Two workers may write
/// the same file at the same time.
pub(crate) struct OutputFile {
    file: files::OutputFile,
    hasher: Hasher,
    path: PathBuf,
}

impl OutputFile {
    /// Creates a file.
    pub(crate) fn create(path: &Path) -> Result<Self, JobError> {
        let file = files::OutputFile::create(path).map_err(|error| JobError::io(path, error))?;
        Ok(Self { file, hasher: Hasher::default(), path: path.to_owned() })
    }

    /// Writes the given bytes, and moves the file into place. Returns its SHA-256 digest and its
    /// size.
    pub(crate) fn finish_with(mut self, bytes: &[u8]) -> Result<(String, u64), JobError> {
        let written = self.write_all(bytes);
        let Self { file, hasher, path } = self;
        // If a power failure loses the name, the shard is run again.
        written.and_then(|()| file.finish()).map_err(|error| JobError::io(path, error))?;
        Ok(hasher.finish())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hasher.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
