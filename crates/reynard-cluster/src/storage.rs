//! Access to inputs: local files, or anything that a caller can open.

use std::fs::File;
use std::io::{self, Read, Seek};

/// A readable and seekable input.
pub trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// Opens inputs by the paths in a manifest.
///
/// ```
/// use std::io::{self, Cursor};
///
/// use reynard_cluster::{ReadSeek, Storage};
///
/// /// One game, whatever the address.
/// #[derive(Debug)]
/// struct Memory;
///
/// impl Storage for Memory {
///     fn open(&self, _: &str) -> io::Result<Box<dyn ReadSeek>> {
///         Ok(Box::new(Cursor::new("1. e4 *")))
///     }
/// }
/// ```
pub trait Storage: std::fmt::Debug + Send + Sync {
    /// Opens an input.
    ///
    /// # Errors
    ///
    /// Returns any error that occurs while opening the input.
    fn open(&self, path: &str) -> io::Result<Box<dyn ReadSeek>>;
}

/// Storage that opens local files.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalFiles;

impl Storage for LocalFiles {
    fn open(&self, path: &str) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(File::open(path)?))
    }
}
