//! Tables of a tournament, and their output formats.
//!
//! * `standings_table`: places, tie-breaks and results; `card`: the card of a player; `teams`:
//!   teams;
//! * `text`: columns of text for a terminal; `markup`: Markdown, CSV and HTML.

mod card;
mod markup;
mod standings_table;
mod teams;
mod text;

pub use card::player_card;
pub use standings_table::{ResultColumns, standings_table};
pub use teams::team_table;

/// A table whose cells are text.
///
/// ```
/// use reynard_games::{ResultTable, TableColumn};
///
/// let mut table = ResultTable::new("Club night");
/// table.columns = vec![TableColumn::name("Player"), TableColumn::number("Pts")];
/// table.rows.push(vec!["Müller, Anna".to_owned(), "1.5".to_owned()]);
/// assert_eq!(table.to_csv(), "Player,Pts\n\"Müller, Anna\",1.5\n");
/// assert_eq!(table.to_text(80), "Player        Pts\nMüller, Anna  1.5\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultTable {
    /// The title.
    pub title: String,
    /// The columns.
    pub columns: Vec<TableColumn>,
    /// The cells of each row, one per column.
    pub rows: Vec<Vec<String>>,
    /// Lines below the table.
    pub notes: Vec<String>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// The title.
    pub title: String,
    /// The kind of column.
    pub kind: ColumnKind,
}

/// The kind of a table column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A leading column, which is repeated in each block of columns and right-aligned.
    Lead,
    /// A name: repeated in each block of columns, left-aligned, and truncated to save space.
    Name,
    /// Text, left-aligned.
    Text,
    /// A number, right-aligned, never truncated.
    Number,
    /// A result, in the columns of rounds or opponents.
    Result,
}

impl TableColumn {
    /// Creates a column of numbers.
    pub fn number(title: impl Into<String>) -> Self {
        Self { title: title.into(), kind: ColumnKind::Number }
    }

    /// Creates a column of names.
    pub fn name(title: impl Into<String>) -> Self {
        Self { title: title.into(), kind: ColumnKind::Name }
    }

    fn of(title: impl Into<String>, kind: ColumnKind) -> Self {
        Self { title: title.into(), kind }
    }
}

impl ResultTable {
    /// Creates a table without columns.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }
}
