//! A cache of recently read pages of table files.

use std::io;

use crate::source::RandomAccess;

/// Access to tables, with or without a cache.
pub(crate) trait Cache {
    /// Reads from a table, given its id and size.
    fn read(
        &mut self,
        source: &dyn RandomAccess,
        table: (u32, u64),
        buffer: &mut [u8],
        at: u64,
    ) -> io::Result<()>;
}

/// A cache that stores nothing: every read goes to the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoCache;

impl Cache for NoCache {
    #[inline]
    fn read(
        &mut self,
        source: &dyn RandomAccess,
        _: (u32, u64),
        buffer: &mut [u8],
        at: u64,
    ) -> io::Result<()> {
        source.read_exact_at(buffer, at)
    }
}

/// The unit of reading and caching, in bytes: the page size of the operating system.
const PAGE: usize = 4096;
/// Number of slots where a page can be stored.
const WAYS: usize = 4;

/// A cache of a limited number of pages.
#[derive(Debug)]
pub(crate) struct PageCache {
    /// The page in each slot, by table and page number. The slots of a set are adjacent, most
    /// recently used first.
    tags: Vec<[Option<(u32, u64)>; WAYS]>,
    /// The location of each tag's bytes within its set.
    order: Vec<[u8; WAYS]>,
    bytes: Vec<u8>,
}

impl PageCache {
    /// Creates a cache of at most `bytes` bytes, but at least four pages.
    pub(crate) fn new(bytes: usize) -> Self {
        let sets = (bytes / (PAGE * WAYS)).max(1);
        // A power of two, so that the set is found by a mask.
        let sets = 1 << sets.ilog2();
        Self {
            tags: vec![[None; WAYS]; sets],
            order: vec![[0, 1, 2, 3]; sets],
            bytes: vec![0; sets * WAYS * PAGE],
        }
    }

    /// Returns the bytes of a page. The last page of a table may be shorter.
    #[inline]
    fn page(
        &mut self,
        source: &dyn RandomAccess,
        (table, size): (u32, u64),
        page: u64,
    ) -> io::Result<&[u8]> {
        let tag = Some((table, page));
        let hash = (page ^ u64::from(table) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let set = hash as usize & (self.tags.len() - 1);
        let tags = &mut self.tags[set];
        let order = &mut self.order[set];
        let found = tags.iter().position(|&other| other == tag);
        let way = found.unwrap_or(WAYS - 1);
        tags[..=way].rotate_right(1);
        order[..=way].rotate_right(1);
        let start = (set * WAYS + usize::from(order[0])) * PAGE;
        let at = page * PAGE as u64;
        let len = size.saturating_sub(at).min(PAGE as u64) as usize;
        let bytes = &mut self.bytes[start..start + len];
        if found.is_none() {
            tags[0] = None;
            source.read_exact_at(bytes, at)?;
            tags[0] = tag;
        }
        Ok(bytes)
    }
}

impl Cache for PageCache {
    #[inline]
    fn read(
        &mut self,
        source: &dyn RandomAccess,
        table: (u32, u64),
        mut buffer: &mut [u8],
        mut at: u64,
    ) -> io::Result<()> {
        while !buffer.is_empty() {
            let page = self.page(source, table, at / PAGE as u64)?;
            let part = page.get((at % PAGE as u64) as usize..).unwrap_or_default();
            let len = part.len().min(buffer.len());
            if len == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buffer[..len].copy_from_slice(&part[..len]);
            buffer = &mut buffer[len..];
            at += len as u64;
        }
        Ok(())
    }
}
