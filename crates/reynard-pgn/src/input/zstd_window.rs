//! The bound on the windows of Zstandard frames.

use std::fmt;

/// The largest accepted window of a Zstandard frame, in bytes: 32 MiB. The window is memory that
/// the file makes its reader allocate; `zstd` uses larger windows only with `--ultra` or `--long`.
pub const MAX_ZSTD_WINDOW: u64 = 1 << 25;

/// The error returned for a Zstandard frame that requests a window above [`MAX_ZSTD_WINDOW`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowTooLarge;

impl fmt::Display for WindowTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "decompression needs a window of more than {} MiB", MAX_ZSTD_WINDOW >> 20)
    }
}

impl std::error::Error for WindowTooLarge {}
