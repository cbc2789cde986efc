//! Files that are there whole or not at all, whenever the process ends.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;

use crate::interrupt::{self, Interrupt};

/// The files that are not in their places yet, for a signal that ends the process before they are.
static PARTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Ends the process by way of `end`, and leaves none of the files behind that are not whole. None takes
/// its place and none is begun meanwhile.
fn abandon(end: &mut dyn FnMut()) {
    let parts = parts();
    for part in parts.iter() {
        // There may be nothing to remove, and no place to report a failure.
        let _ = fs::remove_file(part);
    }
    end();
}

fn parts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file by way of a second one beside it, which takes its place when all is written: the
/// old content or the new one is there, never a part. What is no regular file, like a device or a
/// pipe, is written to directly.
pub(crate) fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    write_with(path, |file| Ok(file.write_all(content)?)).with_context(|| cannot_write(path))
}

/// Writes a file through `fill`; if that fails, nothing has changed.
pub(crate) fn write_with<T>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let mut file = WholeFile::begin(path)?;
    let value = fill(file.file.get_mut())?;
    file.settle()?;
    Ok(value)
}

/// A file that is being written, and takes its place when that is [finished](Self::finish). If it is
/// dropped before, nothing has happened.
pub(crate) struct WholeFile {
    file: BufWriter<File>,
    /// The path as given.
    path: PathBuf,
    /// The part file and its target; `None` for anything but a regular file.
    names: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    /// Begins a file. An existing file of this name stays until the new one is finished.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        Self::begin(path).with_context(|| cannot_write(path))
    }

    /// Puts the file in its place, when all of it is on the disk.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.settle().with_context(|| cannot_write(&self.path))
    }

    fn begin(path: &Path) -> io::Result<Self> {
        let replaced = fs::metadata(path).ok();
        let new = |file, names| {
            let file = BufWriter::with_capacity(1 << 16, file);
            Self { file, path: path.to_owned(), names }
        };
        if replaced.as_ref().is_some_and(|replaced| !replaced.is_file()) {
            return Ok(new(File::options().write(true).open(path)?, None));
        }
        // Without a signal handler, a signal leaves the part file behind; everything else works.
        interrupt::on_end(abandon);
        let _ = Interrupt::install();
        let permissions = replaced.map(|replaced| replaced.permissions());
        // Through a link, so that the link stays.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let beside = beside(&place);
        let file = {
            let mut parts = parts();
            let file = create(&beside, permissions.as_ref())?;
            parts.insert(beside.clone());
            file
        };
        let whole = new(file, Some((beside, place)));
        if let Some(permissions) = permissions {
            whole.file.get_ref().set_permissions(permissions)?;
        }
        Ok(whole)
    }

    fn settle(&mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((beside, place)) = &self.names {
            self.file.get_ref().sync_all()?;
            let mut parts = parts();
            fs::rename(beside, place)?;
            parts.remove(beside);
            self.names = None;
        }
        Ok(())
    }
}

/// Creates a new file. If it is to replace one, no other user may read it before it has the
/// permissions of the old one.
fn create(path: &Path, replaced: Option<&Permissions>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if replaced.is_some() {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = replaced;
    options.open(path)
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", cannot_write(&self.path)))
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.names {
            let mut parts = parts();
            // There may be nothing to remove, and no place to report a failure.
            let _ = fs::remove_file(beside);
            parts.remove(beside);
        }
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// A name in the same folder that no other process uses.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = std::env::temp_dir().join(format!("reynard-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        let path = folder.join("file");
        for content in ["first", "second"] {
            write(&path, content.as_bytes()).expect("a writable folder");
            assert_eq!(fs::read_to_string(&path).expect("the file"), content);
        }
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
        {
            let mut abandoned = WholeFile::create(&path).expect("a writable folder");
            abandoned.write_all(b"third").expect("space");
        }
        assert_eq!(fs::read_to_string(&path).expect("the file"), "second");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
        let missing = write(&folder.join("no/such/file"), b"").expect_err("no folder");
        assert!(missing.to_string().starts_with("cannot write "));
        let failed: anyhow::Result<()> = write_with(&path, |file| {
            file.write_all(b"a part")?;
            anyhow::bail!("no more")
        });
        assert_eq!(failed.expect_err("it failed").to_string(), "no more");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "second");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
        fs::remove_dir_all(&folder).expect("the folder can go");
    }
}
