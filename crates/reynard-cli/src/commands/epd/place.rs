//! The location of a record in the input.

use std::fmt;

use serde::Serialize;

/// The location of a record in the input.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Place<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<&'a str>,
    pub(super) line: u64,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file {
            Some(file) => write!(f, "{file}:{}", self.line),
            None => write!(f, "line {}", self.line),
        }
    }
}
