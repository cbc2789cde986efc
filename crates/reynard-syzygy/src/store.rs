//! Tables by material, opened when first needed.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use reynard::Position;

use crate::cache::Cache;
use crate::error::{TableError, TableFault};
use crate::file::{PositionedFile, ReopenedFile};
use crate::reads::{Fetch, Memory, Pieces};
use crate::table::{Place, Table};
use crate::{Dtz, Lookup, Material, RandomAccess, TableKind, TableName, TablebaseOptions, Wdl};

/// Origin of a table.
#[derive(Debug)]
pub(crate) enum Origin {
    /// A file, opened when it is needed.
    File(PathBuf),
    /// A source that can be read immediately.
    Source(Arc<dyn RandomAccess>),
}

/// A known table, which may be open.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) name: TableName,
    pub(crate) origin: Origin,
    /// Unique id of the table within its store.
    id: u32,
    open: OnceLock<Result<Open, TableError>>,
}

/// An open table.
#[derive(Debug)]
struct Open {
    table: Table,
    source: Box<dyn RandomAccess>,
    /// The index if it is small enough to be kept in memory; empty otherwise.
    index: Box<[u8]>,
}

/// Tables of both kinds, found by material in constant time.
#[derive(Debug, Default)]
pub(crate) struct Store {
    slots: Vec<Slot>,
    /// A hash table with open addressing. It is at most half full, and its size is a power of two.
    buckets: Vec<Option<Bucket>>,
    used: Used,
}

/// Resources used by all open tables.
#[derive(Debug, Default)]
struct Used {
    files: AtomicUsize,
    /// Number of file bytes in memory.
    memory: AtomicU64,
}

/// Tables of one material: their slots by kind, and a flag for exchanged colors.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    material: Material,
    slots: [Option<(u32, bool)>; 2],
}

impl Store {
    /// Returns the tables in the order in which they were added.
    pub(crate) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Adds a table, unless a table of the same kind and material exists.
    pub(crate) fn add(&mut self, name: TableName, origin: Origin) -> bool {
        if self.find(name.material, name.kind).is_some() {
            return false;
        }
        let id = self.slots.len() as u32;
        self.slots.push(Slot { name, origin, id, open: OnceLock::new() });
        if self.buckets.len() < 4 * self.slots.len() {
            self.grow();
        }
        for (material, flipped) in [(name.material.flipped(), true), (name.material, false)] {
            let place = self.place(material);
            let bucket = self.buckets[place].get_or_insert(Bucket { material, slots: [None; 2] });
            bucket.slots[name.kind as usize] = Some((id, flipped));
        }
        true
    }

    fn grow(&mut self) {
        let size = (8 * self.slots.len()).next_power_of_two().max(16);
        let old = std::mem::replace(&mut self.buckets, vec![None; size]);
        for bucket in old.into_iter().flatten() {
            let place = self.place(bucket.material);
            self.buckets[place] = Some(bucket);
        }
    }

    /// Returns the bucket index of a material, even if the store has no tables for it.
    #[inline]
    fn place(&self, material: Material) -> usize {
        let mask = self.buckets.len() - 1;
        // Fibonacci hashing: the high bits of the product depend on all bits.
        let mut place = (material.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.buckets[place].is_some_and(|bucket| bucket.material != material) {
            place = (place + 1) & mask;
        }
        place
    }

    /// Returns the table for a material, and `true` if its colors are exchanged.
    #[inline]
    fn find(&self, material: Material, kind: TableKind) -> Option<(&Slot, bool)> {
        if self.buckets.is_empty() {
            return None;
        }
        let bucket = self.buckets[self.place(material)]?;
        let (slot, flipped) = bucket.slots[kind as usize]?;
        Some((self.slots.get(slot as usize)?, flipped))
    }

    /// Returns the value of a position in the WDL table, without considering captures.
    #[inline]
    pub(crate) fn wdl(
        &self,
        pos: &Position,
        material: Material,
        options: &TablebaseOptions,
        cache: &mut impl Cache,
    ) -> Result<Lookup<Wdl>, TableError> {
        let Some((slot, flipped)) = self.find(material, TableKind::Wdl) else {
            let name = TableName { material: material.normalized(), kind: TableKind::Wdl };
            return Ok(Lookup::Missing(name));
        };
        let open = self.open(slot, options)?;
        let found = match open.table.locate(pos, flipped) {
            None => Err(TableFault::Index),
            Some(place) => open.wdl(&place, slot.id, cache),
        };
        found.map(Lookup::Known).map_err(|fault| slot.error(fault))
    }

    /// Returns the DTZ table's distance for a position with a known value, or `None` if the table
    /// contains only positions with the other side to move.
    pub(crate) fn dtz(
        &self,
        pos: &Position,
        wdl: Wdl,
        options: &TablebaseOptions,
        cache: &mut impl Cache,
    ) -> Result<Lookup<Option<Dtz>>, TableError> {
        let material = Material::of(pos);
        let Some((slot, flipped)) = self.find(material, TableKind::Dtz) else {
            let name = TableName { material: material.normalized(), kind: TableKind::Dtz };
            return Ok(Lookup::Missing(name));
        };
        let open = self.open(slot, options)?;
        let found = match open.table.locate(pos, flipped) {
            None => Ok(None),
            Some(place) => open.dtz(&place, wdl, slot.id, cache).map(Some),
        };
        found.map(Lookup::Known).map_err(|fault| slot.error(fault))
    }

    /// Returns the error that blames the position's DTZ table for contradictory values, or `None`
    /// if there is no such table.
    pub(crate) fn contradiction(&self, pos: &Position) -> Option<TableError> {
        let (slot, _) = self.find(Material::of(pos), TableKind::Dtz)?;
        Some(slot.error(TableFault::Value))
    }

    #[inline]
    fn open<'a>(
        &'a self,
        slot: &'a Slot,
        options: &TablebaseOptions,
    ) -> Result<&'a Open, TableError> {
        let open = slot.open.get_or_init(|| {
            Open::new(slot, options, &self.used).map_err(|fault| slot.error(fault))
        });
        open.as_ref().map_err(Clone::clone)
    }
}

