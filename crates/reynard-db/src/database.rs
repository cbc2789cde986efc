//! A database of games in a file.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::bytes::{ByteCursor, put_varint};
use crate::descriptor::{BaseRecord, FORMAT, OLDEST, SegmentDescriptor};
use crate::options::DatabaseOptions;
use crate::segment::Segment;
use crate::store::{FileAccess, MAGIC, READ_CACHE, Snapshot, Store, Transaction};
use crate::{Damage, DatabaseError, StoredGame};

/// The record that stores the state of the database.
pub(crate) const BASE: &str = "base";
/// The record that stores the numbers of the deleted games.
pub(crate) const DELETED: &str = "deleted";

/// A database of games: every position of every game, in one file.
///
/// One writer and any number of readers can have the file open at the same time, even in different
/// processes. Committed games survive a crash.
///
/// ```
/// use reynard_db::{Budget, Database, DatabaseOptions, ExploreLimits};
/// use reynard_games::Query;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("games.rdb");
/// let mut base = Database::create(&path, DatabaseOptions::default())?;
/// base.add_pgn(b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 *\n", &Budget::default())?;
///
/// let base = Database::open(&path)?;
/// let start = reynard_pgn::reynard::Position::startpos();
/// let explored = base.explore(&start, &Query::default(), &ExploreLimits::default())?;
/// assert_eq!(explored.score.games(), 3);
/// assert_eq!((explored.moves[0].san.as_str(), explored.moves[0].score.games()), ("e4", 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Database {
    pub(crate) path: PathBuf,
    pub(crate) store: Store,
    /// The files of the databases joined to this one. They stay open.
    pub(crate) stores: Vec<Store>,
    pub(crate) base: BaseRecord,
    pub(crate) segments: Vec<Segment>,
    deleted: Deleted,
    threads: NonZero<usize>,
}

/// Deleted games by segment: segment number and game numbers within it, both ascending.
pub(crate) type Deleted = Vec<(u32, Vec<u32>)>;

