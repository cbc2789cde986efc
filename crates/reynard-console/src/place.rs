//! The place of a line in the input, for messages.

use std::fmt;

use serde::Serialize;

/// The place of a line in the input: `suite.epd:3`, or `line 3` of standard input.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Place<'a> {
    /// The name of the file; `None` for standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// The number of the line, from 1.
    pub line: u64,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file {
            Some(file) => write!(f, "{file}:{}", self.line),
            None => write!(f, "line {}", self.line),
        }
    }
}