impl Slot {
    fn error(&self, fault: TableFault) -> TableError {
        let label: Arc<str> = match &self.origin {
            Origin::File(path) => path.display().to_string().into(),
            Origin::Source(_) => self.name.to_string().into(),
        };
        TableError::new(&label, fault)
    }

    /// Returns the path of the table's file, if it has one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::Source(_) => None,
        }
    }
}

impl Open {
    fn new(slot: &Slot, options: &TablebaseOptions, used: &Used) -> Result<Self, TableFault> {
        let source: Box<dyn RandomAccess> = match &slot.origin {
            Origin::Source(source) => Box::new(Arc::clone(source)),
            Origin::File(path) => open_file(path, options, used)?,
        };
        if options.verify_checksums {
            crate::verify::verify_checksum(source.as_ref(), |_| {})?;
        }
        let TableName { material, kind } = slot.name;
        let table = Table::open(kind, material, source.as_ref())?;
        let mut index = Box::default();
        let len = table.index_end - table.index_at;
        if source.bytes().is_none() && len <= options.index_in_memory {
            let mut bytes = vec![0; len as usize].into_boxed_slice();
            source.read_exact_at(&mut bytes, table.index_at)?;
            index = bytes;
        }
        Ok(Self { table, source, index })
    }

    #[inline]
    fn wdl(&self, place: &Place<'_>, id: u32, cache: &mut impl Cache) -> Result<Wdl, TableFault> {
        match self.source.bytes() {
            Some(bytes) => place.wdl(&mut Memory(bytes)),
            None => place.wdl(&mut self.pieces(id, cache)),
        }
    }

    fn dtz(
        &self,
        place: &Place<'_>,
        wdl: Wdl,
        id: u32,
        cache: &mut impl Cache,
    ) -> Result<Dtz, TableFault> {
        match self.source.bytes() {
            Some(bytes) => place.dtz(wdl, &mut Memory(bytes)),
            None => place.dtz(wdl, &mut self.pieces(id, cache)),
        }
    }

    #[inline]
    fn pieces<'a, C: Cache>(&'a self, id: u32, cache: &'a mut C) -> Pieces<'a, Cached<'a, C>> {
        let source = self.source.as_ref();
        let fetch = Cached { cache, source, id, size: self.table.size };
        Pieces::new(fetch, (&self.index, self.table.index_at), self.table.size)
    }
}

/// Read access to one table through a cache.
struct Cached<'a, C> {
    cache: &'a mut C,
    source: &'a dyn RandomAccess,
    id: u32,
    size: u64,
}

impl<C: Cache> Fetch for Cached<'_, C> {
    #[inline]
    fn fetch(&mut self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        self.cache.read(self.source, (self.id, self.size), buffer, at)
    }
}

fn open_file(
    path: &Path,
    options: &TablebaseOptions,
    used: &Used,
) -> Result<Box<dyn RandomAccess>, TableFault> {
    #[cfg(feature = "mmap")]
    if options.map_files {
        return Ok(Box::new(crate::mmap::map(path)?));
    }
    let file = PositionedFile::open(path)?;
    let size = file.size()?;
    if used.takes(size, options.memory) {
        let mut bytes = vec![0; usize::try_from(size).map_err(|_| TableFault::OddSize(size))?];
        file.read_exact_at(&mut bytes, 0)?;
        return Ok(Box::new(bytes));
    }
    let kept = used.files.fetch_add(1, Ordering::Relaxed) < options.max_open_files;
    Ok(if kept { Box::new(file) } else { Box::new(ReopenedFile(path.to_owned())) })
}

impl Used {
    /// Reserves memory for a file if it still fits within the limit. Returns `true` on success.
    fn takes(&self, size: u64, limit: u64) -> bool {
        let with = |used: u64| used.checked_add(size).filter(|&sum| sum <= limit);
        size <= limit / 16
            && self.memory.fetch_update(Ordering::Relaxed, Ordering::Relaxed, with).is_ok()
    }
}
