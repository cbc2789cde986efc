//! Text files that are compressed if their names say so.

use std::path::Path;

use anyhow::bail;
use reynard_console::whole_file::WholeFile;
use reynard_pgn::{CompressedWriter, Compression};

/// Begins a text file.
pub(crate) fn create(path: &Path) -> anyhow::Result<CompressedWriter<WholeFile>> {
    let compression = compression_of(path)?;
    Ok(CompressedWriter::new(compression, WholeFile::create(path)?)?)
}

/// Returns the compression that a text file is to have by its name. An archive is an error.
pub(crate) fn compression_of(path: &Path) -> anyhow::Result<Compression> {
    match Compression::of_name(path) {
        Compression::Zip => {
            bail!(
                "{}: archives are read, not written: end the name in .gz, .bz2 or .zst",
                path.display()
            )
        }
        compression => Ok(compression),
    }
}
