//! Packed positions created from columns, strings and moves.

use std::fmt;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt16Type;
use arrow_array::{Array, OffsetSizeTrait};
use arrow_schema::DataType;
use reynard::packed::{PackError, UnpackError};
use reynard::{FenError, Move, PackedPosition, Position, Setup, SetupError, SetupFaults};

/// The reason why a value was rejected as a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionInputError {
    /// A column of this type does not contain positions.
    ColumnType(DataType),
    /// The value is missing.
    Null,
    /// The bytes are not a packed position.
    Unpack(UnpackError),
    /// The position cannot be packed.
    Pack(PackError),
    /// The text is not a valid FEN.
    Fen(FenError),
    /// The position cannot be played.
    Illegal(SetupError),
    /// A move is not legal in its position.
    Move {
        /// Ply of the move, counted from 1.
        ply: usize,
        /// The move.
        text: String,
    },
}

/// An error in a row of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// Index of the row, counted from 0.
    pub row: usize,
    /// The reason.
    pub error: PositionInputError,
}

/// A position reached by moves from the start position.
///
/// ```
/// use reynard_arrow::PositionReplay;
///
/// let mut replay = PositionReplay::default();
/// replay.play_text("e4")?;
/// replay.play_text("e7e5")?;
/// assert!(replay.play_text("Ke3").is_err());
/// assert_eq!(replay.position().fullmove_number(), 2);
/// # Ok::<(), reynard_arrow::PositionInputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionReplay {
    pos: Position,
    plies: usize,
}

impl Default for PositionReplay {
    /// Returns the start position.
    fn default() -> Self {
        Self { pos: Position::startpos(), plies: 0 }
    }
}

impl PositionReplay {
    /// Plays a move in UCI or standard notation; `0000` and `--` are null moves.
    ///
    /// # Errors
    ///
    /// [`PositionInputError::Move`] if the text is not a legal move.
    ///
    /// ```
    /// use reynard_arrow::PositionReplay;
    ///
    /// assert!(PositionReplay::default().play_text("Nf3").is_ok());
    /// ```
    pub fn play_text(&mut self, text: &str) -> Result<(), PositionInputError> {
        if matches!(text, "0000" | "--") {
            return self.pass(text);
        }
        let mv = self.pos.parse_uci(text).ok().or_else(|| self.pos.parse_san(text).ok());
        self.play(mv, || text.to_owned())
    }

    /// Plays a move given as [`Move::bits`]; 0 is a null move.
    ///
    /// # Errors
    ///
    /// [`PositionInputError::Move`] if the number is not a legal move.
    ///
    /// ```
    /// use reynard_arrow::PositionReplay;
    ///
    /// let mut replay = PositionReplay::default();
    /// assert!(replay.play_bits(5900).is_ok());
    /// assert!(replay.play_bits(5900).is_err());
    /// ```
    pub fn play_bits(&mut self, bits: u16) -> Result<(), PositionInputError> {
        if bits == 0 {
            return self.pass("--");
        }
        let mv = Move::from_bits(bits);
        let text = || mv.map_or_else(|| bits.to_string(), |mv| mv.to_string());
        self.play(mv.filter(|&mv| self.pos.is_legal(mv)), text)
    }

    /// Plays a null move. `text` is the move as written, for use in an error.
    fn pass(&mut self, text: &str) -> Result<(), PositionInputError> {
        self.plies += 1;
        let illegal = |_| PositionInputError::Move { ply: self.plies, text: text.to_owned() };
        self.pos.play_null().map_err(illegal)
    }

    /// Plays a legal move, or returns an error if no legal move is given.
    fn play(
        &mut self,
        mv: Option<Move>,
        text: impl FnOnce() -> String,
    ) -> Result<(), PositionInputError> {
        self.plies += 1;
        let mv = mv.ok_or_else(|| PositionInputError::Move { ply: self.plies, text: text() })?;
        self.pos.play_unchecked(mv);
        Ok(())
    }

    /// Returns the position after the moves.
    pub const fn position(&self) -> &Position {
        &self.pos
    }
}

/// Returns the position described by a string: a FEN, or moves from the start position in UCI or
/// standard notation.
///
/// Move numbers and a result among the moves are skipped.
///
/// # Errors
///
/// [`PositionInputError`] if the string is neither a FEN nor a line of legal moves.
///
/// ```
/// use reynard_arrow::packed_text;
///
/// let fen = packed_text("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2")?;
/// assert_eq!(packed_text("1. e4 e5 1/2-1/2")?, fen);
/// assert_eq!(packed_text("e2e4 e7e5")?, fen);
/// # Ok::<(), reynard_arrow::PositionInputError>(())
/// ```
pub fn packed_text(text: &str) -> Result<PackedPosition, PositionInputError> {
    if text.bytes().take_while(|byte| *byte != b' ').filter(|byte| *byte == b'/').count() > 2 {
        let setup = Setup::from_fen_lenient(text).map_err(PositionInputError::Fen)?.setup;
        return PackedPosition::pack(&setup).map_err(PositionInputError::Pack);
    }
    let mut replay = PositionReplay::default();
    for token in text.split_whitespace() {
        let digits = token.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let token = if digits.starts_with('.') { digits.trim_start_matches('.') } else { token };
        if !token.is_empty() && !["1-0", "0-1", "1/2-1/2", "*"].contains(&token) {
            replay.play_text(token)?;
        }
    }
    Ok(PackedPosition::from(replay.position()))
}

