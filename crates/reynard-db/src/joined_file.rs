//! The file of a game, if several databases are joined.

use std::sync::Arc;

/// The file of a game, and its number there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOrigin {
    /// The name of the file.
    pub file: String,
    /// The number of the game in it, from 0.
    pub id: u64,
}

/// The file of a joined segment.
#[derive(Clone)]
pub(crate) struct JoinedFile {
    name: Arc<str>,
    /// The number of its first game among those of all files.
    first: u64,
}

impl JoinedFile {
    pub(crate) fn new(name: &str, first: u64) -> Self {
        Self { name: name.into(), first }
    }

    /// Returns the origin of a game of the file, by its number among the games of all files.
    pub(crate) fn origin(&self, id: u64) -> GameOrigin {
        GameOrigin { file: self.name.as_ref().to_owned(), id: id - self.first }
    }
}
