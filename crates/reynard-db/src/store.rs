//! The container: checksummed blocks in a redb file.
//!
//! No other module of the crate uses redb. A damaged page can make redb panic, so every panic is
//! caught and converted to [`Damage::PAGE`].

use std::any::Any;
use std::fs::OpenOptions;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use redb::{
    AccessGuard, Builder, ConcurrencyMode, Durability, ReadOnlyTable, ReadableDatabase,
    TableDefinition, WriteTransaction,
};

use crate::contained::Contained;
use crate::section::Section;
use crate::{Damage, DatabaseError};

/// Blocks of sections by segment, section and number: see [`block_key`].
const BLOCKS: TableDefinition<'static, u64, &[u8]> = TableDefinition::new("blocks");

/// Records by name, such as the state of the database with its segments, the deleted games, and the
/// sources.
const RECORDS: TableDefinition<'static, &str, &[u8]> = TableDefinition::new("records");

/// Size of a full block. Together with the key, the checksum and the redb header, it fills a page
/// of 16 KiB.
pub(crate) const BLOCK: usize = 16_368 - CHECKSUM;

/// Size of a checksum.
const CHECKSUM: usize = 4;

/// Maximum redb cache size, in bytes, for a file that is being written.
const WRITE_CACHE: usize = 64 << 20;

/// Maximum redb cache size, in bytes, for a file without readers, whose blocks are written once, in
/// order.
const NEW_FILE_CACHE: usize = 4 << 20;

/// Key and length of a placeholder value that a new file contains until it is complete. With the
/// placeholder, the file begins with 64 pages. Redb doubles the size of a full file, fills the file
/// from its beginning, and truncates the free space at the end. Without the placeholder, some pages
/// would be near the end, and moving them would require reading all pages twice.
const FILLER: (u64, usize) = (u64::MAX, 100_000);

/// Total block size in bytes below which it is worthwhile to move pages into the hole left by the
/// placeholder.
pub(crate) const SMALL: u64 = 16 << 20;

/// Number of block bytes passed to redb at once.
const STEP: usize = 1 << 20;

/// Maximum redb cache size, in bytes, for a read-only file. The cache can hold the blocks of a
/// thousand rare positions and their games in a database of a million games.
pub(crate) const READ_CACHE: usize = 256 << 20;

/// An open file.
pub(crate) enum Store {
    Writable(Contained<redb::Database>, FileAccess),
    ReadOnly(Contained<redb::ReadOnlyDatabase>),
    /// The file is closed while its access mode changes, or because reopening it has failed.
    Closed,
}

/// The state of a store at one point in time.
pub(crate) struct Snapshot {
    blocks: ReadOnlyTable<u64, &'static [u8]>,
    records: ReadOnlyTable<&'static str, &'static [u8]>,
}

/// A block with a verified checksum.
pub(crate) struct Block {
    guard: ValueGuard,
    /// The number of the block in its section.
    pub(crate) number: u32,
}

impl Block {
    pub(crate) fn bytes(&self) -> &[u8] {
        let value = self.guard.value();
        &value[..value.len() - CHECKSUM]
    }
}

/// The access that other processes have to a file that is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileAccess {
    /// Readers are allowed while the file is written.
    Shared,
    /// No access until the file is complete and closed.
    Exclusive,
    /// No access while existing content is replaced.
    Sole,
}

/// A group of changes of which either all or none are written. In a file that is opened
/// exclusively, blocks are committed as they arrive, without syncing to disk. Otherwise, redb would
/// read and rewrite the part of a large commit that does not fit into its cache.
pub(crate) struct Transaction<'a> {
    store: &'a Contained<redb::Database>,
    inner: Contained<WriteTransaction>,
    access: FileAccess,
}

/// Writes blocks of a section.
pub(crate) struct BlockWriter<'a, 'b> {
    transaction: &'a mut Transaction<'b>,
    segment: u32,
    section: Section,
    /// Values waiting to be written, and the key and the end of each value.
    values: Vec<u8>,
    ends: Vec<(u64, usize)>,
}

