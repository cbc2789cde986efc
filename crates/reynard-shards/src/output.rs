//! Output files that are there whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::JobError;
use crate::digest::Hasher;

/// The end of the names of files that are not whole.
pub(crate) const PART: &str = ".part";

/// A file that is written under a name of its own and takes its place when it is whole and on the disk. Two workers may
/// write the same one at a time.
pub(crate) struct OutputFile {
    file: BufWriter<NamedTempFile>,
    hasher: Hasher,
    path: PathBuf,
}

impl OutputFile {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<Self, JobError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{name}.");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(PART);
        #[cfg(unix)]
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        #[cfg(unix)]
        builder.permissions(permissions);
        let file =
            builder.tempfile_in(folder_of(path)).map_err(|error| JobError::io(path, error))?;
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { file, hasher: Hasher::default(), path: path.to_owned() })
    }

    /// Writes the rest, and puts the file into its place. Returns the SHA-256 and the size.
    pub(crate) fn finish_with(mut self, bytes: &[u8]) -> Result<(String, u64), JobError> {
        let Self { path, .. } = &self;
        let path = path.clone();
        self.write_all(bytes)
            .and_then(|()| self.settle())
            .map_err(|error| JobError::io(path, error))
    }

    fn settle(self) -> io::Result<(String, u64)> {
        let Self { file, hasher, path } = self;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        // A name that is lost with the power is that of a shard to run again.
        file.persist(&path).map_err(|error| error.error)?;
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

/// Makes a folder for unfinished files, which goes when it is dropped, or with the other unfinished files.
#[cfg(feature = "db")]
pub(crate) fn part_folder(folder: &Path) -> Result<tempfile::TempDir, JobError> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(PART).tempdir_in(folder).map_err(|error| JobError::io(folder, error))
}

/// Returns the folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
