//! Database errors.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::section::Section;

/// An error that occurred while using a database.
#[derive(Debug)]
#[non_exhaustive]
pub enum DatabaseError {
    /// A file could not be read or written.
    Io(io::Error),
    /// The file is not a game database.
    NotADatabase(String),
    /// The file is the beginning of a database that was never committed.
    Unfinished,
    /// The database has a newer format version.
    NewerVersion {
        /// The version of the file.
        found: u32,
        /// The newest supported version.
        known: u32,
    },
    /// The database has an older format version that is no longer supported.
    OlderVersion {
        /// The version of the file.
        found: u32,
        /// The oldest supported version.
        oldest: u32,
    },
    /// Another process is writing to the database.
    Locked,
    /// Another process is reading the database, so its games cannot be renumbered. Nothing was
    /// changed.
    InUse,
    /// One of several database files cannot be read.
    InFile {
        /// The path of that file.
        path: PathBuf,
        /// The error.
        error: Box<Self>,
    },
    /// The position is beyond the last ply that the database indexes: see
    /// [`DatabaseOptions::plies`](crate::DatabaseOptions::plies).
    NotIndexed {
        /// Number of plies per game for which positions are indexed.
        plies: u16,
    },
    /// The file already exists.
    Exists,
    /// A part of the file is damaged.
    Damaged {
        /// The segment, from 0; `None` for a record of the whole database.
        segment: Option<u32>,
        /// The name of the damaged section.
        section: &'static str,
        /// The number of the block in the section, from 0.
        block: u64,
        /// The kind of damage.
        damage: Damage,
    },
    /// There is no game with this number.
    NoSuchGame(u64),
    /// The variant of the game is unknown. Only its text is stored, including its tags.
    ForeignGame(u64),
    /// The tag cannot be changed.
    FixedTag {
        /// The name of the tag.
        name: String,
        /// The reason.
        reason: &'static str,
    },
    /// There are more games, names or bytes than the format allows.
    TooLarge(&'static str),
    /// The caller stopped the operation.
    Stopped,
}

/// The kind of damage to a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage(pub(crate) &'static str);

impl Damage {
    pub(crate) const SHORT: Self = Self("it ends too early");
    pub(crate) const NUMBER: Self = Self("a number is out of range");
    pub(crate) const CHECKSUM: Self = Self("its checksum does not match");
    pub(crate) const MISSING: Self = Self("it is missing");
    pub(crate) const COMPRESSION: Self = Self("it cannot be decompressed");
    pub(crate) const MOVE: Self = Self("it has an illegal move");
    pub(crate) const START: Self = Self("it has a start position that cannot be read");
    pub(crate) const ORDER: Self = Self("it is out of order");
    pub(crate) const PAGE: Self = Self("the page of the store cannot be read");

    /// Returns an error that reports the damage and its location.
    pub(crate) const fn at(self, segment: u32, section: Section, block: u64) -> DatabaseError {
        DatabaseError::Damaged {
            segment: Some(segment),
            section: section.name(),
            block,
            damage: self,
        }
    }

    /// Returns an error that reports damage to a record of the whole database.
    pub(crate) const fn of(self, section: &'static str, block: u64) -> DatabaseError {
        DatabaseError::Damaged { segment: None, section, block, damage: self }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotADatabase(reason) => write!(f, "not a game database: {reason}"),
            Self::Unfinished => f.write_str(
                "not a game database: it is empty, or was given up before anything was written",
            ),
            Self::NewerVersion { found, known } => write!(
                f,
                "the database has format version {found}, and this program knows versions up to {known}"
            ),
            Self::OlderVersion { found, oldest } => write!(
                f,
                "the database has format version {found}, and this program reads versions from {oldest} on: \
                 make it anew from its games"
            ),
            Self::Locked => f.write_str("another process writes to the database"),
            Self::InUse => f.write_str(
                "another process reads the database, and its games would get other numbers: nothing was changed",
            ),
            Self::InFile { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NotIndexed { plies } => write!(
                f,
                "the database indexes the first {plies} plies of each game, and the position comes after them"
            ),
            Self::Exists => f.write_str("the file already exists"),
            Self::Damaged { segment, section, block, damage } => {
                f.write_str("damaged: ")?;
                if let Some(segment) = segment {
                    write!(f, "segment {segment}, ")?;
                }
                write!(f, "section `{section}`, block {block}: {damage}")
            }
            Self::NoSuchGame(number) => write!(f, "there is no game {number}"),
            Self::ForeignGame(number) => write!(
                f,
                "game {number} is of rules that are not known, and its text is kept as it is"
            ),
            Self::FixedTag { name, reason } => {
                write!(f, "the tag `{name}` cannot be edited: {reason}")
            }
            Self::TooLarge(limit) => write!(f, "too many {limit}"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for DatabaseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::InFile { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for DatabaseError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
