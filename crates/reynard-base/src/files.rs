//! Output files that are replaced atomically.
//!
//! A file is written under a temporary name in the same folder, `.NAME.PROCESS.RANDOM.part`, and
//! replaces its target once it is complete and synced to disk. A process that is ended by a signal
//! removes its unfinished files with [`abandon`]. Files left by processes that were killed are
//! removed the next time the same target is written.

mod new_file;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

pub use new_file::NewFile;

/// Extension of unfinished files.
pub const PART: &str = ".part";

/// The unfinished files and folders of this process.
static PARTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn parts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the unfinished files and folders of this process, and calls `end`, which should end the
/// process. In the meantime, no file can be begun or finished. This function is meant for signal
/// handlers.
///
/// ```
/// let mut ended = false;
/// reynard_base::files::abandon(&mut || ended = true);
/// assert!(ended);
/// ```
pub fn abandon(end: &mut dyn FnMut()) {
    let parts = parts();
    for part in parts.iter() {
        // There may be nothing to remove, and no place to report a failure.
        let _ = if part.is_dir() { fs::remove_dir_all(part) } else { fs::remove_file(part) };
    }
    end();
}

/// An unfinished file or folder that is registered in [`PARTS`]. Dropping this value unregisters
/// it.
#[derive(Debug)]
struct Part(PathBuf);

impl Part {
    /// Creates a file or a folder and registers the path that `path_of` returns.
    fn make<T>(
        make: impl FnOnce() -> io::Result<T>,
        path_of: impl FnOnce(&T) -> &Path,
    ) -> io::Result<(T, Self)> {
        let mut parts = parts();
        let made = make()?;
        let path = path_of(&made).to_owned();
        parts.insert(path.clone());
        Ok((made, Self(path)))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        parts().remove(&self.0);
    }
}

/// A file that is being written. It replaces its target when it is [finished](Self::finish). If it
/// is dropped before that, the target does not change. Several writers of the same file do not
/// interfere with each other.
///
/// Symbolic links and permissions are preserved. If the target is not a regular file, for example a
/// device or a pipe, it is written to directly. If the path names an open file, such as
/// `/dev/stdout`, the bytes are appended to it.
///
/// ```
/// use std::io::Write;
/// use reynard_base::files::OutputFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.pgn");
/// std::fs::write(&path, "old")?;
/// let mut file = OutputFile::create(&path)?;
/// file.write_all(b"new")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "old");
/// file.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "new");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct OutputFile {
    file: BufWriter<Target>,
}

/// Destination of the bytes. The file is dropped before its [`Part`].
#[derive(Debug)]
enum Target {
    Regular { file: NamedTempFile, place: PathBuf, part: Part },
    Other(File),
}

impl OutputFile {
    /// Creates a file. An existing file with this name is kept until the new file is finished.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created in its folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        let replaced = fs::metadata(path).ok();
        let target = if replaced.as_ref().is_some_and(|replaced| !replaced.is_file()) {
            Target::Other(File::options().write(true).open(path)?)
        } else if is_open_file(path) {
            Target::Other(File::options().append(true).open(path)?)
        } else {
            // Through a link, so that the link stays.
            let place = place_of(path);
            remove_abandoned(&place);
            let permissions = replaced.map(|replaced| replaced.permissions());
            let (file, part) =
                Part::make(|| temporary(&place, permissions.as_ref()), NamedTempFile::path)?;
            // The lock tells others that the file is in use. Some file systems have none.
            let _ = file.as_file().try_lock();
            if let Some(permissions) = permissions {
                file.as_file().set_permissions(permissions)?;
            }
            Target::Regular { file, place, part }
        };
        Ok(Self { file: BufWriter::with_capacity(1 << 16, target) })
    }

    /// Syncs the file to disk and replaces the target.
    ///
    /// # Errors
    ///
    /// Returns an error if the remaining bytes cannot be written or the target cannot be replaced.
    /// In that case, the old file is kept.
    pub fn finish(self) -> io::Result<()> {
        let target = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Target::Regular { file, place, part } = target else { return Ok(()) };
        file.as_file().sync_all()?;
        let persisted = {
            // A signal finds the file under one name or the other.
            let _parts = parts();
            file.persist(&place)
        };
        persisted.map_err(|error| error.error)?;
        drop(part);
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            // Its own errors have the name of the unfinished file.
            Self::Regular { file, .. } => file.as_file_mut().write(bytes),
            Self::Other(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Regular { file, .. } => file.flush(),
            Self::Other(file) => file.flush(),
        }
    }
}

/// Opens or creates the journal of a long run, and locks out other runs until the journal is
/// closed, because two runs would corrupt it. On file systems without locks, other runs are not
/// locked out.
///
/// # Errors
///
/// Returns an error if the file cannot be opened or is not a regular file. If another run has it
/// open, the error is [`io::ErrorKind::ResourceBusy`].
///
/// ```
/// use reynard_base::files::open_journal;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("match.jsonl");
/// let journal = open_journal(&path)?;
/// assert_eq!(open_journal(&path).unwrap_err().to_string(), "in use by another run");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn open_journal(path: &Path) -> io::Result<File> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        // A device may have no end.
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut options = File::options();
    let file = options.create(true).read(true).write(true).truncate(false).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "in use by another run"))
        }
        // Some file systems know no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// A folder for unfinished files. It is removed when this value is dropped, or by [`abandon`].
