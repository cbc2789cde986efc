//! The program around a session.

use std::fmt::Display;

use reynard_book::{Book, Source};
use reynard_syzygy::Tablebase;

/// A book in a file, or wherever else it may be.
pub type OpeningBook = Book<Box<dyn Source + Send>>;

/// The program around a session: it prints the answers, and knows what only the machine does.
///
/// A function that takes lines is one that knows nothing of the machine.
pub trait Host: Send {
    /// Prints a line, or several that belong together, and lets the other side see it at once.
    fn line(&mut self, line: &dyn Display);

    /// Takes note of a line that was received.
    fn received(&mut self, line: &str) {
        let _ = line;
    }

    /// The bytes of memory that are left, if that is known.
    fn available_memory(&self) -> Option<u64> {
        None
    }

    /// Opens the endgame tables in the folders that a text names.
    ///
    /// # Errors
    ///
    /// Why a folder cannot be listed.
    fn open_tables(&mut self, folders: &str) -> Result<Tablebase, String> {
        Err(format!("{folders}: no folders can be opened here"))
    }

    /// Opens an opening book.
    ///
    /// # Errors
    ///
    /// Why the file cannot be read.
    fn open_book(&mut self, path: &str) -> Result<OpeningBook, String> {
        Err(format!("{path}: no files can be opened here"))
    }

    /// Keeps a copy of all that is said in a file; ends that if there is no name.
    ///
    /// # Errors
    ///
    /// Why the file cannot be written.
    fn log(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() { Ok(()) } else { Err("no log is kept here".to_owned()) }
    }
}

impl<F: FnMut(&dyn Display) + Send> Host for F {
    fn line(&mut self, line: &dyn Display) {
        self(line);
    }
}