const fn block_key(segment: u32, section: Section, number: u32) -> u64 {
    (segment as u64) << 40 | (section as u64) << 32 | number as u64
}

/// Computes the checksum of a block. It covers the key, so a misplaced block is detected.
fn checksum(key: &[u8], payload: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(payload);
    hasher.finalize().to_le_bytes()
}

fn is_intact(key: &[u8], value: &[u8]) -> bool {
    value
        .split_last_chunk()
        .is_some_and(|(payload, sum): (_, &[u8; CHECKSUM])| checksum(key, payload) == *sum)
}

/// A value that keeps a store page in use.
type ValueGuard = AccessGuard<'static, &'static [u8]>;

/// Returns a key and its block if the block's checksum is correct.
fn checked(key: u64, guard: ValueGuard) -> Option<(u64, ValueGuard)> {
    is_intact(&key.to_le_bytes(), guard.value()).then_some((key, guard))
}

/// Calls redb, and converts a panic to an error.
fn guarded<T>(call: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, DatabaseError> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(translate(error)),
        Err(panic) => Err(panicked(&panic)),
    }
}

/// Returns the error that represents a panic in redb.
fn panicked(_: &Box<dyn Any + Send>) -> DatabaseError {
    Damage::PAGE.of("store", 0)
}

/// Returns the error for an attempt to change a read-only store.
pub(crate) fn read_only() -> DatabaseError {
    let kind = io::ErrorKind::ReadOnlyFilesystem;
    DatabaseError::Io(io::Error::new(kind, "opened to read only"))
}

/// Returns the error for a truncated file.
fn cut_off() -> DatabaseError {
    DatabaseError::Io(io::Error::new(io::ErrorKind::UnexpectedEof, "the file is cut off"))
}

fn translate(error: redb::Error) -> DatabaseError {
    match error {
        redb::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => cut_off(),
        redb::Error::Io(error) => DatabaseError::Io(error),
        redb::Error::DatabaseAlreadyOpen => DatabaseError::Locked,
        redb::Error::Corrupted(_) | redb::Error::RepairAborted => Damage::PAGE.of("store", 0),
        redb::Error::UpgradeRequired(version) => {
            DatabaseError::NotADatabase(format!("its store has format {version}"))
        }
        redb::Error::TableDoesNotExist(name) => {
            DatabaseError::NotADatabase(format!("it has no table `{name}`"))
        }
        other => DatabaseError::NotADatabase(other.to_string()),
    }
}

fn builder(cache: usize, access: FileAccess) -> Builder {
    let mode = match access {
        FileAccess::Shared => ConcurrencyMode::SingleWriter,
        FileAccess::Exclusive | FileAccess::Sole => ConcurrencyMode::ExclusiveWriter,
    };
    let mut builder = Builder::new();
    builder.set_cache_size(cache).set_concurrency_mode(mode);
    builder
}

fn begin_write(store: &Contained<redb::Database>) -> Result<WriteTransaction, redb::Error> {
    let mut transaction = store.get()?.begin_write()?;
    transaction.set_quick_repair(true);
    Ok(transaction)
}

/// The first bytes of every redb file.
pub(crate) const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";

/// Returns an error unless a file begins with [`MAGIC`]. Must be called before redb opens the file,
/// because redb would turn it into a redb file.
fn check_kind(path: &Path) -> Result<(), DatabaseError> {
    use io::Read;

    let mut beginning = Vec::new();
    let most = MAGIC.len() as u64;
    // Opening a pipe would wait for a writer.
    let kind = std::fs::metadata(path)?;
    if !kind.is_file() && !kind.is_dir() {
        return Err(DatabaseError::NotADatabase("it is not a regular file".to_owned()));
    }
    OpenOptions::new().read(true).open(path)?.take(most).read_to_end(&mut beginning)?;
    if beginning == MAGIC {
        return Ok(());
    }
    if !beginning.is_empty() && MAGIC.starts_with(&beginning) {
        return Err(cut_off());
    }
    if beginning.is_empty() {
        return Err(DatabaseError::Unfinished);
    }
    Err(DatabaseError::NotADatabase("it begins with other bytes".to_owned()))
}

