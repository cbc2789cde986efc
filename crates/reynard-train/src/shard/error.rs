//! Errors in shards.

use std::fmt;
use std::io;

use super::header::InvalidShardHeader;

/// A fault in a packed game, or in a game to be packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameFault {
    /// The data is truncated, or a number is too large.
    Cut,
    /// The result and the ending are invalid or contradict each other.
    Head,
    /// The waived adjudication does not have a valid result, or comes after the last move.
    Adjudication,
    /// Illegal start position.
    Position,
    /// More moves than [`TrainingGame::MAX_PLIES`](super::TrainingGame::MAX_PLIES).
    TooLong,
    /// Illegal move.
    IllegalMove,
    /// Invalid score.
    Score,
    /// Data after the last move.
    Leftover,
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cut => "the game ends too early",
            Self::Head => "invalid result of a game",
            Self::Adjudication => "invalid adjudication",
            Self::Position => "illegal start position",
            Self::TooLong => "too many moves",
            Self::IllegalMove => "illegal move",
            Self::Score => "invalid score",
            Self::Leftover => "data after the last move",
        })
    }
}

impl std::error::Error for GameFault {}

/// The error returned by [`PackedGame::unpack`](super::PackedGame::unpack).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidGame {
    /// Offset in the game.
    pub at: usize,
    /// Fault.
    pub fault: GameFault,
}

impl fmt::Display for InvalidGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} of the game: {}", self.at, self.fault)
    }
}

impl std::error::Error for InvalidGame {}

/// The error returned if a shard cannot be read.
///
/// ```
/// use reynard_train::shard::ShardReader;
///
/// let error = ShardReader::new(&b"[Event \"?\"]"[..]).unwrap_err();
/// assert_eq!(error.to_string(), "byte 0: not a file of self-play games");
/// ```
#[derive(Debug)]
pub struct ShardError {
    /// Offset in the file.
    pub offset: u64,
    /// Fault.
    pub fault: ShardFault,
}

/// A fault in a shard.
#[derive(Debug)]
#[non_exhaustive]
pub enum ShardFault {
    /// Read error.
    Io(io::Error),
    /// Not a shard.
    Magic,
    /// Unknown version of the format.
    Version(u32),
    /// Header too long.
    HeaderLength(u32),
    /// Invalid header.
    Header(InvalidShardHeader),
    /// Wrong checksum.
    Checksum,
    /// Truncated file.
    Cut,
    /// Invalid length of a block.
    BlockLength(u32),
    /// The length of a game exceeds its block.
    GameLength,
    /// Wrong number of games or moves at the end.
    Totals,
    /// Data after the end.
    Trailing,
    /// A fault in a game.
    Game(GameFault),
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.offset)?;
        match &self.fault {
            ShardFault::Io(error) => error.fmt(f),
            ShardFault::Magic => f.write_str("not a file of self-play games"),
            ShardFault::Version(version) => {
                write!(f, "unknown version {version} of the format")
            }
            ShardFault::HeaderLength(len) => write!(f, "a header of {len} bytes is too long"),
            ShardFault::Header(error) => error.fmt(f),
            ShardFault::Checksum => f.write_str("wrong checksum of the bytes before"),
            ShardFault::Cut => f.write_str("the file ends too early"),
            ShardFault::BlockLength(len) => write!(f, "invalid block length {len}"),
            ShardFault::GameLength => f.write_str("a game exceeds its block"),
            ShardFault::Totals => f.write_str("wrong number of games or moves"),
            ShardFault::Trailing => f.write_str("data after the end"),
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