impl Database {
    /// Creates a database in a new file.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::Exists`] if the file exists, [`DatabaseError::Io`] if it cannot be created.
    ///
    /// ```
    /// use reynard_db::{Database, DatabaseOptions};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("games.rdb");
    /// assert_eq!(Database::create(&path, DatabaseOptions::default())?.games(), 0);
    /// assert!(Database::create(&path, DatabaseOptions::default()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn create(path: impl AsRef<Path>, options: DatabaseOptions) -> Result<Self, DatabaseError> {
        Self::create_file(path.as_ref(), options, FileAccess::Shared)
    }

    /// Creates a database file, either shared with other processes or for this process alone.
    pub(crate) fn create_file(
        path: &Path,
        options: DatabaseOptions,
        access: FileAccess,
    ) -> Result<Self, DatabaseError> {
        let made = Self::try_create(path, options, access);
        if made.as_ref().is_err_and(|error| !matches!(error, DatabaseError::Exists)) {
            // If the disk is full, a partial file may remain.
            let _ = fs::remove_file(path);
        }
        made
    }

    fn try_create(
        path: &Path,
        options: DatabaseOptions,
        access: FileAccess,
    ) -> Result<Self, DatabaseError> {
        let store = Store::create(path, access)?;
        let base = BaseRecord::new(options);
        let mut transaction = store.begin()?;
        transaction.put_record(BASE, &base.write())?;
        transaction.put_record(DELETED, &[])?;
        transaction.commit()?;
        Self::load(path, store)
    }

    /// Returns `true` if the bytes look like the beginning of a database file. The first nine bytes
    /// of a file are enough.
    ///
    /// ```
    /// assert!(!reynard_db::Database::recognizes(b"[Event \"?\"]"));
    /// ```
    pub fn recognizes(beginning: &[u8]) -> bool {
        beginning.starts_with(MAGIC)
    }

    /// Opens a database for reading. Another process may be writing to it at the same time.
    ///
    /// If a writer was killed, the file is opened for writing for a moment, in which its store
    /// repairs it: the changes since the last commit are dropped. A file that needs a repair and
    /// cannot be written to is not opened. No other file is changed.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read, is not a database, is newer than this program,
    /// is damaged, or needs a repair and cannot be written to.
    ///
    /// ```
    /// use reynard_db::{Database, DatabaseOptions};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("games.rdb");
    /// assert!(Database::open(&path).is_err());
    /// Database::create(&path, DatabaseOptions::default())?;
    /// assert!(Database::open(&path).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, DatabaseError> {
        Self::open_within(path, READ_CACHE)
    }

    /// Opens a database for reading, and caches at most `cache` bytes of its blocks in memory.
    ///
    /// # Errors
    ///
    /// Same as for [`open`](Self::open).
    ///
    /// ```
    /// use reynard_db::{Database, DatabaseOptions};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("games.rdb");
    /// Database::create(&path, DatabaseOptions::default())?;
    /// assert_eq!(Database::open_within(&path, 1 << 20)?.games(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_within(path: impl AsRef<Path>, cache: usize) -> Result<Self, DatabaseError> {
        let path = path.as_ref();
        Self::load(path, Store::open_read_only(path, cache)?)
    }

    /// Opens a database for writing.
    ///
    /// # Errors
    ///
    /// Same as for [`open`](Self::open), and [`DatabaseError::Locked`] if another process is
    /// writing to the file.
    ///
    /// ```
    /// use reynard_db::{Database, DatabaseError, DatabaseOptions};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("games.rdb");
    /// let writer = Database::create(&path, DatabaseOptions::default())?;
    /// assert!(matches!(Database::open_writable(&path), Err(DatabaseError::Locked)));
    /// drop(writer);
    /// assert!(Database::open_writable(&path).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_writable(path: impl AsRef<Path>) -> Result<Self, DatabaseError> {
        let path = path.as_ref();
        Self::load(path, Store::open(path)?)
    }

    fn load(path: &Path, store: Store) -> Result<Self, DatabaseError> {
        let snapshot = Arc::new(store.snapshot()?);
        let (base, deleted) = read_state(&snapshot)?;
        let segments = open_segments(&base, &deleted, &snapshot);
        let threads = NonZero::<usize>::MIN;
        let (path, stores) = (path.to_owned(), Vec::new());
        Ok(Self { path, store, stores, base, segments, deleted, threads })
    }

    /// Reloads the state after a commit.
    pub(crate) fn reload(&mut self) -> Result<(), DatabaseError> {
        let snapshot = Arc::new(self.store.snapshot()?);
        (self.base, self.deleted) = read_state(&snapshot)?;
        self.segments = open_segments(&self.base, &self.deleted, &snapshot);
        Ok(())
    }

    /// Completes and closes a file that was created for exclusive access. `blocks` is the total
    /// size of its blocks in bytes.
    pub(crate) fn complete(self, blocks: u64) -> Result<(), DatabaseError> {
        drop(self.segments);
        self.store.complete(blocks)
    }

    pub(crate) fn begin(&self) -> Result<Transaction<'_>, DatabaseError> {
        self.store.begin()
    }

    pub(crate) const fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// Runs a function with exclusive access: no other process has the file open or can open it.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::InUse`] if another process is reading the file. In that case, the function
    /// is not called.
    pub(crate) fn alone<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        self.check_single()?;
        self.close_segments();
        let done = match self.store.reopen(&self.path, FileAccess::Sole) {
            Ok(()) => self.reload().and_then(|()| work(self)),
            Err(DatabaseError::Locked) => Err(DatabaseError::InUse),
            Err(error) => Err(error),
        };
        self.close_segments();
        let shared = if self.store.is_read_only() {
            Ok(())
        } else {
            self.store.reopen(&self.path, FileAccess::Shared)
        };
        let reloaded = shared.and_then(|()| self.reload());
        let value = done?;
        reloaded?;
        Ok(value)
    }

    /// Closes the segments. While they are open, the store cannot reuse space.
    pub(crate) fn close_segments(&mut self) {
        self.segments.clear();
    }

    pub(crate) fn deleted_list(&self) -> &Deleted {
        &self.deleted
    }

    /// Returns the current contents of a record in the store.
    pub(crate) fn record(&self, name: &'static str) -> Result<Option<Vec<u8>>, DatabaseError> {
        self.store.snapshot()?.record(name)
    }

    /// Sets the number of threads used for a query. The default is 1.
    ///
    /// ```
    /// use std::num::NonZero;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// let base = reynard_db::Database::create(path, Default::default())?;
    /// assert_eq!(base.with_threads(NonZero::new(4).unwrap()).games(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    pub(crate) const fn threads(&self) -> NonZero<usize> {
        self.threads
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the options that the database was created with.
    pub const fn options(&self) -> DatabaseOptions {
        self.base.options
    }

    /// Returns the number of games. Deleted games are included, because they keep their numbers
    /// until [`compact`](Self::compact).
    pub fn games(&self) -> u64 {
        self.base.segments.iter().map(|segment| u64::from(segment.games)).sum()
    }

    /// Returns the number of deleted games.
    pub fn deleted(&self) -> u64 {
        self.segments.iter().map(Segment::deleted).sum()
    }

    /// Returns the numbers of the deleted games in ascending order.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n", &Default::default())?;
    /// base.delete(&[2, 0])?;
    /// assert_eq!(base.deleted_games(), [0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deleted_games(&self) -> Vec<u64> {
        let of_segment = |segment: &Segment| {
            let numbers = (0..segment.games()).filter(|&number| segment.is_deleted(number));
            numbers.map(|number| segment.first + u64::from(number)).collect::<Vec<_>>()
        };
        self.segments.iter().filter(|it| it.deleted() > 0).flat_map(of_segment).collect()
    }

    /// Returns a game by its number, from 0.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::NoSuchGame`] if the game does not exist or was deleted.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// assert!(base.game(0).is_ok() && base.game(1).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn game(&self, id: u64) -> Result<StoredGame<'_>, DatabaseError> {
        let (segment, number) = self.place(id).ok_or(DatabaseError::NoSuchGame(id))?;
        if segment.is_deleted(number) {
            return Err(DatabaseError::NoSuchGame(id));
        }
        Ok(StoredGame { segment, number })
    }

    /// Returns the segment that contains a game, and the number of the game in that segment.
    pub(crate) fn place(&self, id: u64) -> Option<(&Segment, u32)> {
        let index = self.segments.partition_point(|segment| segment.first <= id).checked_sub(1)?;
        let segment = &self.segments[index];
        let number = u32::try_from(id - segment.first).ok()?;
        (number < segment.games()).then_some((segment, number))
    }

    /// Iterates over all games that are not deleted, in order.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n\n1. d4 *\n", &Default::default())?;
    /// assert_eq!(base.iter().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = StoredGame<'_>> {
        self.segments.iter().flat_map(|segment| {
            let present = (0..segment.games()).filter(|&number| !segment.is_deleted(number));
            present.map(move |number| StoredGame { segment, number })
        })
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database")
            .field("path", &self.path)
            .field("games", &self.games())
            .finish_non_exhaustive()
    }
}

