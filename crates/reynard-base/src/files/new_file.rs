//! Files that another library writes under a path, and that replace nothing.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::{
    PART, Part, folder_of, own_part_prefix, parts, place_of, remove_abandoned, without_path,
};

/// A file that is written by path, for example by another library. It gets its name when it is
/// [finished](Self::finish), and never replaces a file. If it is dropped before that, or
/// [abandoned](super::abandon), it is removed.
///
/// ```
/// use reynard_base::files::NewFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.rdb");
/// let file = NewFile::create(&path)?;
/// std::fs::write(file.path(), "games")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "games");
/// let error = NewFile::create(&path).unwrap_err();
/// assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    // Dropped before the part, as fields are dropped in order.
    file: NamedTempFile<()>,
    place: PathBuf,
    part: Part,
}

impl NewFile {
    /// Reserves a path for the unfinished file. The file itself does not exist yet.
    ///
    /// # Errors
    ///
    /// Returns an error of kind [`AlreadyExists`](io::ErrorKind::AlreadyExists) if the target
    /// exists.
    pub fn create(path: &Path) -> io::Result<Self> {
        // Through a link, so that the link stays.
        let place = place_of(path);
        if place.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        remove_abandoned(&place);
        let prefix = own_part_prefix(&place);
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(PART);
        let is_free = |path: &Path| match path.symlink_metadata() {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => Ok(()),
        };
        let make = || builder.make_in(folder_of(&place), is_free);
        let (file, part) =
            Part::make(make, NamedTempFile::path).map_err(|error| without_path(&error))?;
        Ok(Self { file, place, part })
    }

    /// Returns the path of the unfinished file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Gives the file its name. The caller has closed the file, and has synced it to disk if it
    /// must survive a loss of power.
    ///
    /// # Errors
    ///
    /// Returns an error of kind [`AlreadyExists`](io::ErrorKind::AlreadyExists) if the target has
    /// been created in the meantime, or any error of the file system. The unfinished file is
    /// removed then.
    pub fn finish(self) -> io::Result<()> {
        let Self { file, place, part } = self;
        let persisted = {
            // A signal finds the file under one name or the other.
            let _parts = parts();
            file.into_temp_path().persist_noclobber(&place)
        };
        persisted.map_err(|error| error.error)?;
        drop(part);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_appears_in_the_meantime_is_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        let file = NewFile::create(&path).expect("a writable folder");
        fs::write(file.path(), "ours").expect("space");
        fs::write(&path, "theirs").expect("a writable folder");
        let error = file.finish().expect_err("the file exists");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("the file"), "theirs");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }

    #[test]
    fn an_unfinished_file_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        let file = NewFile::create(&path).expect("a writable folder");
        fs::write(file.path(), "a part").expect("space");
        drop(file);
        drop(NewFile::create(&path).expect("a writable folder"));
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
        let file = NewFile::create(&folder.path().join("no/such/file"));
        let gone = file.and_then(|file| fs::write(file.path(), ""));
        assert_eq!(gone.expect_err("no folder").kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_stays_a_link() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        std::os::unix::fs::symlink("target", &link).expect("links");
        let file = NewFile::create(&link).expect("a writable folder");
        fs::write(file.path(), "content").expect("space");
        file.finish().expect("a writable folder");
        assert!(link.is_symlink(), "the link is still one");
        assert_eq!(fs::read_to_string(&target).expect("the target"), "content");
    }
}
