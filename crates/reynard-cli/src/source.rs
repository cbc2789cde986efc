//! Where bytes come from: a file, compressed or not, or standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context;
use ruzstd::decoding::StreamingDecoder;

/// The bytes of a file or, for `-`, of standard input, decompressed if need be.
pub(crate) fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
    let raw: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path)?)
    };
    let mut raw = BufReader::new(raw);
    if raw.fill_buf()?.starts_with(ZSTD_MAGIC) {
        return Ok(Box::new(StreamingDecoder::new(raw).context("broken zstd data")?));
    }
    Ok(Box::new(raw))
}
