//! Errors from the server.

use std::fmt::{self, Display};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The error returned by a [`Server`](crate::Server).
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The server cannot listen on the address.
    Listen(SocketAddr, io::Error),
    /// A database, a PGN file, a folder of tablebases or an engine cannot be opened. Holds the path
    /// and the reason.
    Open(PathBuf, String),
    /// Any other system error.
    Io(io::Error),
}

impl ServeError {
    pub(super) fn at(path: &Path, error: &dyn Display) -> Self {
        Self::Open(path.to_owned(), error.to_string())
    }
}

impl Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(address, error) if error.kind() == io::ErrorKind::AddrInUse => {
                write!(f, "{address} is in use: choose another port, or 0 for any free one")
            }
            Self::Listen(address, error) => write!(f, "cannot listen at {address}: {error}"),
            Self::Open(path, reason) => write!(f, "{}: {reason}", path.display()),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Listen(_, error) | Self::Io(error) => error.source(),
            Self::Open(..) => None,
        }
    }
}
