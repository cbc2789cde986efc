//! Errors that occur while tables are created.

use std::fmt;
use std::io;
use std::sync::Arc;

use arrow_schema::ArrowError;
use reynard_pgn::{Diagnostic, ReadError};

/// An error that aborts the creation of a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// A source could not be opened, decompressed or read.
    Source {
        /// The name of the source, if it has one.
        name: Option<Arc<str>>,
        /// The reason.
        error: io::Error,
    },
    /// A game contains an error, and the policy is to stop at the first error.
    Stopped(Box<Diagnostic>),
    /// The output could not be written.
    Write(io::Error),
    /// A batch could not be created.
    Arrow(ArrowError),
    /// A Parquet file could not be created.
    #[cfg(feature = "parquet")]
    Parquet(parquet::errors::ParquetError),
}

impl BatchError {
    pub(crate) fn of_source(name: Option<&Arc<str>>, error: ReadError) -> Self {
        match error {
            ReadError::Io(error) => Self::Source { name: name.cloned(), error },
            ReadError::Stopped(diagnostic) => Self::Stopped(diagnostic),
        }
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source { name: Some(name), error } => write!(f, "{name}: {error}"),
            Self::Source { name: None, error } | Self::Write(error) => error.fmt(f),
            Self::Stopped(diagnostic) => diagnostic.fmt(f),
            Self::Arrow(error) => error.fmt(f),
            #[cfg(feature = "parquet")]
            Self::Parquet(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Source { error, .. } | Self::Write(error) => Some(error),
            Self::Stopped(_) => None,
            Self::Arrow(error) => Some(error),
            #[cfg(feature = "parquet")]
            Self::Parquet(error) => Some(error),
        }
    }
}

impl From<ArrowError> for BatchError {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}

#[cfg(feature = "parquet")]
impl From<parquet::errors::ParquetError> for BatchError {
    fn from(error: parquet::errors::ParquetError) -> Self {
        use parquet::errors::ParquetError;
        match error {
            ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => Self::Write(*error),
                Err(error) => Self::Parquet(ParquetError::External(error)),
            },
            error => Self::Parquet(error),
        }
    }
}
