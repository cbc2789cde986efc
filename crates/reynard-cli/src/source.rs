//! Where bytes come from: a file, packed or not, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use reynard_pgn::Input;

/// The bytes of a file or, for `-`, of standard input; unpacked if they are packed by gzip, bzip2 or
/// Zstandard.
pub(crate) fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    let raw: Box<dyn Read + Send> =
        if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    Ok(Box::new(Input::new(raw)?))
}
