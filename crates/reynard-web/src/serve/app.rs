//! The state of the server.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::data::Data;
use super::guard::Guard;
use super::limits::Limits;
use super::program::EngineProgram;
use super::uci_filter::EngineLimits;
use crate::PageFile;

/// The state of the server.
pub(super) struct App {
    pub(super) guard: Guard,
    pub(super) data: Data,
    pub(super) engine: EngineLimits,
    /// Other engines, each with the name that it gives itself.
    pub(super) programs: Vec<(EngineProgram, String)>,
    /// Folders of the tables for the engines.
    pub(super) tables: Vec<PathBuf>,
    pub(super) limits: Limits,
    /// The sockets that may still be opened.
    pub(super) sockets: Arc<Semaphore>,
    /// The questions that may be answered at once.
    pub(super) questions: Arc<Semaphore>,
    /// The files of the page by path, each with its hash.
    pub(super) files: HashMap<String, (PageFile, String)>,
}

impl App {
    /// Returns the files by path.
    pub(super) fn table(files: &[PageFile]) -> HashMap<String, (PageFile, String)> {
        let entry = |file: &PageFile| {
            let mut hasher = DefaultHasher::new();
            hasher.write(file.bytes());
            (format!("/{}", file.name()), (*file, format!("\"{:016x}\"", hasher.finish())))
        };
        files.iter().filter(|file| file.is_served()).map(entry).collect()
    }
}
