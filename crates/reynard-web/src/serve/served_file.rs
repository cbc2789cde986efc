//! The file of a served database, which other programs may change.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use reynard_db::{Database, DatabaseError};

/// Minimum time between two checks of a file.
const LOOK: Duration = Duration::from_secs(1);

/// A database on this machine, and data derived from it. Changes are detected if another program
/// adds games or replaces the file.
pub(super) struct ServedFile<T> {
    path: PathBuf,
    make: fn(Database) -> T,
    opened: Mutex<OpenedFile<T>>,
}

/// A database as it was when it was last opened.
struct OpenedFile<T> {
    file: Arc<T>,
    stamp: Option<FileStamp>,
    looked: Instant,
}

/// The length and modification time of a file. A change to the file's contents changes at least one
/// of them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileStamp {
    len: u64,
    modified: Option<SystemTime>,
}

impl FileStamp {
    fn of(path: &Path) -> Option<Self> {
        let data = path.metadata().ok()?;
        Some(Self { len: data.len(), modified: data.modified().ok() })
    }
}

/// Returns the database, set to use all processors for answering queries.
fn on_all_processors(database: Database) -> Database {
    database.with_threads(thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN))
}

impl<T> ServedFile<T> {
    /// Opens a database.
    pub(super) fn open(path: &Path, make: fn(Database) -> T) -> Result<Self, DatabaseError> {
        // A change while it is opened is seen at the next look.
        let stamp = FileStamp::of(path);
        Ok(Self::new(path, stamp, make, Database::open(path)?))
    }

    /// Wraps a database that has been created.
    pub(super) fn made(path: &Path, make: fn(Database) -> T, database: Database) -> Self {
        Self::new(path, FileStamp::of(path), make, database)
    }

    fn new(
        path: &Path,
        stamp: Option<FileStamp>,
        make: fn(Database) -> T,
        database: Database,
    ) -> Self {
        let file = Arc::new(make(on_all_processors(database)));
        let opened = OpenedFile { file, stamp, looked: Instant::now() };
        Self { path: path.to_owned(), make, opened: Mutex::new(opened) }
    }

    /// Returns the database, after reopening it if its file has changed. If it cannot be reopened,
    /// the previous state is returned.
    pub(super) fn current(&self) -> Arc<T> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if opened.looked.elapsed() >= LOOK {
            opened.looked = Instant::now();
            let stamp = FileStamp::of(&self.path);
            if stamp != opened.stamp
                && let Ok(database) = Database::open(&self.path)
            {
                opened.file = Arc::new((self.make)(on_all_processors(database)));
                opened.stamp = stamp;
            }
        }
        Arc::clone(&opened.file)
    }
}