#[derive(Debug)]
pub struct PartFolder {
    /// The lock tells others that the folder is in use. Windows does not remove a folder with open
    /// files, so this field is dropped first.
    _lock: File,
    folder: tempfile::TempDir,
    // Dropped after the folder, as fields are dropped in order.
    _part: Part,
}

impl PartFolder {
    /// Name of the file in the folder whose lock is held while the folder is in use. A folder
    /// itself cannot be locked on every system.
    const LOCK: &str = "lock";

    /// Creates a temporary folder in `folder`.
    ///
    /// # Errors
    ///
    /// Returns an error if `folder` cannot be written to.
    pub fn create(folder: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(PART);
        let (folder, part) = Part::make(|| builder.tempdir_in(folder), tempfile::TempDir::path)?;
        let lock = File::create(folder.path().join(Self::LOCK))?;
        // Some file systems have no locks.
        let _ = lock.try_lock();
        Ok(Self { _lock: lock, folder, _part: part })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes an unfinished file or folder, unless a process may still be writing it. The lock alone
/// decides: the number in the name may by now be that of another process.
///
/// # Errors
///
/// Returns an error if the file cannot be removed. A file that is already gone is not an error.
///
/// ```
/// use reynard_base::files::{PartFolder, remove_part};
///
/// let folder = tempfile::tempdir()?;
/// let used = PartFolder::create(folder.path())?;
/// let left = folder.path().join(".games.pgn.x7.part");
/// std::fs::write(&left, "half")?;
/// remove_part(used.path())?;
/// remove_part(&left)?;
/// assert!(used.path().exists() && !left.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn remove_part(path: &Path) -> io::Result<()> {
    let is_folder = path.is_dir();
    let lock = if is_folder { path.join(PartFolder::LOCK) } else { path.to_owned() };
    if lock.exists() && !is_unlocked(&lock) {
        return Ok(());
    }
    match if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) } {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns `true` if a file exists and no process holds its lock.
fn is_unlocked(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// Returns the folder that contains a file.
///
/// ```
/// use std::path::Path;
/// use reynard_base::files::folder_of;
///
/// assert_eq!(folder_of(Path::new("a/b.pgn")), Path::new("a"));
/// assert_eq!(folder_of(Path::new("b.pgn")), Path::new("."));
/// ```
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns `true` if two paths name the same file, even through links. The file need not exist.
///
/// ```
/// use reynard_base::files::is_same_file;
///
/// let folder = tempfile::tempdir()?;
/// let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
/// std::fs::write(&one, "")?;
/// std::fs::hard_link(&one, &other)?;
/// assert!(is_same_file(&one, &folder.path().join("./one")));
/// assert!(!is_same_file(&one, &folder.path().join("third")));
/// # #[cfg(unix)]
/// assert!(is_same_file(&one, &other));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    absolute_place_of(one) == absolute_place_of(other) || is_hard_link(one, other)
}

/// Returns the file that a path refers to, as an absolute path if its folder exists.
fn absolute_place_of(path: &Path) -> PathBuf {
    let place = place_of(path);
    match (folder_of(&place).canonicalize(), place.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => place,
    }
}

#[cfg(unix)]
fn is_hard_link(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let inode = |path| fs::metadata(path).ok().map(|it| (it.dev(), it.ino()));
    inode(one).is_some_and(|one| inode(other) == Some(one))
}

#[cfg(not(unix))]
const fn is_hard_link(_: &Path, _: &Path) -> bool {
    false
}

/// Creates an unfinished file in the folder of its target. If it will replace a file, no other user
/// can read it until it has the permissions of the old file.
fn temporary(place: &Path, replaced: Option<&Permissions>) -> io::Result<NamedTempFile> {
    let prefix = own_part_prefix(place);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(PART);
    #[cfg(unix)]
    let mode = std::os::unix::fs::PermissionsExt::from_mode(match replaced {
        Some(_) => 0o600,
        // The mask of the process applies.
        None => 0o666,
    });
    #[cfg(unix)]
    builder.permissions(mode);
    #[cfg(not(unix))]
    let _ = replaced;
    builder.tempfile_in(folder_of(place)).map_err(|error| without_path(&error))
}

/// Removes the name of a temporary file from the end of an error, because the user does not know
/// that file.
fn without_path(error: &io::Error) -> io::Error {
    let text = error.to_string();
    let reason = text.split(" at path \"").next().unwrap_or_default();
    io::Error::new(error.kind(), reason)
}

/// Returns `true` if a path refers to an open file of this process, such as `/dev/stdout` or
/// `/dev/fd/3`.
fn is_open_file(path: &Path) -> bool {
    let folder = path.parent().unwrap_or(path);
    let of_process = folder.starts_with("/proc") && folder.ends_with("fd");
    let is_standard = ["/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name));
    cfg!(unix) && (of_process || folder == Path::new("/dev/fd") || is_standard)
}

/// Returns the file that a path refers to. For a link this is its target, even if the target does
/// not exist yet.
///
/// ```
/// use std::path::Path;
///
/// use reynard_base::files::place_of;
///
/// assert_eq!(place_of(Path::new("no such file")), Path::new("no such file"));
/// ```
pub fn place_of(path: &Path) -> PathBuf {
    /// Maximum number of links followed. No system follows more.
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

/// Returns the part of an unfinished file's name that precedes the process id. A long name is
/// truncated, because most file systems limit names to 255 bytes.
fn part_prefix(path: &Path) -> OsString {
    /// Maximum number of bytes taken from the target's name. The rest of the 255 bytes is reserved
    /// for dots, numbers and the extension.
    const MOST: usize = 200;

    let full = path.file_name().unwrap_or_default();
    let mut name = OsString::from(".");
    match full.to_str().filter(|text| text.len() > MOST) {
        Some(text) => {
            let end = (0..=MOST).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            name.push(&text[..end]);
        }
        None => name.push(full),
    }
    name.push(".");
    name
}

/// Returns the beginning of the names of this process's unfinished files for a target.
fn own_part_prefix(path: &Path) -> OsString {
    let mut prefix = part_prefix(path);
    prefix.push(format!("{}.", std::process::id()));
    prefix
}

/// Removes the unfinished files that killed processes left for the same target.
fn remove_abandoned(place: &Path) {
    let prefix = part_prefix(place);
    let Ok(entries) = fs::read_dir(folder_of(place)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let rest = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        let rest = rest.and_then(|rest| rest.strip_suffix(PART.as_bytes()));
        let number = rest.and_then(|rest| rest.split(|&byte| byte == b'.').next());
        let number = number.and_then(|number| std::str::from_utf8(number).ok()?.parse().ok());
        if let Some(number) = number
            && !is_running(number)
            && is_unlocked(&entry.path())
        {
            // Best effort.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns `true` if a process is known to be running. On systems without `/proc`, this is known
/// only of the current process; for any other process, the lock alone decides.
fn is_running(process: u32) -> bool {
    process == std::process::id() || Path::new(&format!("/proc/{process}")).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, content: &[u8]) -> io::Result<()> {
        let mut file = OutputFile::create(path)?;
        file.write_all(content)?;
        file.finish()
    }

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

    #[test]
    fn names_may_be_as_long_as_the_system_allows() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["n".repeat(255), "é".repeat(127)] {
            let path = folder.path().join(name);
            write(&path, b"content").expect("a writable folder");
            assert_eq!(fs::read(&path).expect("the file"), b"content");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_file_keeps_what_stands_there() {
        use std::os::fd::AsRawFd as _;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("log");
        fs::write(&path, "before, ").expect("a writable folder");
        let log = File::options().append(true).open(&path).expect("the file");
        let name = PathBuf::from(format!("/proc/self/fd/{}", log.as_raw_fd()));
        write(&name, b"after").expect("an open file");
        assert_eq!(fs::read(&path).expect("the file"), b"before, after");
        assert!(is_open_file(Path::new("/dev/stdout")) && is_open_file(Path::new("/dev/fd/1")));
        assert!(!is_open_file(Path::new("/dev/shm/games.pgn")));
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay_and_new_files_have_those_of_the_mask() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (plain, path) = (folder.path().join("plain"), folder.path().join("file"));
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        fs::write(&plain, b"").expect("a writable folder");
        write(&path, b"first").expect("a writable folder");
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("it is ours");
        write(&path, b"second").expect("a writable folder");
        assert_eq!(mode(&path), 0o640);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn parts_of_dead_processes_are_removed_and_others_stay() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.pgn");
        // Numbers of processes end below 2^22.
        let dead = folder.path().join(".games.pgn.99999999.x1.part");
        let parent = std::os::unix::process::parent_id();
        let alive = folder.path().join(format!(".games.pgn.{parent}.x1.part"));
        let other = folder.path().join(".other.pgn.99999999.x1.part");
        let locked = folder.path().join(".games.pgn.99999998.x1.part");
        for part in [&dead, &alive, &other, &locked] {
            fs::write(part, b"a part").expect("a writable folder");
        }
        let lock = File::open(&locked).expect("the file");
        lock.try_lock().expect("no other lock");
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
        let mut abandoned = OutputFile::create(&path).expect("a writable folder");
        abandoned.write_all(b"third").expect("space");
        drop(abandoned);
        assert_eq!(fs::read_to_string(&path).expect("the file"), "second");
        assert_eq!(fs::read_dir(folder).expect("the folder").count(), 1);
        assert!(write(&folder.join("no/such/file"), b"").is_err());
    }

    #[test]
    fn two_writers_of_one_file_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        let mut one = OutputFile::create(&path).expect("a writable folder");
        let mut two = OutputFile::create(&path).expect("a writable folder");
        one.write_all(b"one").expect("space");
        two.write_all(b"two").expect("space");
        one.finish().expect("a writable folder");
        two.finish().expect("a writable folder");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "two");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }
}
