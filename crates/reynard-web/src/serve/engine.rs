//! An engine for a socket, on a separate thread.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use reynard_engine::{Host, HostError, Session};
use reynard_syzygy::{TableFolders, TablebaseOptions};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::process::Process;
use super::uci_filter::{EngineLimits, is_shown};

/// Maximum number of lines queued for the engine.
pub(super) const WAITING_LINES: usize = 256;
/// Maximum number of answers queued for the page; further `info` lines are dropped.
pub(super) const WAITING_ANSWERS: usize = 1024;

/// A running engine, which ends when this value is dropped.
pub(super) struct Engine {
    pub(super) lines: Sender<String>,
    pub(super) answers: Receiver<String>,
    /// The process of the engine, unless the engine is a thread of the server.
    pub(super) _process: Option<Process>,
}

/// The session's connection to the page.
struct Socket {
    answers: Sender<String>,
    tables: Vec<PathBuf>,
}

impl Host for Socket {
    fn line(&mut self, line: &dyn Display) {
        // The session ends soon if the page is gone.
        pass_on(&self.answers, line.to_string());
    }

    fn open_tables(&mut self, _: &str) -> Result<TableFolders, HostError> {
        Ok(open_tables(&self.tables)?)
    }
}

/// Passes an answer on to the page. If the queue is full, a line is dropped if later lines will
/// repeat its information. Returns `false` if the page has disconnected.
pub(super) fn pass_on(answers: &Sender<String>, text: String) -> bool {
    if !is_shown(&text) {
        return true;
    }
    if text.starts_with("info ") && !text.starts_with("info string") {
        !matches!(answers.try_send(text), Err(TrySendError::Closed(_)))
    } else {
        answers.blocking_send(text).is_ok()
    }
}

/// Opens the tablebases in the given folders and their subfolders. Folders that cannot be listed
/// are skipped; it is an error if none can be listed.
pub(super) fn open_tables(folders: &[PathBuf]) -> io::Result<TableFolders> {
    let options = TablebaseOptions { recursive: true, ..TablebaseOptions::default() };
    let mut opened = TableFolders::open(folders, options);
    match opened.faults.pop() {
        Some(fault) if opened.used == 0 => {
            Err(io::Error::new(fault.error.kind(), fault.to_string()))
        }
        _ => Ok(opened),
    }
}

impl Engine {
    /// Starts Reynard's engine, with limits on the settings that the page may choose.
    pub(super) fn start(limits: EngineLimits, tables: Vec<PathBuf>) -> io::Result<Self> {
        let (lines, mut received) = mpsc::channel::<String>(WAITING_LINES);
        let (sender, answers) = mpsc::channel(WAITING_ANSWERS);
        let first: Option<PathBuf> = tables.first().cloned();
        let work = move || {
            let mut session = Session::new(Socket { answers: sender, tables });
            let _ = session.line(&format!("setoption name Threads value {}", limits.threads));
            let _ = session.line(&format!("setoption name Hash value {}", limits.hash));
            if let Some(folder) = first.as_deref().map(Path::as_os_str).map(OsStr::to_string_lossy)
            {
                // The host opens its own folders, whatever the name.
                let _ = session.line(&format!("setoption name SyzygyPath value {folder}"));
            }
            while let Some(line) = received.blocking_recv() {
                if session.line(&line).is_break() {
                    break;
                }
            }
            session.stop();
        };
        thread::Builder::new().name("engine".to_owned()).spawn(work)?;
        Ok(Self { lines, answers, _process: None })
    }
}
