//! The learner's notebook, as used by the page.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The text files of a notebook, without the reviews.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NotebookTexts {
    /// The settings, in the format of `notebook.toml`.
    pub settings: String,
    /// The games in PGN.
    pub games: String,
    /// Repertoire and puzzle files by name, such as `repertoire/open-white.pgn`.
    pub others: BTreeMap<String, String>,
}

/// A part of a notebook to which a page can add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NotebookPart {
    /// Games in PGN.
    Games,
    /// Lines of the review journal.
    Reviews,
}

/// A learner's notebook, which a page reads and extends. Nothing is ever removed from it.
pub trait NotebookStore: Send + Sync {
    /// Reads the settings, games, repertoires and puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read.
    fn texts(&self) -> io::Result<NotebookTexts>;

    /// Reads the lines of all reviews.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read.
    fn reviews(&self) -> io::Result<String>;

    /// Adds a game or review lines. They have been written to disk when this method returns.
    ///
    /// # Errors
    ///
    /// Returns [`io::ErrorKind::InvalidInput`] if the text is neither a game nor review lines, and
    /// an error of another kind if it cannot be written.
    fn add(&self, part: NotebookPart, text: &str) -> io::Result<()>;
}

/// The notebook of a server.
#[derive(Clone)]
pub struct ServedNotebook(Arc<dyn NotebookStore>);

impl ServedNotebook {
    /// Wraps a notebook.
    pub fn new(store: impl NotebookStore + 'static) -> Self {
        Self(Arc::new(store))
    }

    pub(super) fn store(&self) -> &dyn NotebookStore {
        &*self.0
    }
}

impl fmt::Debug for ServedNotebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedNotebook").finish_non_exhaustive()
    }
}

/// The body of a request that adds to a notebook.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NotebookAddition {
    part: NotebookPart,
    text: String,
}

/// The answer that contains the reviews.
#[derive(Debug, Serialize)]
pub(super) struct ReviewsAnswer {
    reviews: String,
}

/// The answer to a request that adds to a notebook.
#[derive(Debug, Serialize)]
pub(super) struct AddedAnswer {
    added: bool,
}

pub(super) fn texts(store: &dyn NotebookStore) -> io::Result<NotebookTexts> {
    store.texts()
}

pub(super) fn reviews(store: &dyn NotebookStore) -> io::Result<ReviewsAnswer> {
    store.reviews().map(|reviews| ReviewsAnswer { reviews })
}

pub(super) fn add(
    store: &dyn NotebookStore,
    addition: &NotebookAddition,
) -> io::Result<AddedAnswer> {
    store.add(addition.part, &addition.text).map(|()| AddedAnswer { added: true })
}
