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
    /// Look into the folders below a folder too. Default: off.
    pub recursive: bool,
    /// Check the checksum of a table when it is opened, which reads the whole file. Off unless
    /// changed.
    pub verify_checksums: bool,
    /// The number of files that are kept open; further ones are opened anew for every read. There
    /// is no limit unless changed.
    pub max_open_files: usize,
    /// The bytes that files take in memory: a file is read as a whole when it is first needed, if
    /// it is not larger than a sixteenth of this and fits into the rest, and piece by piece
    /// otherwise. Probes of a file in memory are twice as fast. 64 MiB unless changed.
    pub memory: u64,
    /// The index of a table that is read piece by piece is kept in memory up to this size in
    /// bytes; 64 KiB unless changed.
    pub index_in_memory: u64,
    /// Map files into memory, which is faster than to read them piece by piece, but ends the
    /// process if another process truncates a file while it is in use. Default: off.
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
