//! Text files that are compressed according to their file names.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use reynard_console::whole_file::{WholeFile, refuse_database};
use reynard_pgn::{CompressedWriter, Compression};

/// Creates a text file.
pub(crate) fn create(path: &Path) -> anyhow::Result<CompressedWriter<WholeFile>> {
    let compression = compression_of(path)?;
    Ok(CompressedWriter::new(compression, WholeFile::create(path)?)?)
}

/// File extensions of compressed files and archives that cannot be written.
const NOT_WRITTEN: [&str; 14] =
    ["7z", "br", "lz", "lz4", "lzma", "lzo", "rar", "svgz", "tar", "tbz2", "tgz", "txz", "xz", "z"];

/// File extensions of data that is not text, in lowercase.
const NOT_TEXT: [&str; 16] = [
    "abk", "bin", "cbh", "cbv", "ctg", "gif", "jpg", "parquet", "pdf", "png", "rdb", "rnn", "rsp",
    "rtbw", "rtbz", "si4",
];

/// Returns the compression of a text file, according to its file name. Archives and unsupported
/// formats are an error, as are names of data that is not text.
pub(crate) fn compression_of(path: &Path) -> anyhow::Result<Compression> {
    let compression = Compression::of_name(path);
    if compression == Compression::Zip {
        bail!(
            "{}: archives are read, not written: end the name in .gz, .bz2 or .zst",
            path.display()
        );
    }
    if let Some(ending) = ending_among(&NOT_WRITTEN, path) {
        bail!("{}: .{ending} is not written: end the name in .gz, .bz2 or .zst", path.display());
    }
    refuse_database(path)?;
    if let Some(ending) = ending_among(&NOT_TEXT, path) {
        bail!("{}: .{ending} is not the ending of a text: choose another one", path.display());
    }
    Ok(compression)
}

/// Writes a text file, either completely or not at all.
pub(crate) fn write(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    let mut file = create(path)?;
    file.write_all(text)?;
    file.finish()?.finish()
}

/// Rejects a file name that denotes a compressed file if the file is not compressed. `content`
/// names the content for the message.
pub(crate) fn refuse_compressed(path: &Path, content: &str) -> anyhow::Result<()> {
    if let Some(ending) = compressed_ending(path) {
        bail!("{}: {content} is not compressed: leave out the ending .{ending}", path.display());
    }
    Ok(())
}

/// Returns the file extension if it is that of a compressed file or an archive.
pub(crate) fn compressed_ending(path: &Path) -> Option<&'static str> {
    match Compression::of_name(path) {
        Compression::Plain => ending_among(&NOT_WRITTEN, path),
        compression => Some(compression.extension()),
    }
}

/// Returns the file extension if it is one of these.
fn ending_among(endings: &[&'static str], path: &Path) -> Option<&'static str> {
    let ending = path.extension()?;
    endings.iter().copied().find(|one| ending.eq_ignore_ascii_case(one))
}
