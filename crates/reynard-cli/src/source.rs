//! Byte sources: a file, compressed or not, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use reynard_pgn::Input;

/// The bytes of a file or, for `-`, of standard input; unpacked if they are packed by gzip, bzip2 or
/// Zstandard.
pub(crate) fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    let raw: Box<dyn Read + Send> =
        if path.as_os_str() == "-" { Box::new(stdin()) } else { Box::new(File::open(path)?) };
    Ok(Box::new(Input::new(raw)?))
}

/// Standard input, whose errors say where they come from.
pub(crate) fn stdin() -> impl Read + Send {
    Stdin(io::stdin())
}

struct Stdin(io::Stdin);

impl Read for Stdin {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes).map_err(|error| {
            io::Error::new(error.kind(), format!("cannot read standard input: {error}"))
        })
    }
}
