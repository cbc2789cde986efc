//! What can be wrong with files of games.

use std::fmt;
use std::io;

use super::header::InvalidShardHeader;

/// What is wrong with the bytes of a game, or with a game that is to become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameFault {
    /// It ends too early, or a number in it is too large.
    Cut,
    /// No such result or ending, or one that contradicts the other.
    Head,
    /// An adjudication without a result, or after the last move.
    Adjudication,
    /// The start is no legal position.
    Position,
    /// More moves than [`TrainingGame::MAX_PLIES`](super::TrainingGame::MAX_PLIES).
    TooLong,
    /// A move that is not legal, or one more after mate or stalemate.
    IllegalMove,
    /// A score that there is not.
    Score,
    /// There is more behind the last move.
    Leftover,
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cut => "the game ends too early",
            Self::Head => "no such result of a game",
            Self::Adjudication => "no such adjudication",
            Self::Position => "the start of the game is no legal position",
            Self::TooLong => "more moves than a game can have",
            Self::IllegalMove => "no such move is legal",
            Self::Score => "no such score",
            Self::Leftover => "something is left behind the last move",
        })
    }
}

impl std::error::Error for GameFault {}

/// What is wrong with the bytes of a game, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidGame {
    /// The byte of the game, counted from 0.
    pub at: usize,
    /// What is wrong there.
    pub fault: GameFault,
}

impl fmt::Display for InvalidGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} of the game: {}", self.at, self.fault)
    }
}

impl std::error::Error for InvalidGame {}

/// What is wrong with a file of games, and where.
///
/// ```
/// use reynard_train::shard::ShardReader;
///
/// let error = ShardReader::new(&b"[Event \"?\"]"[..]).unwrap_err();
/// assert_eq!(error.to_string(), "byte 0: not a file of self-play games");
/// ```
#[derive(Debug)]
pub struct ShardError {
    /// The byte of the file, counted from 0.
    pub offset: u64,
    /// What is wrong there.
    pub fault: ShardFault,
}

/// What is wrong with a file of games.
#[derive(Debug)]
#[non_exhaustive]
pub enum ShardFault {
    /// It cannot be read.
    Io(io::Error),
    /// It does not begin as such a file does.
    Magic,
    /// It has a version of the format that is not known here.
    Version(u32),
    /// Its header is longer than a header can be.
    HeaderLength(u32),
    /// Its header is no header.
    Header(InvalidShardHeader),
    /// What was read is not what was written.
    Checksum,
    /// It ends here, where more must follow.
    Cut,
    /// A block has more bytes than a block can have, or none.
    BlockLength(u32),
    /// The length of a game does not fit into its block.
    GameLength,
    /// The number of games or moves is another one than is said at the end.
    Totals,
    /// There is more behind the end.
    Trailing,
    /// A game is wrong.
    Game(GameFault),
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.offset)?;
        match &self.fault {
            ShardFault::Io(error) => error.fmt(f),
            ShardFault::Magic => f.write_str("not a file of self-play games"),
            ShardFault::Version(version) => {
                write!(f, "version {version} of the format is not known")
            }
            ShardFault::HeaderLength(len) => write!(f, "a header of {len} bytes is too long"),
            ShardFault::Header(error) => error.fmt(f),
            ShardFault::Checksum => {
                f.write_str("the checksum of what stands before is another one")
            }
            ShardFault::Cut => f.write_str("the file ends too early"),
            ShardFault::BlockLength(len) => write!(f, "no block has {len} bytes"),
            ShardFault::GameLength => f.write_str("a game does not fit into its block"),
            ShardFault::Totals => f.write_str("games or moves are missing, or there are too many"),
            ShardFault::Trailing => f.write_str("something is left behind the end"),
            ShardFault::Game(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ShardError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            ShardFault::Io(error) => Some(error),
            ShardFault::Header(error) => Some(error),
            ShardFault::Game(fault) => Some(fault),
            _ => None,
        }
    }
}
