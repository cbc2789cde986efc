//! Text files that are compressed if their names say so.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use reynard_console::whole_file::{self, WholeFile};
use reynard_pgn::{CompressedWriter, Compression};

/// Begins a text file.
pub(crate) fn create(path: &Path) -> anyhow::Result<CompressedWriter<WholeFile>> {
    let compression = compression_of(path)?;
    Ok(CompressedWriter::new(compression, WholeFile::create(path)?)?)
}

/// Writes a text file.
pub(crate) fn write(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    let mut writer = CompressedWriter::new(compression_of(path)?, Vec::new())?;
    writer.write_all(text)?;
    whole_file::write(path, &writer.finish()?)
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
