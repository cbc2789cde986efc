//! Errors that occur with a position pool.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::shard::ShardFileError;

/// The error returned if a [pool](super::PositionPool) cannot be built or read.
#[derive(Debug)]
pub enum PoolError {
    /// A file of the pool cannot be read or written.
    File {
        /// Path of the file or folder.
        path: PathBuf,
        /// The system error.
        error: io::Error,
    },
    /// A file of the pool is damaged, or the pool is incomplete.
    Damaged {
        /// Path of the file.
        path: PathBuf,
    },
    /// The games cannot be read.
    Games(ShardFileError),
    /// There are no positions to learn from.
    Empty,
}

impl PoolError {
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self::File { path: path.to_owned(), error }
    }
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Damaged { path } => {
                write!(f, "{}: damaged or incomplete pool of positions", path.display())
            }
            Self::Games(error) => error.fmt(f),
            Self::Empty => f.write_str("no positions to learn from"),
        }
    }
}

impl std::error::Error for PoolError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::File { error, .. } => Some(error),
            Self::Games(error) => Some(error),
            Self::Damaged { .. } | Self::Empty => None,
        }
    }
}

impl From<ShardFileError> for PoolError {
    fn from(error: ShardFileError) -> Self {
        Self::Games(error)
    }
}
