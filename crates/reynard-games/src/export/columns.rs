//! The columns of a CSV file.

use std::fmt;
use std::str::FromStr;

use crate::InvalidCondition;

/// A column of a CSV file: a tag, or a value computed from the moves.
///
/// ```
/// use reynard_games::CsvColumn;
///
/// let column: CsvColumn = "TimeControl".parse()?;
/// assert_eq!(column.to_string(), "TimeControl");
/// assert_eq!("moves".parse::<CsvColumn>()?, CsvColumn::Moves);
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CsvColumn {
    /// The value of a tag.
    Tag(String),
    /// `Result`: the result according to the tag and the termination mark.
    Result,
    /// `ECO`: the code of the opening, determined from the moves.
    Eco,
    /// `Opening`: the name of the opening, determined from the moves.
    Opening,
    /// `PlyCount`: the number of plies.
    PlyCount,
    /// `Moves`: the moves in standard notation.
    Moves,
    /// `UCI`: the moves in UCI notation.
    UciMoves,
    /// `FinalFEN`: the last position.
    FinalFen,
}

/// The columns that are not tags, by name.
const NAMES: [(&str, CsvColumn); 7] = [
    ("Result", CsvColumn::Result),
    ("ECO", CsvColumn::Eco),
    ("Opening", CsvColumn::Opening),
    ("PlyCount", CsvColumn::PlyCount),
    ("Moves", CsvColumn::Moves),
    ("UCI", CsvColumn::UciMoves),
    ("FinalFEN", CsvColumn::FinalFen),
];

impl CsvColumn {
    /// Returns the default columns.
    ///
    /// ```
    /// use reynard_games::CsvColumn;
    ///
    /// assert_eq!(CsvColumn::usual().len(), 13);
    /// ```
    pub fn usual() -> Vec<Self> {
        let tag = |name: &str| Self::Tag(name.to_owned());
        let mut columns: Vec<Self> =
            ["Event", "Site", "Date", "Round", "White", "Black"].map(tag).into();
        columns.push(Self::Result);
        columns.extend(["WhiteElo", "BlackElo"].map(tag));
        columns.extend([Self::Eco, Self::Opening, Self::PlyCount, Self::Moves]);
        columns
    }
}

impl FromStr for CsvColumn {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        if let Some((_, column)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(column.clone());
        }
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
        let good = !text.is_empty() && text.bytes().all(is_part);
        let column = Self::Tag(text.to_owned());
        good.then_some(column).ok_or_else(|| format!("`{text}` is not the name of a tag").into())
    }
}

impl fmt::Display for CsvColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, column)| column == self).map(|(name, _)| *name);
        f.pad(match self {
            Self::Tag(name) => name,
            _ => name.unwrap_or_default(),
        })
    }
}
