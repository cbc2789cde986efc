//! Files that are there whole or not at all, whenever the process ends.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, bail};

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
pub fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    write_with(path, |file| Ok(file.write_all(content)?)).with_context(|| cannot_write(path))
}

/// Opens or creates the journal of a long run. A second run at the same time is refused, since two of them would
/// spoil it.
pub fn open_journal(path: &Path) -> anyhow::Result<File> {
    let context = || path.display().to_string();
    let mut options = OpenOptions::new();
    options.create(true).read(true).write(true).truncate(false);
    let file = options.open(path).with_context(context)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("{} is in use by another run", path.display()),
        // Some file systems know no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Writes a file through `fill`; if that fails, nothing has changed.
pub fn write_with<T>(
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
pub struct WholeFile {
    file: BufWriter<File>,
    /// The path as given.
    path: PathBuf,
    /// The part file and its target; `None` for anything but a regular file.
    names: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    /// Begins a file. An existing file of this name stays until the new one is finished.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        Self::begin(path).with_context(|| cannot_write(path))
    }

    /// Puts the file in its place, when all of it is on the disk.
    pub fn finish(mut self) -> anyhow::Result<()> {
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
        let place = place_of(path);
        let beside = beside(&place);
        remove_abandoned(&place);
        let file = {
            let mut parts = parts();
            let file = create(&beside, permissions.as_ref())?;
            // Says that the file is not abandoned; where there are no locks, the process does.
            let _ = file.try_lock();
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
        self.file.write(bytes).map_err(|error| named(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| named(&self.path, &error))
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

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", cannot_write(path)))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Returns the file that a path stands for: the target of a link, even if that is not there yet.
fn place_of(path: &Path) -> PathBuf {
    /// More links than any system follows.
    const LINKS: usize = 40;
    let mut place = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(known) = fs::canonicalize(&place) {
            return known;
        }
        let Ok(target) = fs::read_link(&place) else { break };
        place = place.parent().unwrap_or(Path::new("")).join(target);
    }
    place
}

/// A name in the same folder that no other process uses.
fn beside(path: &Path) -> PathBuf {
    let mut name = part_prefix(path);
    name.push(format!("{}{PART}", std::process::id()));
    path.with_file_name(name)
}

/// The end of the name of a part file.
const PART: &str = ".part";

/// Returns the name of a part file up to the number of its process.
fn part_prefix(path: &Path) -> OsString {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".");
    name
}

/// Removes the part files of processes that were killed, for the same file.
fn remove_abandoned(path: &Path) {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let prefix = part_prefix(path);
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let rest = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        let number = rest.and_then(|rest| rest.strip_suffix(PART.as_bytes()));
        let number = number.and_then(|number| std::str::from_utf8(number).ok()?.parse().ok());
        if let Some(number) = number
            && !is_running(number)
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            // What cannot be removed is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns `true` if a process is known to run. Where there is no list of processes, the lock alone decides.
fn is_running(process: u32) -> bool {
    process == std::process::id() || Path::new(&format!("/proc/{process}")).exists()
}

/// Returns the name of the nth file: `graph.svg`, then `graph-2.svg`.
pub fn numbered_path(path: &Path, number: u64) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_stays_a_link() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        std::os::unix::fs::symlink("target", &link).expect("links");
        write(&link, b"content").expect("a writable folder");
        assert!(link.is_symlink(), "the link is still one");
        assert_eq!(fs::read(&target).expect("the target"), b"content");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn parts_of_dead_processes_are_removed_and_others_stay() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.pgn");
        // Numbers of processes end below 2^22.
        let dead = folder.path().join(".games.pgn.99999999.part");
        let parent = std::os::unix::process::parent_id();
        let alive = folder.path().join(format!(".games.pgn.{parent}.part"));
        let other = folder.path().join(".other.pgn.99999999.part");
        let locked = folder.path().join(".games.pgn.99999998.part");
        for part in [&dead, &alive, &other, &locked] {
            fs::write(part, b"a part").expect("a writable folder");
        }
        let lock = File::open(&locked).expect("the file");
        lock.try_lock().expect("nobody else locks it");
        write(&path, b"content").expect("a writable folder");
        let left = [&dead, &alive, &other, &locked].map(|part| part.exists());
        assert_eq!(left, [false, true, true, true]);
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        let path = folder.join("file");
        for content in ["first", "second"] {
            write(&path, content.as_bytes()).expect("a writable folder");
            assert_eq!(fs::read_to_string(&path).expect("the file"), content);
        }
        assert_eq!(fs::read_dir(folder).expect("the folder").count(), 1);
        {
            let mut abandoned = WholeFile::create(&path).expect("a writable folder");
            abandoned.write_all(b"third").expect("space");
        }
        assert_eq!(fs::read_to_string(&path).expect("the file"), "second");
        assert_eq!(fs::read_dir(folder).expect("the folder").count(), 1);
        let missing = write(&folder.join("no/such/file"), b"").expect_err("no folder");
        assert!(missing.to_string().starts_with("cannot write "));
        let failed: anyhow::Result<()> = write_with(&path, |file| {
            file.write_all(b"a part")?;
            anyhow::bail!("no more")
        });
        assert_eq!(failed.expect_err("it failed").to_string(), "no more");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "second");
        assert_eq!(fs::read_dir(folder).expect("the folder").count(), 1);
    }

    #[test]
    fn later_graphs_have_numbers() {
        let path = |number| numbered_path(Path::new("a.b/c.svg"), number);
        assert_eq!(path(1), Path::new("a.b/c.svg"));
        assert_eq!(path(2), Path::new("a.b/c-2.svg"));
        assert_eq!(numbered_path(Path::new("graph"), 3), Path::new("graph-3"));
    }
}