/// Returns the positions in a column: packed positions of 32 bytes, strings as for [`packed_text`],
/// or lists of moves from the start position, given as numbers or strings.
///
/// # Errors
///
/// [`RowError`] for the first row that is not a position.
///
/// ```
/// use arrow_array::StringArray;
/// use reynard_arrow::packed_column;
///
/// let column = StringArray::from(vec!["e4 e5", "1. d4"]);
/// assert_eq!(packed_column(&column)?.len(), 2);
/// let error = packed_column(&StringArray::from(vec!["e4", "e5"])).unwrap_err();
/// assert_eq!(error.to_string(), "row 1: `e5` is not legal as move 1");
/// # Ok::<(), reynard_arrow::RowError>(())
/// ```
pub fn packed_column(column: &dyn Array) -> Result<Vec<PackedPosition>, RowError> {
    let bytes = |bytes: &[u8]| PackedPosition::try_from(bytes).map_err(PositionInputError::Unpack);
    match column.data_type() {
        DataType::FixedSizeBinary(_) => rows(column.as_fixed_size_binary().iter(), bytes),
        DataType::Binary => rows(column.as_binary::<i32>().iter(), bytes),
        DataType::LargeBinary => rows(column.as_binary::<i64>().iter(), bytes),
        DataType::BinaryView => rows(column.as_binary_view().iter(), bytes),
        DataType::Utf8 => rows(column.as_string::<i32>().iter(), packed_text),
        DataType::LargeUtf8 => rows(column.as_string::<i64>().iter(), packed_text),
        DataType::Utf8View => rows(column.as_string_view().iter(), packed_text),
        DataType::List(_) => lists::<i32>(column),
        DataType::LargeList(_) => lists::<i64>(column),
        other => unknown(other),
    }
}

fn lists<O: OffsetSizeTrait>(column: &dyn Array) -> Result<Vec<PackedPosition>, RowError> {
    let lists = column.as_list::<O>();
    match lists.value_type() {
        DataType::UInt16 | DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
            rows(lists.iter(), |moves| {
                let mut replay = PositionReplay::default();
                let mut play = |text: Option<&str>| replay.play_text(text.unwrap_or("--"));
                match moves.data_type() {
                    DataType::Utf8 => moves.as_string::<i32>().iter().try_for_each(play)?,
                    DataType::LargeUtf8 => moves.as_string::<i64>().iter().try_for_each(play)?,
                    DataType::Utf8View => moves.as_string_view().iter().try_for_each(&mut play)?,
                    _ => {
                        let moves = moves.as_primitive::<UInt16Type>().iter();
                        moves.into_iter().try_for_each(|mv| replay.play_bits(mv.unwrap_or(0)))?;
                    }
                }
                Ok(PackedPosition::from(replay.position()))
            })
        }
        other => unknown(&other),
    }
}

fn unknown(found: &DataType) -> Result<Vec<PackedPosition>, RowError> {
    Err(RowError { row: 0, error: PositionInputError::ColumnType(found.clone()) })
}

fn rows<T>(
    values: impl Iterator<Item = Option<T>>,
    read: impl Fn(T) -> Result<PackedPosition, PositionInputError>,
) -> Result<Vec<PackedPosition>, RowError> {
    let read = |value: Option<T>| value.ok_or(PositionInputError::Null).and_then(&read);
    let numbered = values.enumerate();
    numbered.map(|(row, value)| read(value).map_err(|error| RowError { row, error })).collect()
}

/// Returns the position if it can be played.
pub(crate) fn legal(packed: PackedPosition) -> Result<Position, PositionInputError> {
    Position::from_setup_waiving(&packed.to_setup(), SetupFaults::WAIVABLE)
        .map_err(PositionInputError::Illegal)
}

/// Unpacks positions that must be playable. The order is kept.
///
/// # Errors
///
/// [`RowError`] for the first position that cannot be played.
///
/// ```
/// use reynard::{PackedPosition, Position};
/// use reynard_arrow::legal_positions;
///
/// let packed = [PackedPosition::from(&Position::startpos())];
/// let keys: Result<Vec<u64>, _> = legal_positions(&packed).map(|pos| Ok(pos?.key())).collect();
/// assert_eq!(keys?, [0x463b_9618_1691_fc9c]);
/// # Ok::<(), reynard_arrow::RowError>(())
/// ```
pub fn legal_positions(
    packed: &[PackedPosition],
) -> impl Iterator<Item = Result<Position, RowError>> + '_ {
    let numbered = packed.iter().enumerate();
    numbered.map(|(row, packed)| legal(*packed).map_err(|error| RowError { row, error }))
}

impl fmt::Display for PositionInputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ColumnType(found) => write!(
                f,
                "a column of {found} has no positions; packed bytes, text, or lists of u16 or text have"
            ),
            Self::Null => f.write_str("no value"),
            Self::Unpack(error) => error.fmt(f),
            Self::Pack(error) => error.fmt(f),
            Self::Fen(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
            Self::Move { ply, text } => write!(f, "`{text}` is not legal as move {ply}"),
        }
    }
}

impl std::error::Error for PositionInputError {}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            PositionInputError::ColumnType(_) => self.error.fmt(f),
            error => write!(f, "row {}: {error}", self.row),
        }
    }
}

impl std::error::Error for RowError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}
