//! Output files that are there whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use crate::JobError;
use crate::digest::Hasher;

/// The end of the names of files that are not whole.
pub(crate) const PART: &str = ".part";

/// The unfinished files and folders of this process, for a signal that ends it.
static PARTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn parts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the unfinished files of the shards that this process runs, and calls `end`, which is to end the process. No file
/// is begun or finished meanwhile. For handlers of signals; a process that is killed leaves its files, which
/// [`remove_strays`](crate::remove_strays) removes.
///
/// ```
/// let mut ended = false;
/// reynard_cluster::abandon_outputs(&mut || ended = true);
/// assert!(ended);
/// ```
pub fn abandon_outputs(end: &mut dyn FnMut()) {
    let parts = parts();
    for part in parts.iter() {
        // There may be nothing to remove, and no place to report a failure.
        let _ = if part.is_dir() { fs::remove_dir_all(part) } else { fs::remove_file(part) };
    }
    end();
}

/// The entry of an unfinished file or folder in [`PARTS`], until it is dropped.
struct Part(PathBuf);

impl Part {
    /// Makes a file or a folder and enters it under the path that `path_of` returns.
    fn make<T>(
        make: impl FnOnce() -> io::Result<T>,
        path_of: impl FnOnce(&T) -> PathBuf,
    ) -> io::Result<(T, Self)> {
        let mut parts = parts();
        let made = make()?;
        let path = path_of(&made);
        parts.insert(path.clone());
        Ok((made, Self(path)))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        parts().remove(&self.0);
    }
}

/// A file that is written under a name of its own and takes its place when it is whole and on the disk. Two workers may
/// write the same one at a time.
pub(crate) struct OutputFile {
    file: BufWriter<NamedTempFile>,
    hasher: Hasher,
    path: PathBuf,
    // Behind the file, so that it is dropped after it.
    part: Part,
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
        let make = || builder.tempfile_in(folder_of(path));
        let (file, part) = Part::make(make, |file| file.path().to_owned())
            .map_err(|error| JobError::io(path, error))?;
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { file, hasher: Hasher::default(), path: path.to_owned(), part })
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
        let Self { file, hasher, path, part } = self;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        // A name that is lost with the power is that of a shard to run again.
        let persisted = {
            // A signal finds the file under one name or the other.
            let _parts = parts();
            file.persist(&path)
        };
        persisted.map_err(|error| error.error)?;
        drop(part);
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

/// A folder for unfinished files, which goes when it is dropped, or with the other unfinished files.
#[cfg(feature = "db")]
pub(crate) struct PartFolder {
    folder: tempfile::TempDir,
    // Behind the folder, so that it is dropped after it.
    _part: Part,
}

#[cfg(feature = "db")]
impl PartFolder {
    /// Makes one in a folder.
    pub(crate) fn create(folder: &Path) -> Result<Self, JobError> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(PART);
        let (folder, part) =
            Part::make(|| builder.tempdir_in(folder), |folder| folder.path().to_owned())
                .map_err(|error| JobError::io(folder, error))?;
        Ok(Self { folder, _part: part })
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Returns the folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
