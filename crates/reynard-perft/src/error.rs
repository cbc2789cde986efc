//! Errors that can occur while counting.

use core::fmt;

use crate::Method;

/// The reason why a position cannot be counted.
#[derive(Debug)]
#[non_exhaustive]
pub enum PerftError {
    /// The processor does not support the method.
    Unsupported(Method),
    /// The method uses the public generator and does not support a hash table.
    NoHash(Method),
    /// A hash table of the requested size could not be allocated.
    OutOfMemory {
        /// The requested size, in MiB.
        mib: usize,
    },
    /// The count does not fit into 64 bits.
    Overflow,
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(method) => {
                write!(f, "this processor does not support the method {method}")
            }
            Self::NoHash(method) => write!(f, "the method {method} does not use a hash table"),
            Self::OutOfMemory { mib } => {
                write!(f, "a hash table of {mib} MiB could not be allocated")
            }
            Self::Overflow => f.write_str("the number of leaves does not fit into 64 bits"),
        }
    }
}

impl core::error::Error for PerftError {}