fn read_state(snapshot: &Snapshot) -> Result<(BaseRecord, Deleted), DatabaseError> {
    let record = snapshot.record(BASE)?.ok_or_else(|| Damage::MISSING.of(BASE, 0))?;
    let base = BaseRecord::read(&record).map_err(|damage| damage.of(BASE, 0))?;
    let base = base.map_err(|found| match found {
        0..OLDEST => DatabaseError::OlderVersion { found, oldest: OLDEST },
        _ => DatabaseError::NewerVersion { found, known: FORMAT },
    })?;
    let record = snapshot.record(DELETED)?.ok_or_else(|| Damage::MISSING.of(DELETED, 0))?;
    let deleted = read_deleted(&record).map_err(|damage| damage.of(DELETED, 0))?;
    Ok((base, deleted))
}

fn open_segments(base: &BaseRecord, deleted: &Deleted, snapshot: &Arc<Snapshot>) -> Vec<Segment> {
    let mut first = 0;
    let open = |descriptor: &SegmentDescriptor| {
        let gone = deleted.iter().find(|(number, _)| *number == descriptor.number);
        let gone = gone.map_or(&[][..], |(_, games)| games);
        let segment = Segment::new(descriptor.clone(), first, Arc::clone(snapshot), gone);
        first += u64::from(descriptor.games);
        segment
    };
    base.segments.iter().map(open).collect()
}

