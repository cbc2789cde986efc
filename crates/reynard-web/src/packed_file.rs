//! The files of the page as they are built in, compressed to a quarter.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// A file, as the build script packs it.
pub(crate) struct PackedFile {
    pub(crate) name: &'static str,
    /// Length of the contents.
    len: usize,
    deflated: &'static [u8],
}

/// The files of the page, sorted by name.
#[expect(clippy::unreadable_literal, reason = "the build script writes the lengths")]
pub(crate) static PACKED: &[PackedFile] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl PackedFile {
    /// Returns the contents, which stay there as long as the program runs, as they would without compression.
    pub(crate) fn unpack(&self) -> &'static [u8] {
        let mut bytes = Vec::with_capacity(self.len);
        let read = DeflateDecoder::new(self.deflated).read_to_end(&mut bytes);
        assert!(read.is_ok() && bytes.len() == self.len, "the build script packed {}", self.name);
        bytes.leak()
    }
}
