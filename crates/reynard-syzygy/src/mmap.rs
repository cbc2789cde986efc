//! Tables in memory-mapped files.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

use crate::RandomAccess;

/// A memory-mapped file.
#[derive(Debug)]
struct MappedFile(Mmap);

/// Maps a file into memory.
#[expect(unsafe_code, reason = "the operating system gives no promise that nobody changes a file")]
pub(crate) fn map(path: &Path) -> io::Result<impl RandomAccess + use<>> {
    let file = File::open(path)?;
    // SAFETY: The bytes must not change while they are mapped. Tables are written once, by a
    // generator or a download, and only read after that; the caller asked for a map by an option
    // that tells what happens otherwise. Bytes are copied out of the map one by one and checked
    // where they are used, so that other bytes lead to other values or errors.
    let map = unsafe { Mmap::map(&file) }?;
    Ok(MappedFile(map))
}

impl RandomAccess for MappedFile {
    fn size(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.0.read_exact_at(buffer, offset)
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(&self.0)
    }
}
