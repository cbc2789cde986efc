//! Recognizes kinds of files by name.

use std::path::Path;

/// Returns `true` if `name` is that of a PGN file, plain or compressed.
pub(crate) fn is_games(name: &str) -> bool {
    let name = name.to_lowercase();
    [".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".zip"].iter().any(|end| name.ends_with(end))
}

/// Returns `true` if `name` is that of an EPD or FEN file.
pub(crate) fn is_records(name: &str) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default();
    ["epd", "fen"].iter().any(|it| extension.eq_ignore_ascii_case(it))
}