/// Serializes the deleted games of all segments.
pub(crate) fn write_deleted(deleted: &Deleted) -> Vec<u8> {
    let mut out = Vec::new();
    for (segment, games) in deleted {
        put_varint(&mut out, u64::from(*segment));
        put_varint(&mut out, games.len() as u64);
        let mut before = 0;
        for &game in games {
            put_varint(&mut out, u64::from(game - before));
            before = game;
        }
    }
    out
}

fn read_deleted(bytes: &[u8]) -> Result<Deleted, Damage> {
    let mut cursor = ByteCursor::new(bytes);
    let mut deleted = Vec::new();
    while !cursor.is_empty() {
        let segment = cursor.varint32()?;
        let count = cursor.varint()?;
        let (mut games, mut game) = (Vec::new(), 0_u32);
        for _ in 0..count {
            game = game.checked_add(cursor.varint32()?).ok_or(Damage::NUMBER)?;
            games.push(game);
        }
        deleted.push((segment, games));
    }
    Ok(deleted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers of the games that match a filter.
    fn found(base: &Database, filter: &str) -> Vec<u64> {
        let query = reynard_games::Query::parse(filter).expect(filter);
        let games = base.find(None, &query, crate::GameOrder::Id).expect("intact");
        games.iter().map(StoredGame::id).collect()
    }

    #[test]
    fn a_file_of_version_3_is_read_and_brought_up_to_date() {
        const PGN: &[u8] = include_bytes!("../tests/data/kinds.pgn");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.rdb");
        let mut base = Database::create(&path, DatabaseOptions::default()).expect("a file");
        base.add_pgn(PGN, &crate::Budget::default()).expect("room");
        base.compact_to(folder.path().join("new.rdb"), &crate::Budget::default()).expect("room");
        let new = Database::open(folder.path().join("new.rdb")).expect("a base");
        // Version 3 has all sections except those of the material.
        let mut transaction = base.begin().expect("room");
        transaction.put_record(BASE, &base.base.write_as(OLDEST)).expect("room");
        transaction.commit().expect("room");
        drop(base);
        let mut old = Database::open_writable(&path).expect("a base");
        assert!(old.segments.iter().all(Segment::is_old));
        let filters = ["material=KRPvKR", "imbalance=BvN", "piece=Pd4", "year>=1800", "move=O-O"];
        for filter in filters {
            assert_eq!(found(&old, filter), found(&new, filter), "{filter}");
        }
        assert!(old.verify().expect("a file").damage.is_empty());
        old.add_pgn(b"1. e4 d5 2. exd5 *\n", &crate::Budget::default()).expect("room");
        let mixed = Database::open(&path).expect("a base");
        assert_eq!(mixed.segments.iter().map(Segment::is_old).collect::<Vec<_>>(), [true, false]);
        assert_eq!(found(&mixed, "imbalance=+1p").last(), Some(&new.games()));
        drop(mixed);
        let tal = crate::TagChange::set("White", "Tal").expect("a tag");
        assert_eq!(old.edit_tags(&[new.games()], std::slice::from_ref(&tal)).expect("room"), 1);
        assert!(old.edit_tags(&[0], &[tal]).is_ok());
        assert!(!old.segments.iter().any(Segment::is_old), "an edit records the material");
        assert!(old.verify().expect("a file").damage.is_empty());
        for filter in filters {
            assert_eq!(
                found(&old, filter)[..found(&new, filter).len()],
                found(&new, filter),
                "{filter}"
            );
        }
        old.delete(&[new.games()]).expect("there");
        old.compact(&crate::Budget::default()).expect("room");
        assert!(!old.segments.iter().any(Segment::is_old));
        for filter in filters {
            assert_eq!(found(&old, filter), found(&new, filter), "{filter}");
        }
    }

    #[test]
    fn a_file_of_version_4_gets_its_sums_when_it_is_compacted() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.rdb");
        let base = Database::create(&path, DatabaseOptions::default()).expect("a file");
        let mut transaction = base.begin().expect("room");
        transaction.put_record(BASE, &base.base.write_as(4)).expect("room");
        transaction.commit().expect("room");
        drop(base);
        let mut base = Database::open_writable(&path).expect("a base");
        base.add_pgn(&b"1. e4 1-0\n\n".repeat(100), &crate::Budget::default()).expect("room");
        let explored = |base: &Database| {
            let start = reynard::Position::startpos();
            let limits = crate::ExploreLimits::default();
            let found = base.explore(&start, &reynard_games::Query::default(), &limits);
            format!("{:?}", found.expect("intact"))
        };
        let has_sums = |base: &Database| base.segments.iter().all(|it| it.descriptor.has_sums());
        let found = explored(&base);
        assert!(has_sums(&base));
        let mut transaction = base.begin().expect("room");
        transaction.put_record(BASE, &base.base.write_as(4)).expect("room");
        transaction.commit().expect("room");
        base.reload().expect("a base");
        assert!(!has_sums(&base));
        assert_eq!(explored(&base), found);
        base.compact(&crate::Budget::default()).expect("room");
        assert!(has_sums(&base));
        assert_eq!(explored(&base), found);
    }

    #[test]
    fn sums_that_cannot_be_are_damage() {
        use crate::bytes::put_varint;
        use crate::section::Section;

        const HUGE: u64 = 1 << 55;
        // Counts of the results and of rated games, sums of ratings, years, played; top games.
        let good = [[100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 65_535, 0, 1].to_vec(), vec![0]].concat();
        let bad = |place: usize, number: u64| {
            let mut numbers = good.clone();
            numbers[place] = number;
            numbers
        };
        let top = |number| [&good[..13], &[1, number, 4000, 0]].concat();
        let cases = [
            (good.clone(), true),
            (top(99), true),
            (top(100), false),
            (top(HUGE), false),
            (bad(0, HUGE), false),
            (bad(0, 101), false),
            (bad(4, 101), false),
            (bad(8, 7), false),
            (bad(10, 65_536), false),
            (bad(11, 7), false),
            (bad(13, 1), false),
            ([&good[..], &[0]].concat(), false),
        ];
        for (numbers, is_good) in cases {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("a.rdb");
            let mut base = Database::create(&path, DatabaseOptions::default()).expect("a file");
            base.add_pgn(&b"1. e4 1-0\n\n".repeat(100), &crate::Budget::default()).expect("room");
            // Not known by all bits, the first game, one move, which ends the game.
            let mut record = vec![0, 0, 1, 255];
            for &number in &numbers {
                put_varint(&mut record, number);
            }
            let mut index = 64_u64.to_le_bytes().to_vec();
            index.extend([0; 4]);
            index.extend((reynard::Position::startpos().key() >> 24).to_le_bytes());
            index.extend([0; 4]);
            let mut state = base.base.clone();
            let mut transaction = base.begin().expect("room");
            for (section, bytes) in [(Section::SumsIndex, index), (Section::Sums, record)] {
                let mut blocks = transaction.blocks(state.segments[0].number, section);
                blocks.put(0, [&bytes, &[]]).expect("room");
                blocks.flush().expect("room");
                state.segments[0].lengths[section as usize] = bytes.len() as u64;
            }
            transaction.put_record(BASE, &state.write()).expect("room");
            transaction.commit().expect("room");
            base.reload().expect("a base");
            let start = reynard::Position::startpos();
            let limits = crate::ExploreLimits::default();
            let explored = base.explore(&start, &reynard_games::Query::default(), &limits);
            assert_eq!(explored.is_ok(), is_good, "{numbers:?} {explored:?}");
            // They belong to other games.
            assert!(!base.verify().expect("readable").damage.is_empty());
        }
    }

    #[test]
    fn other_versions_of_the_format_are_refused_with_a_reason() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.rdb");
        let base = Database::create(&path, DatabaseOptions::default()).expect("a file");
        for (version, reason) in
            [(1, "make it anew from its games"), (2, "make it anew"), (9, "versions up to 5")]
        {
            let mut record = base.base.write();
            record[0] = version;
            let mut transaction = base.begin().expect("room");
            transaction.put_record(BASE, &record).expect("room");
            transaction.commit().expect("room");
            let error = Database::open(&path).expect_err("another version").to_string();
            assert!(error.contains(&format!("version {version}")), "{error}");
            assert!(error.contains(reason), "{error}");
        }
    }
}
