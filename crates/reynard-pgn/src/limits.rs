//! How much of anything is read before it is too much.

use std::fmt;

/// Bounds on what a file can make the reader hold or do. What exceeds one is skipped, and a diagnostic
/// names the limit.
///
/// ```
/// use reynard_pgn::Limits;
///
/// let limits = Limits { comment: 1000, ..Limits::default() };
/// assert_eq!(limits.token, 255);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest word in the movetext, in bytes: 255, as in the standard.
    pub token: usize,
    /// The longest tag pair, in bytes, brackets included: 64 KiB.
    pub tag: usize,
    /// The most tag pairs of one game: 1,000.
    pub tags: usize,
    /// The longest comment, in bytes, marks included: 1 MiB.
    pub comment: usize,
    /// The deepest variation: 1,000. Each level costs about 400 bytes while it is open.
    pub nesting: usize,
    /// The most moves of either side in one line of a game: 100,000.
    pub plies: usize,
}

impl Limits {
    /// The values named at the fields.
    pub const DEFAULT: Self = Self {
        token: 255,
        tag: 1 << 16,
        tags: 1_000,
        comment: 1 << 20,
        nesting: 1_000,
        plies: 100_000,
    };

    /// The value of one limit.
    pub const fn get(&self, limit: Limit) -> usize {
        match limit {
            Limit::Token => self.token,
            Limit::Tag => self.tag,
            Limit::Tags => self.tags,
            Limit::Comment => self.comment,
            Limit::Nesting => self.nesting,
            Limit::Plies => self.plies,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Names one of the [`Limits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::token`].
    Token,
    /// [`Limits::tag`].
    Tag,
    /// [`Limits::tags`].
    Tags,
    /// [`Limits::comment`].
    Comment,
    /// [`Limits::nesting`].
    Nesting,
    /// [`Limits::plies`].
    Plies,
}

impl fmt::Display for Limit {
    /// Names what is limited.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Token => "bytes in a word",
            Self::Tag => "bytes in a tag pair",
            Self::Tags => "tag pairs in a game",
            Self::Comment => "bytes in a comment",
            Self::Nesting => "variations inside one another",
            Self::Plies => "plies in a line",
        })
    }
}
