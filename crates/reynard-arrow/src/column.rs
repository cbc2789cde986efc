//! The columns of both tables: names, types, and the version of the schema.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrow_schema::{DataType, Field};
use reynard::PackedPosition;

use crate::MoveFormat;

/// The key under which the schema version is stored in the metadata of schemas and files.
pub const SCHEMA_KEY: &str = "reynard.schema";

/// The version of the schema. Later versions only add columns.
pub const SCHEMA_VERSION: &str = "1";

/// A column of the games table. The variants are in table order.
///
/// Tag columns have the names of the PGN tags, as in the data sets of Lichess. A missing or empty
/// tag is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameColumn {
    /// `game`: number of the game, counted from 1 across all inputs.
    Game,
    /// `offset`: byte offset of the game in the decompressed file, counted from 0.
    Offset,
    /// The `Event` tag.
    Event,
    /// The `Site` tag.
    Site,
    /// The `Date` tag.
    Date,
    /// The `UTCDate` tag.
    UtcDate,
    /// The `UTCTime` tag.
    UtcTime,
    /// The `Round` tag.
    Round,
    /// The `White` tag.
    White,
    /// The `Black` tag.
    Black,
    /// `Result`: `1-0`, `0-1`, `1/2-1/2` or `*`, from the tag or otherwise from the termination
    /// mark.
    Result,
    /// The `TimeControl` tag.
    TimeControl,
    /// The `Termination` tag.
    Termination,
    /// The `FEN` tag.
    Fen,
    /// `WhiteElo`: White's rating; null if it is 0 or not a number.
    WhiteElo,
    /// `BlackElo`: Black's rating; null if it is 0 or not a number.
    BlackElo,
    /// The `WhiteTitle` tag.
    WhiteTitle,
    /// The `BlackTitle` tag.
    BlackTitle,
    /// `WhiteRatingDiff`: rating points won or lost by White.
    WhiteRatingDiff,
    /// `BlackRatingDiff`: rating points won or lost by Black.
    BlackRatingDiff,
    /// `ECO`: the tag, or otherwise the code of the last position that has an opening name.
    Eco,
    /// `Opening`: the tag, or otherwise the name of the last position that has an opening name.
    Opening,
    /// `plies`: number of plies.
    Plies,
    /// `complete`: false if the game contains an error, in which case only the moves before the
    /// error are included.
    Complete,
    /// `moves`: the moves of the main line. Null moves are 0 as numbers, `0000` in UCI notation,
    /// and `--` in standard notation.
    Moves,
    /// `clock`: milliseconds left on the player's clock after each move; null if no move has a
    /// clock.
    Clock,
    /// `eval`: evaluation after each move in centipawns from White's point of view; a mate in n
    /// moves is 32000 - n or n - 32000. Null if no move has an evaluation.
    Eval,
    /// `elapsed`: milliseconds spent on each move, from `[%emt]`, or from the clocks and the tag
    /// `TimeControl`; null if the time is not known for any move.
    Elapsed,
    /// `commands`: commands in the comments after each move, as written, except those that have
    /// their own columns: `[%csl Gd4] [%cal Gc8g4]`; null if no move has any such command.
    Commands,
}

/// A column of the positions table. The variants are in table order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PositionColumn {
    /// `game`: number of the game, counted from 1 across all inputs.
    Game,
    /// `ply`: number of plies played before this position. Positions after ply 65,535 have no rows.
    Ply,
    /// `key`: Zobrist key of the position, with the Polyglot constants.
    Key,
    /// `position`: the position in 32 bytes, a [`PackedPosition`].
    Position,
    /// `move`: the move played, as [`Move::bits`](reynard::Move::bits); a null move is 0.
    Move,
    /// `san`: the move in standard notation; a null move is `--`.
    San,
    /// `clock`: milliseconds left on the player's clock after the move.
    Clock,
    /// `eval`: evaluation after the move, as in [`GameColumn::Eval`].
    Eval,
    /// `elapsed`: milliseconds spent on the move, as in [`GameColumn::Elapsed`].
    Elapsed,
}

/// The error returned for a name that does not match any column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn {
    name: String,
    known: Vec<&'static str>,
}

impl GameColumn {
    /// All columns, in table order.
    pub const ALL: [Self; 29] = [
        Self::Game,
        Self::Offset,
        Self::Event,
        Self::Site,
        Self::Date,
        Self::UtcDate,
        Self::UtcTime,
        Self::Round,
        Self::White,
        Self::Black,
        Self::Result,
        Self::TimeControl,
        Self::Termination,
        Self::Fen,
        Self::WhiteElo,
        Self::BlackElo,
        Self::WhiteTitle,
        Self::BlackTitle,
        Self::WhiteRatingDiff,
        Self::BlackRatingDiff,
        Self::Eco,
        Self::Opening,
        Self::Plies,
        Self::Complete,
        Self::Moves,
        Self::Clock,
        Self::Eval,
        Self::Elapsed,
        Self::Commands,
    ];

