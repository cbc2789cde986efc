//! Errors in jobs and shards.

use std::fmt;
use std::io;
use std::path::Path;

/// An error in a job or a shard, and its location.
#[derive(Debug)]
pub struct JobError {
    /// The location: a path, or a part of a job.
    place: String,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Io(io::Error),
    Text(String),
}

impl JobError {
    /// Creates an error for a failed read or write of a file.
    pub fn io(path: impl AsRef<Path>, error: io::Error) -> Self {
        Self { place: path.as_ref().display().to_string(), reason: Reason::Io(error) }
    }

    /// Creates an error from a location, which is a path or a part of a job, and a reason.
    ///
    /// ```
    /// use reynard_cluster::JobError;
    ///
    /// let error = JobError::new("selfplay", "the node limit is 0");
    /// assert_eq!(error.to_string(), "selfplay: the node limit is 0");
    /// ```
    pub fn new(place: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self { place: place.to_string(), reason: Reason::Text(reason.to_string()) }
    }

    /// Returns the kind of the I/O error; `None` for other errors.
    ///
    /// ```
    /// use std::io::ErrorKind;
    ///
    /// use reynard_cluster::{Job, Tasks};
    ///
    /// let error = Job::open("no/such/manifest.json".as_ref(), &Tasks::standard()).unwrap_err();
    /// assert_eq!(error.io_kind(), Some(ErrorKind::NotFound));
    /// ```
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        match &self.reason {
            Reason::Io(error) => Some(error.kind()),
            Reason::Text(_) => None,
        }
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, reason } = self;
        match reason {
            Reason::Io(error) => write!(f, "{place}: {error}"),
            Reason::Text(text) => write!(f, "{place}: {text}"),
        }
    }
}

impl std::error::Error for JobError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Reason::Io(error) => Some(error),
            Reason::Text(_) => None,
        }
    }
}
