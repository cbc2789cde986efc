//! The state of the server.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::Semaphore;

use super::addresses::Addresses;
use super::data::Data;
use super::guard::Guard;
use super::limits::Limits;
use super::notebook::ServedNotebook;
use super::program::EngineProgram;
use super::question_rate::QuestionRate;
use super::uci_filter::EngineLimits;
use crate::PageFile;

/// The state of the server.
pub(super) struct App {
    pub(super) guard: Guard,
    pub(super) data: Data,
    pub(super) notebook: Option<ServedNotebook>,
    pub(super) engine: EngineLimits,
    /// The external engines, each with the name that the engine reports.
    pub(super) programs: Vec<(EngineProgram, String)>,
    /// Folders with tablebases for the engines.
    pub(super) tables: Vec<PathBuf>,
    pub(super) limits: Limits,
    /// The free slots for sockets.
    pub(super) sockets: Arc<Semaphore>,
    /// The free slots for light queries.
    pub(super) questions: Arc<Semaphore>,
    /// The free slots for queries that read a lot of data, in addition to the slots for light
    /// queries.
    pub(super) long_questions: Arc<Semaphore>,
    /// The free slots for queries that replay games, in addition to all other slots.
    pub(super) heavy_questions: Arc<Semaphore>,
    /// The free slots for queries that wait for other servers.
    pub(super) remote_questions: Arc<Semaphore>,
    /// The number of slow queries from each address.
    pub(super) heavy_addresses: Arc<Addresses>,
    pub(super) rate: QuestionRate,
    /// The files of the page, indexed by path.
    pub(super) files: HashMap<String, ServedFile>,
}

/// A file of the page, its hash and its compressed form.
pub(super) struct ServedFile {
    pub(super) file: PageFile,
    pub(super) hash: String,
    packed: OnceLock<Option<Vec<u8>>>,
}

/// Size in bytes below which a file is not compressed.
const PACKED_FROM: usize = 1024;

impl ServedFile {
    fn new(file: PageFile) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(file.bytes());
        let hash = format!("\"{:016x}\"", hasher.finish());
        Self { file, hash, packed: OnceLock::new() }
    }

    /// Returns the file compressed with gzip, if that saves more than a tenth of its size. The
    /// first call compresses it.
    pub(super) fn packed(&self) -> Option<&[u8]> {
        let pack = || {
            let bytes = self.file.bytes();
            if bytes.len() < PACKED_FROM {
                return None;
            }
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(bytes).ok()?;
            let packed = encoder.finish().ok()?;
            // The network hardly shrinks.
            (packed.len() < bytes.len() / 10 * 9).then_some(packed)
        };
        self.packed.get_or_init(pack).as_deref()
    }
}

impl App {
    /// Returns the files, indexed by path.
    pub(super) fn table(files: &[PageFile]) -> HashMap<String, ServedFile> {
        let entry = |file: &PageFile| (format!("/{}", file.name()), ServedFile::new(*file));
        files.iter().filter(|file| file.is_served()).map(entry).collect()
    }
}
