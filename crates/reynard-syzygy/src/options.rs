//! Options of a set of tables.

/// Options for finding, opening and reading tables.
///
/// ```
/// use reynard_syzygy::{Tablebase, TablebaseOptions};
///
/// let options = TablebaseOptions { dtz: false, ..TablebaseOptions::default() };
/// let tables = Tablebase::with_options(options);
/// assert_eq!(tables.largest(), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "options that have nothing to do with each other"
)]
pub struct TablebaseOptions {
    /// Look for WDL tables in folders. Default: on.
    pub wdl: bool,
    /// Look for DTZ tables in folders. Default: on.
    pub dtz: bool,
    /// Search subfolders as well. Default: off.
    pub recursive: bool,
    /// Verify the checksum of a table when it is opened, which reads the whole file. Default: off.
    pub verify_checksums: bool,
    /// Maximum number of files that are kept open; further files are reopened for every read.
    /// Default: no limit.
    pub max_open_files: usize,
    /// Memory for table files, in bytes. A file is read completely when it is first needed if it is
    /// not larger than a sixteenth of this limit and fits into the remaining memory. Otherwise it
    /// is read piece by piece. Probes of a file in memory are twice as fast. Default: 64 MiB.
    pub memory: u64,
    /// Maximum size in bytes of an index that is kept in memory, for tables that are read piece by
    /// piece. Default: 64 KiB.
    pub index_in_memory: u64,
    /// Map files into memory. Mapping is faster than reading files piece by piece, but crashes the
    /// process if another process truncates a file that is in use. Default: off.
    #[cfg(feature = "mmap")]
    pub map_files: bool,
}

impl Default for TablebaseOptions {
    fn default() -> Self {
        Self {
            wdl: true,
            dtz: true,
            recursive: false,
            verify_checksums: false,
            max_open_files: usize::MAX,
            memory: 64 << 20,
            index_in_memory: 64 << 10,
            #[cfg(feature = "mmap")]
            map_files: false,
        }
    }
}
