//! The error for tags that cannot be set.

use core::fmt;

use crate::InvalidTagName;

/// The error returned if a tag cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetTagError {
    /// The name is not a valid tag name.
    Name(InvalidTagName),
    /// The tag is `FEN` or `SetUp`, which determine the start position. The moves would not be
    /// legal from a different start position.
    StartPosition,
}

impl fmt::Display for SetTagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(error) => error.fmt(f),
            Self::StartPosition => f.write_str("the start position of a game cannot be changed"),
        }
    }
}

impl core::error::Error for SetTagError {}
