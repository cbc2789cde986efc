//! Limits imposed by the reader.

use std::fmt;

/// Limits on the memory and work that a file can demand of the reader.
///
/// A diagnostic names the limit that was exceeded. Among the moves and after the result, the reader
/// leaves out a comment that exceeds its limit; it hands over anything else as
/// [unread](crate::Visitor::unread) text. Of unread text before the moves, it keeps no more than
/// the size limit of a comment.
///
/// ```
/// use reynard_pgn::PgnLimits;
///
/// let limits = PgnLimits { comment: 1000, ..PgnLimits::default() };
/// assert_eq!(limits.token, 255);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnLimits {
    /// The maximum length of a token in the movetext, in bytes: 255, as in the standard.
    pub token: usize,
    /// The maximum length of a tag pair, in bytes, brackets included: 64 KiB.
    pub tag: usize,
    /// The maximum number of tag pairs in one game: 1,000.
    pub tags: usize,
    /// The maximum length of a comment, in bytes, delimiters included: 1 MiB.
    pub comment: usize,
    /// The maximum nesting depth of variations: 1,000. Each open level takes about 400 bytes.
    pub nesting: usize,
    /// The maximum number of plies in one line of a game: 100,000.
    pub plies: usize,
}

impl PgnLimits {
    /// The default limits, which are stated in the documentation of each field.
    pub const DEFAULT: Self = Self {
        token: 255,
        tag: 1 << 16,
        tags: 1_000,
        comment: 1 << 20,
        nesting: 1_000,
        plies: 100_000,
    };

    /// Returns the value of one limit.
    ///
    /// ```
    /// use reynard_pgn::{PgnLimit, PgnLimits};
    ///
    /// assert_eq!(PgnLimits::DEFAULT.get(PgnLimit::Token), 255);
    /// ```
    pub const fn get(&self, limit: PgnLimit) -> usize {
        match limit {
            PgnLimit::Token => self.token,
            PgnLimit::Tag => self.tag,
            PgnLimit::Tags => self.tags,
            PgnLimit::Comment => self.comment,
            PgnLimit::Nesting => self.nesting,
            PgnLimit::Plies => self.plies,
        }
    }
}

impl Default for PgnLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Identifies one of the [`PgnLimits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PgnLimit {
    /// [`PgnLimits::token`].
    Token,
    /// [`PgnLimits::tag`].
    Tag,
    /// [`PgnLimits::tags`].
    Tags,
    /// [`PgnLimits::comment`].
    Comment,
    /// [`PgnLimits::nesting`].
    Nesting,
    /// [`PgnLimits::plies`].
    Plies,
}

impl fmt::Display for PgnLimit {
    /// Writes the name of the limited quantity.
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
