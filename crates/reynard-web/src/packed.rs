//! The built-in files of the page: concatenated and compressed.

/// Names and lengths of the files, sorted by name.
#[expect(clippy::unreadable_literal, reason = "the build script writes the lengths")]
const FILES: &[(&str, usize)] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/files.zst"));

/// Returns the names and contents of the files. Like uncompressed built-in files, they live as long
/// as the program.
pub(crate) fn unpacked() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let len = FILES.iter().map(|(_, len)| len).sum();
    let bytes = zstd::bulk::decompress(PACKED, len).expect("the build script packed the files");
    let mut rest: &'static [u8] = bytes.leak();
    FILES.iter().map(move |&(name, len)| {
        let (file, behind) = rest.split_at(len);
        rest = behind;
        (name, file)
    })
}
