//! The games and the journal of a notebook, which are read while the first question is on the
//! screen.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use reynard_learn::{CardHistories, ReviewJournal};

use super::super::drill_cache::materials_hash;
use super::super::notebook::{Contents, Notebook};

/// The games, journal and schedules of a notebook.
pub(super) struct Known {
    pub(super) contents: Contents,
    pub(super) journal: ReviewJournal,
    /// Card histories at the time when the files were read.
    pub(super) histories: CardHistories,
    /// Hash of the game files before they were read.
    pub(super) materials: u64,
}

/// The games, journal and schedules of a notebook. They are read when they are first needed, or
/// earlier on a separate thread.
pub(super) struct Knowledge {
    notebook: Arc<Notebook>,
    loading: Option<JoinHandle<anyhow::Result<Known>>>,
    known: Option<Known>,
}

impl Knowledge {
    pub(super) const fn of(notebook: Arc<Notebook>) -> Self {
        Self { notebook, loading: None, known: None }
    }

    /// Starts reading the files on a separate thread.
    pub(super) fn load(&mut self) {
        if self.known.is_none() && self.loading.is_none() {
            let notebook = Arc::clone(&self.notebook);
            self.loading = Some(thread::spawn(move || {
                let materials = materials_hash(&notebook)?;
                let (contents, journal) = notebook.contents_and_journal()?;
                let histories = notebook.histories(&journal);
                Ok(Known { contents, journal, histories, materials })
            }));
        }
    }

    /// Returns the data that was read, waiting for it if necessary.
    pub(super) fn get(&mut self) -> anyhow::Result<&mut Known> {
        self.load();
        if let Some(loading) = self.loading.take() {
            self.known = Some(loading.join().unwrap_or_else(|panic| resume_unwind(panic))?);
        }
        self.known.as_mut().ok_or_else(|| anyhow::anyhow!("the notebook could not be read"))
    }
}