impl Store {
    /// Creates a file, which must not exist yet. A file with exclusive access is incomplete until
    /// [`complete`](Self::complete) is called.
    pub(crate) fn create(path: &Path, access: FileAccess) -> Result<Self, DatabaseError> {
        let options = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = options.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => DatabaseError::Exists,
            _ => DatabaseError::Io(error),
        })?;
        guarded(|| {
            let backend = redb::backends::FileBackend::new(file)?;
            if access == FileAccess::Shared {
                let store = builder(WRITE_CACHE, access).create_with_backend(backend)?;
                return Ok(Self::Writable(Contained::new(store), access));
            }
            let builder = builder(NEW_FILE_CACHE, access);
            let store = Contained::new(builder.create_with_backend(backend)?);
            let transaction = begin_write(&store)?;
            let (key, len) = FILLER;
            transaction.open_table(BLOCKS)?.insert(key, &vec![0; len][..])?;
            transaction.commit()?;
            store.take()?.close()?;
            Ok(Self::Writable(Contained::new(builder.open(path)?), access))
        })
    }

    /// Opens a file for reading and writing. Only one writer is allowed.
    pub(crate) fn open(path: &Path) -> Result<Self, DatabaseError> {
        check_kind(path)?;
        Self::open_with(path, FileAccess::Shared)
    }

    fn open_with(path: &Path, access: FileAccess) -> Result<Self, DatabaseError> {
        guarded(|| {
            let store = builder(WRITE_CACHE, access).open(path)?;
            Ok(Self::Writable(Contained::new(store), access))
        })
    }

    /// Closes the file, and reopens it with another access mode. If reopening fails, the store
    /// stays closed. A read-only store is not reopened: an error is returned.
    pub(crate) fn reopen(&mut self, path: &Path, access: FileAccess) -> Result<(), DatabaseError> {
        if matches!(self, Self::ReadOnly(_)) {
            return Err(read_only());
        }
        *self = Self::Closed;
        *self = Self::open_with(path, access)?;
        Ok(())
    }

    /// Opens a file for reading. Another process may be writing to it. If redb asks for a repair
    /// after a killed writer, the file is opened for writing first, which repairs it.
    pub(crate) fn open_read_only(path: &Path, cache: usize) -> Result<Self, DatabaseError> {
        check_kind(path)?;
        if let Some(store) = Self::open_without_repair(path, cache)? {
            return Ok(store);
        }
        drop(Self::open(path)?);
        let store = Self::open_without_repair(path, cache)?;
        store.ok_or_else(|| translate(redb::Error::RepairAborted))
    }

    /// Opens a file for reading. Returns `None` if the file must be repaired first.
    fn open_without_repair(path: &Path, cache: usize) -> Result<Option<Self>, DatabaseError> {
        guarded(|| match builder(cache, FileAccess::Shared).open_read_only(path) {
            Ok(store) => Ok(Some(Self::ReadOnly(Contained::new(store)))),
            Err(redb::DatabaseError::RepairAborted) => Ok(None),
            Err(error) => Err(error.into()),
        })
    }

    /// Returns `true` if the file is open for reading only.
    pub(crate) const fn is_read_only(&self) -> bool {
        matches!(self, Self::ReadOnly(_))
    }

    /// Returns the state after the last commit.
    pub(crate) fn snapshot(&self) -> Result<Snapshot, DatabaseError> {
        let snapshot = guarded(|| {
            let transaction = match self {
                Self::Writable(store, _) => store.get()?.begin_read()?,
                Self::ReadOnly(store) => store.get()?.begin_read()?,
                Self::Closed => return Err(redb::Error::DatabaseClosed),
            };
            if transaction.list_tables()?.next().is_none() {
                return Ok(None);
            }
            Ok(Some(Snapshot {
                blocks: transaction.open_table(BLOCKS)?,
                records: transaction.open_table(RECORDS)?,
            }))
        })?;
        snapshot.ok_or(DatabaseError::Unfinished)
    }

    /// Begins a transaction. Returns an error if the store is read-only.
    pub(crate) fn begin(&self) -> Result<Transaction<'_>, DatabaseError> {
        let Self::Writable(store, access) = self else {
            return Err(read_only());
        };
        guarded(|| {
            let inner = begin_write(store)?;
            inner.open_table(BLOCKS)?;
            inner.open_table(RECORDS)?;
            Ok(Transaction { store, inner: Contained::new(inner), access: *access })
        })
    }

    /// Verifies the checksum of every page of the store.
    pub(crate) fn check_pages(&mut self) -> Result<(), DatabaseError> {
        let Self::Writable(store, _) = self else { return Ok(()) };
        let good = guarded(|| Ok(store.get_mut()?.check_integrity()?))?;
        if good { Ok(()) } else { Err(Damage::PAGE.of("store", 0)) }
    }

    /// Completes and closes a file with exclusive access. `blocks` is the total size of its blocks
    /// in bytes.
    pub(crate) fn complete(self, blocks: u64) -> Result<(), DatabaseError> {
        let Self::Writable(mut store, FileAccess::Exclusive) = self else { return Ok(()) };
        guarded(|| {
            let transaction = begin_write(&store)?;
            transaction.open_table(BLOCKS)?.remove(FILLER.0)?;
            transaction.commit()?;
            if blocks < SMALL {
                store.get_mut()?.compact()?;
            }
            Ok(store.take()?.close()?)
        })
    }

    /// Releases unused pages to the system.
    pub(crate) fn shrink(&mut self) -> Result<(), DatabaseError> {
        let Self::Writable(store, _) = self else { return Ok(()) };
        guarded(|| {
            store.get_mut()?.compact()?;
            Ok(())
        })
    }
}