    /// Returns the name.
    ///
    /// ```
    /// use reynard_arrow::GameColumn;
    ///
    /// assert_eq!(GameColumn::UtcDate.name(), "UTCDate");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Offset => "offset",
            Self::Event => "Event",
            Self::Site => "Site",
            Self::Date => "Date",
            Self::UtcDate => "UTCDate",
            Self::UtcTime => "UTCTime",
            Self::Round => "Round",
            Self::White => "White",
            Self::Black => "Black",
            Self::Result => "Result",
            Self::TimeControl => "TimeControl",
            Self::Termination => "Termination",
            Self::Fen => "FEN",
            Self::WhiteElo => "WhiteElo",
            Self::BlackElo => "BlackElo",
            Self::WhiteTitle => "WhiteTitle",
            Self::BlackTitle => "BlackTitle",
            Self::WhiteRatingDiff => "WhiteRatingDiff",
            Self::BlackRatingDiff => "BlackRatingDiff",
            Self::Eco => "ECO",
            Self::Opening => "Opening",
            Self::Plies => "plies",
            Self::Complete => "complete",
            Self::Moves => "moves",
            Self::Clock => "clock",
            Self::Eval => "eval",
            Self::Elapsed => "elapsed",
            Self::Commands => "commands",
        }
    }

    /// Returns `true` if the column's values come from the tag of the same name.
    pub(crate) fn is_tag(self) -> bool {
        !matches!(
            self,
            Self::Game
                | Self::Offset
                | Self::Plies
                | Self::Complete
                | Self::Moves
                | Self::Clock
                | Self::Eval
                | Self::Elapsed
                | Self::Commands
        )
    }

    pub(crate) fn field(self, moves: MoveFormat) -> Field {
        let list = |item: DataType, nullable: bool| {
            DataType::List(Arc::new(Field::new(ITEM, item, nullable)))
        };
        let (data_type, nullable) = match self {
            Self::Game | Self::Offset => (DataType::UInt64, false),
            Self::WhiteElo | Self::BlackElo => (DataType::UInt16, true),
            Self::WhiteRatingDiff | Self::BlackRatingDiff => (DataType::Int16, true),
            Self::Plies => (DataType::UInt32, false),
            Self::Complete => (DataType::Boolean, false),
            Self::Result => (DataType::Utf8, false),
            Self::Moves => (list(moves.data_type(), false), false),
            Self::Clock | Self::Elapsed => (list(DataType::UInt32, true), true),
            Self::Eval => (list(DataType::Int16, true), true),
            Self::Commands => (list(DataType::Utf8, true), true),
            _ => (DataType::Utf8, true),
        };
        Field::new(self.name(), data_type, nullable)
    }
}

/// The name that Arrow uses for list items.
pub(crate) const ITEM: &str = "item";

impl PositionColumn {
    /// All columns, in table order.
    pub const ALL: [Self; 9] = [
        Self::Game,
        Self::Ply,
        Self::Key,
        Self::Position,
        Self::Move,
        Self::San,
        Self::Clock,
        Self::Eval,
        Self::Elapsed,
    ];

    /// Returns the name.
    ///
    /// ```
    /// use reynard_arrow::PositionColumn;
    ///
    /// assert_eq!(PositionColumn::Move.name(), "move");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Ply => "ply",
            Self::Key => "key",
            Self::Position => "position",
            Self::Move => "move",
            Self::San => "san",
            Self::Clock => "clock",
            Self::Eval => "eval",
            Self::Elapsed => "elapsed",
        }
    }

    pub(crate) fn field(self) -> Field {
        let (data_type, nullable) = match self {
            Self::Game | Self::Key => (DataType::UInt64, false),
            Self::Ply | Self::Move => (DataType::UInt16, false),
            Self::Position => (DataType::FixedSizeBinary(PACKED_LEN), false),
            Self::San => (DataType::Utf8, false),
            Self::Clock | Self::Elapsed => (DataType::UInt32, true),
            Self::Eval => (DataType::Int16, true),
        };
        Field::new(self.name(), data_type, nullable)
    }
}

/// The length of a packed position, in the type that Arrow uses for lengths.
pub(crate) const PACKED_LEN: i32 = 32;
const _: () = assert!(PackedPosition::LEN == 32);

/// Finds a column by name: exactly or, if unambiguous, ignoring case.
fn find<C: Copy>(
    text: &str,
    all: &[C],
    name: impl Fn(C) -> &'static str,
) -> Result<C, UnknownColumn> {
    let exact = all.iter().find(|&&column| name(column) == text);
    let found = exact.or_else(|| all.iter().find(|&&it| name(it).eq_ignore_ascii_case(text)));
    found.copied().ok_or_else(|| UnknownColumn {
        name: text.to_owned(),
        known: all.iter().map(|&column| name(column)).collect(),
    })
}

impl FromStr for GameColumn {
    type Err = UnknownColumn;

    fn from_str(text: &str) -> Result<Self, UnknownColumn> {
        find(text, &Self::ALL, Self::name)
    }
}

impl FromStr for PositionColumn {
    type Err = UnknownColumn;

    fn from_str(text: &str) -> Result<Self, UnknownColumn> {
        find(text, &Self::ALL, Self::name)
    }
}

impl fmt::Display for GameColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for PositionColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no column `{}`; the columns are {}", self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownColumn {}
