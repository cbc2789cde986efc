//! The files of the page as they are built in, compressed to a quarter.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::DeflateDecoder;

use crate::PageFile;

/// A file, as the build script packs it.
struct PackedFile {
    name: &'static str,
    /// Length of the contents.
    len: usize,
    deflated: &'static [u8],
}

static PACKED: &[PackedFile] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

static UNPACKED: LazyLock<Vec<PageFile>> =
    LazyLock::new(|| PACKED.iter().map(PackedFile::unpack).collect());

/// Returns the files with their contents.
pub(crate) fn unpacked() -> &'static [PageFile] {
    &UNPACKED
}

impl PackedFile {
    fn unpack(&self) -> PageFile {
        let mut bytes = Vec::with_capacity(self.len);
        let read = DeflateDecoder::new(self.deflated).read_to_end(&mut bytes);
        assert!(read.is_ok() && bytes.len() == self.len, "the build script packed {}", self.name);
        // The files are there as long as the program runs, as they would be without compression.
        PageFile::new(self.name, bytes.leak())
    }
}