impl Snapshot {
    /// Returns a block.
    pub(crate) fn block(
        &self,
        segment: u32,
        section: Section,
        number: u32,
    ) -> Result<Block, DatabaseError> {
        let key = block_key(segment, section, number);
        let damaged = |damage: Damage| damage.at(segment, section, u64::from(number));
        // Reading the value can panic as well, if the page is damaged.
        let found = guarded(|| {
            let guard = self.blocks.get(key)?;
            Ok(guard.map(|guard| (is_intact(&key.to_le_bytes(), guard.value()), guard)))
        })?;
        match found {
            None => Err(damaged(Damage::MISSING)),
            Some((false, _)) => Err(damaged(Damage::CHECKSUM)),
            Some((true, guard)) => Ok(Block { guard, number }),
        }
    }

    /// Returns the block with the greatest number that is at most `number`.
    pub(crate) fn block_at_or_before(
        &self,
        segment: u32,
        section: Section,
        number: u32,
    ) -> Result<Block, DatabaseError> {
        let (first, last) = (block_key(segment, section, 0), block_key(segment, section, number));
        let damaged = |damage: Damage| damage.at(segment, section, u64::from(number));
        let found = guarded(|| {
            let found = self.blocks.range(first..=last)?.next_back().transpose()?;
            Ok(found.map(|(key, guard)| checked(key.value(), guard)))
        })?;
        match found.ok_or_else(|| damaged(Damage::MISSING))? {
            Some((key, guard)) if (first..=last).contains(&key) => {
                Ok(Block { guard, number: crate::bytes::low_word(key) })
            }
            _ => Err(damaged(Damage::CHECKSUM)),
        }
    }

