//! Tables of a tournament, and their forms.
//!
//! * `standings_table`: places, keys and results; `card`: a player; `teams`: teams;
//! * `text`: columns for a terminal; `markup`: Markdown, CSV and HTML.

mod card;
mod markup;
mod standings_table;
mod teams;
mod text;

pub use card::player_card;
pub use standings_table::{ResultColumns, standings_table};
pub use teams::team_table;

/// A table of text.
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
    /// The cells of each row, one for each column.
    pub rows: Vec<Vec<String>>,
    /// Lines below the table.
    pub notes: Vec<String>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// The title.
    pub title: String,
    /// The kind.
    pub kind: ColumnKind,
}

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Repeated in each block of columns, to the right.
    Lead,
    /// A name: repeated in each block of columns, to the left, and cut where there is no room.
    Name,
    /// Text to the left.
    Text,
    /// A number, to the right, never cut.
    Number,
    /// A result of the columns that come one a round or an opponent.
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
