//! A database of another server, for the page.

use std::fmt;
use std::io;
use std::sync::Arc;

/// Database of another server, which answers the questions of the page.
pub trait RemoteDatabase: Send + Sync {
    /// Returns the name that the page shows.
    fn name(&self) -> String;

    /// Returns the number of games.
    fn games(&self) -> u64;

    /// Asks the other server, and waits for its answer.
    ///
    /// # Errors
    ///
    /// There is no answer.
    fn ask(&self, question: &RemoteQuestion<'_>) -> io::Result<RemoteAnswer>;
}

/// Question to another server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteQuestion<'a> {
    /// Path below that of the questions, such as `explore`.
    pub path: &'a str,
    /// Fields of the question as a JSON object, without the number of the database; `None` for a
    /// GET.
    pub fields: Option<&'a str>,
}

/// Answer of another server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteAnswer {
    /// Status of HTTP.
    pub status: u16,
    /// The answer in JSON or PGN.
    pub body: Vec<u8>,
}

/// A database of another server that a server has.
#[derive(Clone)]
pub struct ServedRemote(Arc<dyn RemoteDatabase>);

impl ServedRemote {
    /// Wraps a database.
    pub fn new(database: impl RemoteDatabase + 'static) -> Self {
        Self(Arc::new(database))
    }

    pub(super) fn database(&self) -> &dyn RemoteDatabase {
        &*self.0
    }
}

impl fmt::Debug for ServedRemote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedRemote").finish_non_exhaustive()
    }
}
