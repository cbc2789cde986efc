//! Lists of folders with tables.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::{TableFile, Tablebase, TablebaseOptions};

/// The tables in a list of folders, together with the folders and tables that cannot be used.
///
/// Folders are separated as in `PATH`: by `:`, or by `;` on Windows. Empty parts of a list and
/// blanks around a separator are ignored. All folders that can be listed are used, even if others
/// cannot.
///
/// ```
/// use reynard_syzygy::{TableFolders, TablebaseOptions};
///
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
/// # let separator = if cfg!(windows) { ';' } else { ':' };
/// let list = format!(" {folder} {separator}/no/such/folder{separator}");
/// let folders = TableFolders::open([list], TablebaseOptions::default());
/// assert_eq!((folders.used, folders.tables.largest()), (1, 3));
/// let notes: Vec<String> = folders.notes().collect();
/// assert!(notes.len() == 1 && notes[0].starts_with("/no/such/folder: "));
/// ```
#[derive(Debug)]
pub struct TableFolders {
    /// The tables in the folders that can be listed.
    pub tables: Tablebase,
    /// Number of folders that can be listed.
    pub used: usize,
    /// Folders that cannot be listed.
    pub faults: Vec<FolderFault>,
    /// Tables whose file size is invalid, such as partial downloads.
    pub damaged: Vec<TableFile>,
}

/// A folder that cannot be listed.
///
/// ```
/// use reynard_syzygy::FolderFault;
///
/// let fault = FolderFault {
///     folder: "/t/a;/t/b".into(),
///     error: std::io::ErrorKind::NotFound.into(),
/// };
/// assert_eq!(fault.to_string().contains("separated by `:`"), !cfg!(windows));
/// ```
#[derive(Debug)]
pub struct FolderFault {
    /// The folder.
    pub folder: PathBuf,
    /// The reason.
    pub error: io::Error,
}

impl fmt::Display for FolderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.folder.to_string_lossy();
        write!(f, "{folder}: {}", self.error)?;
        if cfg!(not(windows)) && folder.contains(';') {
            f.write_str("; folders are separated by `:`")?;
        }
        Ok(())
    }
}

/// Maximum number of damaged tables that are named in the notes.
const NAMED: usize = 3;

impl TableFolders {
    /// Finds the tables in the folders of the given lists.
    pub fn open<L: AsRef<OsStr>>(
        lists: impl IntoIterator<Item = L>,
        options: TablebaseOptions,
    ) -> Self {
        let mut tables = Tablebase::with_options(options);
        let (mut used, mut faults) = (0, Vec::new());
        for list in lists {
            for folder in folders_of(list.as_ref()) {
                match tables.add_directory(&folder) {
                    Ok(_) => used += 1,
                    Err(error) => faults.push(FolderFault { folder, error }),
                }
            }
        }
        let damaged = tables.inventory().files.into_iter().filter(TableFile::is_damaged).collect();
        Self { tables, used, faults, damaged }
    }

    /// Returns notes about everything that is not used: folders, and damaged tables, of which only
    /// the first few are named.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let folders = self.faults.iter().map(FolderFault::to_string);
        let tables = self.damaged.iter().take(NAMED).map(|table| {
            let bytes = table.bytes.unwrap_or_default();
            let path = table.path.display();
            format!("{path}: {bytes} bytes is not the size of a table, it may be incomplete")
        });
        let more = self.damaged.len().saturating_sub(NAMED);
        let more = (more > 0).then(|| format!("{more} more tables have the size of no table"));
        folders.chain(tables).chain(more)
    }
}

/// Returns the folders of a list.
fn folders_of(list: &OsStr) -> impl Iterator<Item = PathBuf> {
    env::split_paths(list).filter_map(|folder| {
        let name = folder.to_str().map(str::trim);
        let trimmed = name.map_or_else(|| folder.clone(), PathBuf::from);
        // The name of a folder may begin with a blank.
        let folder = if folder.is_dir() { folder } else { trimmed };
        (folder != Path::new("")).then_some(folder)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_parts_are_nothing_and_blanks_do_not_count() {
        let separator = if cfg!(windows) { ";" } else { ":" };
        let folders = |text: &str| -> Vec<PathBuf> {
            folders_of(OsStr::new(&text.replace(':', separator))).collect()
        };
        assert_eq!(folders("/a : /b:"), [Path::new("/a"), Path::new("/b")]);
        assert!(folders(":: :").is_empty());
        assert_eq!(folders("/with blank/x"), [Path::new("/with blank/x")]);
    }
}
