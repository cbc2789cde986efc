//! The interface to the program around a session.

use std::error::Error;
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

/// A function that counts the leaf nodes of a perft from a position to a depth. Returns `None` if
/// stopped by the control.
pub type PerftCounter = Box<dyn FnMut(&Position, u32, &Control) -> Option<u64> + Send>;

/// The reason why a host cannot do what a session asks for. The session prints its message.
pub type HostError = Box<dyn Error + Send + Sync>;

/// Stack size of a thread started by [`Host::spawn`], in bytes.
#[cfg(feature = "threads")]
const STACK: usize = 16 << 20;

/// The program around a session: prints the answers and provides access to the machine.
///
/// A closure that takes lines is also a host, without access to the machine.
pub trait Host: Send {
    /// Prints a line, or several lines that belong together, and flushes the output.
    fn line(&mut self, line: &dyn Display);

    /// Logs a line that was received.
    fn received(&mut self, line: &str) {
        let _ = line;
    }

    /// Returns the available memory in bytes, if it is known.
    fn available_memory(&self) -> Option<u64> {
        None
    }

    /// Starts a thread for a search, `bench` or `go perft`. By default, this is a standard library
    /// thread.
    ///
    /// # Errors
    ///
    /// The reason why the thread cannot be started. In that case, the work is done within
    /// [`Session::line`](crate::Session::line), which returns after the answer.
    #[cfg(feature = "threads")]
    fn spawn(&mut self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        thread::Builder::new().stack_size(STACK).spawn(work)
    }

    /// Returns a function that stops work within [`Session::line`](crate::Session::line) by
    /// returning `true`. The function is called every few thousand nodes. It is intended for
    /// programs without threads.
    fn poll(&self) -> Option<fn() -> bool> {
        None
    }

    /// Returns the counter for `go perft`; `None` if the program does not have one.
    fn perft_counter(&mut self) -> Option<PerftCounter> {
        None
    }

    /// Opens the Syzygy tables in one or more folders, separated as in `PATH`. The session reports
    /// unusable tables, and treats the value as an error if no folder can be used.
    ///
    /// # Errors
    ///
    /// The reason why none of the folders can be opened.
    #[cfg(feature = "syzygy")]
    fn open_tables(&mut self, folders: &str) -> Result<TableFolders, HostError> {
        Err(format!("{folders}: no folders can be opened here").into())
    }

    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be read.
    fn open_network(&mut self, path: &str) -> Result<Network, HostError> {
        Err(format!("{path}: no files can be opened here").into())
    }

    /// Opens an opening book.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be read.
    #[cfg(feature = "book")]
    fn open_book(&mut self, path: &str) -> Result<OpeningBook, HostError> {
        Err(format!("{path}: no files can be opened here").into())
    }

    /// Logs the session to a file. If the path is empty, ends the log.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be written.
    fn log(&mut self, path: &str) -> Result<(), HostError> {
        if path.is_empty() { Ok(()) } else { Err("no log is kept here".into()) }
    }
}

impl<F: FnMut(&dyn Display) + Send> Host for F {
    fn line(&mut self, line: &dyn Display) {
        self(line);
    }
}