    /// Returns a record; `None` if it does not exist.
    pub(crate) fn record(&self, name: &'static str) -> Result<Option<Vec<u8>>, DatabaseError> {
        let value = guarded(|| Ok(self.records.get(name)?.map(|guard| guard.value().to_vec())))?;
        let Some(mut value) = value else { return Ok(None) };
        if !is_intact(name.as_bytes(), &value) {
            return Err(Damage::CHECKSUM.of(name, 0));
        }
        value.truncate(value.len() - CHECKSUM);
        Ok(Some(value))
    }
}

impl<'b> Transaction<'b> {
    /// Returns a writer for the blocks of a section.
    pub(crate) const fn blocks(&mut self, segment: u32, section: Section) -> BlockWriter<'_, 'b> {
        BlockWriter { transaction: self, segment, section, values: Vec::new(), ends: Vec::new() }
    }

    /// Writes concatenated values, given the key and the end of each value.
    fn put_values(&mut self, values: &[u8], ends: &[(u64, usize)]) -> Result<(), DatabaseError> {
        guarded(|| {
            let mut table = self.inner.get()?.open_table(BLOCKS)?;
            let mut start = 0;
            for &(key, end) in ends {
                table.insert(key, &values[start..end])?;
                start = end;
            }
            drop(table);
            if self.access == FileAccess::Exclusive {
                let inner = self.inner.get_mut()?;
                inner.set_durability(Durability::None)?;
                self.inner.replace(|inner| {
                    inner.commit()?;
                    begin_write(self.store)
                })?;
            }
            Ok(())
        })
    }

    /// Writes a record, replacing any record with the same name.
    pub(crate) fn put_record(
        &mut self,
        name: &'static str,
        payload: &[u8],
    ) -> Result<(), DatabaseError> {
        guarded(|| {
            let mut table = self.inner.get()?.open_table(RECORDS)?;
            let value = [payload, &checksum(name.as_bytes(), payload)].concat();
            table.insert(name, &value[..])?;
            Ok(())
        })
    }

    /// Deletes all blocks of a segment.
    pub(crate) fn delete_segment(&mut self, segment: u32) -> Result<(), DatabaseError> {
        let first = u64::from(segment) << 40;
        let last = first | ((1 << 40) - 1);
        guarded(|| {
            let mut table = self.inner.get()?.open_table(BLOCKS)?;
            table.retain_in(first..=last, |_, _| false)?;
            Ok(())
        })
    }

    /// Deletes all blocks of a segment except its positions.
    pub(crate) fn delete_columns(&mut self, segment: u32) -> Result<(), DatabaseError> {
        let (start, end) = (u64::from(segment) << 40, (u64::from(segment) + 1) << 40);
        let positions = block_key(segment, Section::Positions, 0);
        let after = positions + (1 << 32);
        guarded(|| {
            let mut table = self.inner.get()?.open_table(BLOCKS)?;
            for range in [start..positions, after..end] {
                table.retain_in(range, |_, _| false)?;
            }
            Ok(())
        })
    }

    /// Makes the changes permanent.
    pub(crate) fn commit(self) -> Result<(), DatabaseError> {
        guarded(|| {
            self.inner.take()?.commit()?;
            Ok(())
        })
    }
}

impl BlockWriter<'_, '_> {
    /// Appends a block, given in two parts.
    pub(crate) fn put(&mut self, number: u32, payload: [&[u8]; 2]) -> Result<(), DatabaseError> {
        let key = block_key(self.segment, self.section, number);
        let start = self.values.len();
        for part in payload {
            self.values.extend_from_slice(part);
        }
        let sum = checksum(&key.to_le_bytes(), &self.values[start..]);
        self.values.extend_from_slice(&sum);
        self.ends.push((key, self.values.len()));
        if self.values.len() >= STEP { self.flush() } else { Ok(()) }
    }

    /// Writes the pending blocks. Must be called after the last block.
    pub(crate) fn flush(&mut self) -> Result<(), DatabaseError> {
        self.transaction.put_values(&self.values, &self.ends)?;
        self.values.clear();
        self.ends.clear();
        Ok(())
    }
}
