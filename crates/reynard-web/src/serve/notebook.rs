//! The notebook of the learner, for the page.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Texts of a notebook except for the reviews.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NotebookTexts {
    /// The settings, as `notebook.toml` has them.
    pub settings: String,
    /// The games in PGN.
    pub games: String,
    /// Files of repertoire and puzzles by their names, such as `repertoire/open-white.pgn`.
    pub others: BTreeMap<String, String>,
}

/// Part of a notebook to which a page adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NotebookPart {
    /// Games in PGN.
    Games,
    /// Lines of reviews.
    Reviews,
}

/// Notebook of a learner, which a page reads and adds to. Nothing is ever taken away.
pub trait NotebookStore: Send + Sync {
    /// Reads games, repertoire and puzzles.
    ///
    /// # Errors
    ///
    /// A file cannot be read.
    fn texts(&self) -> io::Result<NotebookTexts>;

    /// Reads the lines of all reviews.
    ///
    /// # Errors
    ///
    /// A file cannot be read.
    fn reviews(&self) -> io::Result<String>;

    /// Adds a game or lines of reviews, which are on the disk when this returns.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidInput`] for a text that is neither, other kinds if it cannot be
    /// written.
    fn add(&self, part: NotebookPart, text: &str) -> io::Result<()>;
}

/// A notebook that a server has.
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

/// An addition of a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NotebookAddition {
    part: NotebookPart,
    text: String,
}

/// The reviews.
#[derive(Debug, Serialize)]
pub(super) struct ReviewsAnswer {
    reviews: String,
}

/// Answer to an addition.
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
