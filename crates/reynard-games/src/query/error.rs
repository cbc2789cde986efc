//! Errors in conditions.

use std::fmt;

/// The error returned for a condition that cannot be parsed. Holds the reason as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidCondition(String);

impl fmt::Display for InvalidCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl std::error::Error for InvalidCondition {}

impl From<String> for InvalidCondition {
    fn from(reason: String) -> Self {
        Self(reason)
    }
}

impl From<&str> for InvalidCondition {
    fn from(reason: &str) -> Self {
        Self(reason.to_owned())
    }
}

/// The error returned for text that is not a valid query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidQuery {
    /// The column of the error in characters, counted from 1.
    pub column: usize,
    /// The reason, with a suggestion if there is one.
    pub reason: String,
}

impl fmt::Display for InvalidQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.reason)
    }
}

impl std::error::Error for InvalidQuery {}
