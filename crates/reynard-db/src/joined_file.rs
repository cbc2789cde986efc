//! The file that contains a game of joined databases.

use std::sync::Arc;

/// The file that contains a game, and the number of the game in that file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOrigin {
    /// The name of the file.
    pub file: String,
    /// The number of the game in that file, from 0.
    pub id: u64,
}

/// The file that contains a segment of joined databases.
#[derive(Clone)]
pub(crate) struct JoinedFile {
    name: Arc<str>,
    /// The number, among the games of all files, of the file's first game.
    first: u64,
}

impl JoinedFile {
    pub(crate) fn new(name: &str, first: u64) -> Self {
        Self { name: name.into(), first }
    }

    /// Returns the origin of game `id`, which is numbered among the games of all files.
    pub(crate) fn origin(&self, id: u64) -> GameOrigin {
        GameOrigin { file: self.name.as_ref().to_owned(), id: id - self.first }
    }
}
