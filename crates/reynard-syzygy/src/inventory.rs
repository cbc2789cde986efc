//! The tables of a tablebase, with their file sizes.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use crate::{TableKind, TableName, Tablebase};

/// The tables of a [`Tablebase`] that are files. The inventory is printed as a table with one line
/// per material, and totals.
///
/// ```
/// use reynard_syzygy::Tablebase;
///
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
/// let inventory = Tablebase::open(folder)?.inventory();
/// assert_eq!(inventory.files.len(), 10);
/// assert!(inventory.to_string().contains("KQvK                  272           5328\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInventory {
    /// The files, sorted by number of pieces, fewest first.
    pub files: Vec<TableFile>,
}

/// A table in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// Material and kind.
    pub name: TableName,
    /// The file.
    pub path: PathBuf,
    /// Size in bytes; `None` if the file no longer exists.
    pub bytes: Option<u64>,
}

impl TableFile {
    /// Returns `true` if the file size is not valid for a table. Valid sizes are a multiple of 64,
    /// plus 16 bytes for the checksum.
    pub const fn is_damaged(&self) -> bool {
        match self.bytes {
            Some(bytes) => bytes < 64 || bytes % 64 != 16,
            None => false,
        }
    }
}

impl Tablebase {
    /// Returns the tables that are files, with their sizes.
    pub fn inventory(&self) -> TableInventory {
        let file = |(name, path): (TableName, PathBuf)| {
            let bytes = fs::metadata(&path).ok().map(|data| data.len());
            TableFile { name, path, bytes }
        };
        let tables = self.tables().filter_map(|table| Some((table.name, table.path?.to_owned())));
        let mut files: Vec<TableFile> = tables.map(file).collect();
        files.sort_by_key(|file| (file.name.material.piece_count(), file.name));
        TableInventory { files }
    }
}

impl fmt::Display for TableInventory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:10} {:>14} {:>14}", "pieces", "WDL bytes", "DTZ bytes")?;
        for files in self.files.chunk_by(|a, b| a.name.material == b.name.material) {
            let [wdl, dtz] = TableKind::ALL.map(|kind| {
                let bytes = sizes(files, kind).next();
                bytes.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string())
            });
            let material = files[0].name.material.to_string();
            writeln!(f, "{material:10} {wdl:>14} {dtz:>14}")?;
        }
        let [wdl, dtz] = TableKind::ALL.map(|kind| sizes(&self.files, kind).sum::<u64>());
        writeln!(f, "{:10} {wdl:>14} {dtz:>14}", "bytes")?;
        let [wdl, dtz] = TableKind::ALL.map(|kind| sizes(&self.files, kind).count());
        writeln!(f, "{:10} {wdl:>14} {dtz:>14}", "tables")
    }
}

/// Returns the sizes of the files of the given kind.
fn sizes(files: &[TableFile], kind: TableKind) -> impl Iterator<Item = u64> {
    files.iter().filter(move |file| file.name.kind == kind).filter_map(|file| file.bytes)
}
