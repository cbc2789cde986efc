//! The program around a session.

use std::fmt::Display;
#[cfg(feature = "threads")]
use std::io;
#[cfg(feature = "threads")]
use std::thread::{self, JoinHandle};

use reynard::Position;
#[cfg(feature = "book")]
use reynard_book::{Book, BookSource};
#[cfg(feature = "syzygy")]
use reynard_syzygy::TableFolders;

use reynard_nnue::Network;

use crate::control::Control;

/// An opening book in a file or in memory.
#[cfg(feature = "book")]
pub type OpeningBook = Book<Box<dyn BookSource + Send>>;

/// Counts the leaves of the tree of legal moves below a position to a depth; `None` when the
/// control stops it.
pub type PerftCounter = Box<dyn FnMut(&Position, u32, &Control) -> Option<u64> + Send>;

/// Stack size of the thread of a search, in bytes.
#[cfg(feature = "threads")]
const STACK: usize = 16 << 20;

/// The program around a session: it prints the answers and gives access to the machine.
///
/// A closure that takes lines is a host without any access to the machine.
pub trait Host: Send {
    /// Prints a line, or several that belong together, and flushes the output.
    fn line(&mut self, line: &dyn Display);

    /// Logs a line that was received.
    fn received(&mut self, line: &str) {
        let _ = line;
    }

    /// Returns the available memory in bytes, if it is known.
    fn available_memory(&self) -> Option<u64> {
        None
    }

    /// Starts the thread of a search, `bench` or `go perft`, by default one of the standard
    /// library.
    ///
    /// # Errors
    ///
    /// The reason why no thread can be started. The session then works within
    /// [`Session::line`](crate::Session::line), which returns after the answer.
    #[cfg(feature = "threads")]
    fn spawn(&mut self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        thread::Builder::new().stack_size(STACK).spawn(work)
    }

    /// Returns a function that stops work within [`Session::line`](crate::Session::line) when it
    /// returns `true`, for programs without threads. It is asked every few thousand nodes.
    fn poll(&self) -> Option<fn() -> bool> {
        None
    }

    /// Returns the counter for `go perft`; `None` if the program has none.
    fn perft_counter(&mut self) -> Option<PerftCounter> {
        None
    }

    /// Opens the Syzygy tables of one or more folders, separated as in `PATH`. The session says
    /// what cannot be used of them, and takes the value for an error if no folder can.
    ///
    /// # Errors
    ///
    /// The reason why no folders can be opened.
    #[cfg(feature = "syzygy")]
    fn open_tables(&mut self, folders: &str) -> Result<TableFolders, String> {
        Err(format!("{folders}: no folders can be opened here"))
    }

    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be read.
    fn open_network(&mut self, path: &str) -> Result<Network, String> {
        Err(format!("{path}: no files can be opened here"))
    }

    /// Opens an opening book.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be read.
    #[cfg(feature = "book")]
    fn open_book(&mut self, path: &str) -> Result<OpeningBook, String> {
        Err(format!("{path}: no files can be opened here"))
    }

    /// Logs the session to a file; ends the log if the path is empty.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be written.
    fn log(&mut self, path: &str) -> Result<(), String> {
        if path.is_empty() { Ok(()) } else { Err("no log is kept here".to_owned()) }
    }
}

impl<F: FnMut(&dyn Display) + Send> Host for F {
    fn line(&mut self, line: &dyn Display) {
        self(line);
    }
}
