//! A database on another server, as used by the page.

use std::fmt;
use std::io;
use std::sync::Arc;

/// A database on another server, which answers the page's queries.
pub trait RemoteDatabase: Send + Sync {
    /// Returns the name shown on the page.
    fn name(&self) -> String;

    /// Returns the number of games.
    fn games(&self) -> u64;

    /// Sends a query to the other server, and waits for its answer.
    ///
    /// # Errors
    ///
    /// Returns an error if the other server does not answer.
    fn ask(&self, question: &RemoteQuestion<'_>) -> io::Result<RemoteAnswer>;
}

/// A query to another server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteQuestion<'a> {
    /// Path of the query, relative to that of the API, such as `explore`.
    pub path: &'a str,
    /// Fields of the query as a JSON object, without the index of the database; `None` for a GET
    /// request.
    pub fields: Option<&'a str>,
}

/// An answer from another server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteAnswer {
    /// HTTP status.
    pub status: u16,
    /// The answer in JSON or PGN.
    pub body: Vec<u8>,
}

/// A remote database that a server makes available to the page.
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
