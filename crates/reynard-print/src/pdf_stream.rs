//! Byte streams in a PDF file.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Returns a deflated stream of bytes, with additional `entries` in its dictionary.
pub(crate) fn stream(bytes: &[u8], entries: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    let packed = encoder.finish().unwrap_or_default();
    let mut stream =
        format!("<</Length {}/Filter/FlateDecode{entries}>>stream\n", packed.len()).into_bytes();
    stream.extend(packed);
    stream.extend(b"\nendstream");
    stream
}
