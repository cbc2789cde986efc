//! Access to inputs: files of this machine, or whatever a caller can open.

use std::fs::File;
use std::io::{self, Read, Seek};

/// An input that is read anywhere.
pub trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// Opens inputs by the paths of a manifest.
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
    /// Those of opening it.
    fn open(&self, path: &str) -> io::Result<Box<dyn ReadSeek>>;
}

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalFiles;

impl Storage for LocalFiles {
    fn open(&self, path: &str) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(File::open(path)?))
    }
}
