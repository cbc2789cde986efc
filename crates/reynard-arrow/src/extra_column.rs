//! Additional columns of the games table: any tag, comments, glyphs, and times.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrow_schema::{DataType, Field};

use crate::column::ITEM;

/// An optional column of the games table, placed after the fixed columns.
///
/// ```
/// use reynard_arrow::{ExtraColumn, GameTable, TableSpec};
///
/// let table = GameTable::default().with_columns([]).with_extras(["WhiteFideId".parse()?]);
/// assert_eq!(TableSpec::Games(table).schema().field(0).name(), "WhiteFideId");
/// # Ok::<(), reynard_arrow::UnknownExtraColumn>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExtraColumn {
    /// The value of the tag with this name; null if the tag is missing or empty.
    Tag(String),
    /// `comments`: the comment after each move; null if no move has a comment.
    Comments,
    /// `glyphs`: the numeric annotation glyphs after each move, written as `$5 $14`; null if no
    /// move has a glyph.
    Glyphs,
    /// `base`: time of the first stage in the `TimeControl` tag, in milliseconds; null if there are
    /// no stages.
    Base,
    /// `increment`: time added per move in the first stage of the time control in the tag
    /// `TimeControl`, in milliseconds; null if there are no stages.
    Increment,
}

/// The error returned for a name that is neither a tag name nor the name of an extra column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownExtraColumn(String);

impl ExtraColumn {
    /// Returns the name.
    ///
    /// ```
    /// use reynard_arrow::ExtraColumn;
    ///
    /// assert_eq!(ExtraColumn::Glyphs.name(), "glyphs");
    /// ```
    pub fn name(&self) -> &str {
        match self {
            Self::Tag(name) => name,
            Self::Comments => "comments",
            Self::Glyphs => "glyphs",
            Self::Base => "base",
            Self::Increment => "increment",
        }
    }

    pub(crate) fn field(&self) -> Field {
        let list = |item: DataType, nullable: bool| {
            DataType::List(Arc::new(Field::new(ITEM, item, nullable)))
        };
        let data_type = match self {
            Self::Tag(_) => DataType::Utf8,
            Self::Comments | Self::Glyphs => list(DataType::Utf8, true),
            Self::Base | Self::Increment => DataType::UInt32,
        };
        Field::new(self.name(), data_type, true)
    }
}

impl FromStr for ExtraColumn {
    type Err = UnknownExtraColumn;

    /// Parses the name of a column: a tag name, which begins with an uppercase letter, or the name
    /// of another extra column.
    fn from_str(text: &str) -> Result<Self, UnknownExtraColumn> {
        let is_tag = text.starts_with(|letter: char| letter.is_ascii_uppercase())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match text {
            "comments" => Ok(Self::Comments),
            "glyphs" => Ok(Self::Glyphs),
            "base" => Ok(Self::Base),
            "increment" => Ok(Self::Increment),
            _ if is_tag => Ok(Self::Tag(text.to_owned())),
            _ => Err(UnknownExtraColumn(text.to_owned())),
        }
    }
}

impl fmt::Display for UnknownExtraColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = "`comments`, `glyphs`, `base` or `increment`";
        write!(f, "no column `{}`: it is not a tag, {others}", self.0)
    }
}

impl std::error::Error for UnknownExtraColumn {}
