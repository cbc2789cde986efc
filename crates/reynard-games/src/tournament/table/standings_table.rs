//! Standings as a table.

use reynard::Color;
use reynard_base::counted;

use super::{ColumnKind, ResultTable, TableColumn};
use crate::tournament::model::{RoundKind, TournamentRecord, TournamentSystem};
use crate::tournament::standings::{DecidedBy, KeyValue, StandingsRow, TournamentStandings};

/// The columns that show results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultColumns {
    /// A column for each opponent, by row number.
    Matrix,
    /// A column for each round: `12w1`, or a bye.
    Rounds,
    /// No result columns.
    None,
}

impl ResultColumns {
    /// Returns the usual columns for a system: a matrix for a round robin, rounds for a Swiss
    /// tournament.
    pub const fn of(system: TournamentSystem) -> Self {
        match system {
            TournamentSystem::RoundRobin { .. } => Self::Matrix,
            TournamentSystem::Swiss => Self::Rounds,
        }
    }
}

/// Creates the table of standings: number, place if places are shared, name, rating, points,
/// tie-breaks, performance and results.
///
/// ```
/// use reynard_games::{
///     ResultColumns, StandingsSettings, TournamentReport, TournamentStandings, standings_table,
/// };
///
/// let text = "001    1      Anna                                                               1.0    1     2 w 1\n\
///     001    2      Ben                                                                0.0    2     1 b 0\n";
/// let tournament = TournamentReport::read(text.as_bytes())?.tournament;
/// let standings = TournamentStandings::new(&tournament, &StandingsSettings::default())?;
/// let table = standings_table(&tournament, &standings, ResultColumns::Matrix);
/// assert_eq!(table.rows[0][1], "Anna");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn standings_table(
    tournament: &TournamentRecord,
    standings: &TournamentStandings,
    columns: ResultColumns,
) -> ResultTable {
    let view = View::new(tournament, standings);
    let mut table = ResultTable::new(&tournament.name);
    table.columns = view.columns(columns);
    for (index, row) in standings.rows.iter().enumerate() {
        let mut cells = view.lead_cells(&table.columns, index, row);
        match columns {
            ResultColumns::Matrix => cells.extend(view.matrix_cells(index, row)),
            ResultColumns::Rounds => cells.extend(view.round_cells(row)),
            ResultColumns::None => {}
        }
        table.rows.push(cells);
    }
    table.notes = view.notes(columns);
    table
}

/// Standings with the row number of each player.
struct View<'a> {
    tournament: &'a TournamentRecord,
    standings: &'a TournamentStandings,
    /// The row numbers by player, counted from 1.
    numbers: Vec<usize>,
    /// The number of decimals of each tie-break, the same in all rows.
    decimals: Vec<usize>,
}

impl<'a> View<'a> {
    fn new(tournament: &'a TournamentRecord, standings: &'a TournamentStandings) -> Self {
        let mut numbers = vec![0; tournament.players.len()];
        for (index, row) in standings.rows.iter().enumerate() {
            numbers[row.player] = index + 1;
        }
        let decimals = |key: usize| {
            let values = standings.rows.iter().map(|row| match row.keys[key] {
                KeyValue::Number(number) => number.decimals(),
                _ => 0,
            });
            values.max().unwrap_or(0)
        };
        let decimals = (0..standings.tie_breaks.len()).map(decimals).collect();
        Self { tournament, standings, numbers, decimals }
    }

    fn has_shared(&self) -> bool {
        self.standings.rows.iter().any(|row| row.decided_by == DecidedBy::Shared)
    }

    fn has_titles(&self) -> bool {
        self.tournament.players.iter().any(|player| !player.title.is_empty())
    }

    fn has_ratings(&self) -> bool {
        self.tournament.players.iter().any(|player| player.rating.is_some())
    }

    fn has_performances(&self) -> bool {
        self.standings.rows.iter().any(|row| row.performance.is_some())
    }

    fn columns(&self, results: ResultColumns) -> Vec<TableColumn> {
        let mut columns = vec![TableColumn::of("No", ColumnKind::Lead)];
        if self.has_shared() {
            columns.push(TableColumn::number("Place"));
        }
        if self.has_titles() {
            columns.push(TableColumn::of("", ColumnKind::Text));
        }
        columns.push(TableColumn::name("Player"));
        if self.has_ratings() {
            columns.push(TableColumn::number("Elo"));
        }
        columns.push(TableColumn::number("Pts"));
        let keys = self.standings.tie_breaks.iter();
        columns.extend(keys.map(|key| TableColumn::number(key.to_string())));
        if self.has_performances() {
            columns.push(TableColumn::number("Perf"));
        }
        let result = |number: usize| TableColumn::of(number.to_string(), ColumnKind::Result);
        match results {
            ResultColumns::Matrix => columns.extend((1..=self.standings.rows.len()).map(result)),
            ResultColumns::Rounds => {
                columns.extend((1..=self.standings.after as usize).map(result));
            }
            ResultColumns::None => {}
        }
        columns
    }

    /// Returns the cells of a row that precede the result cells.
    fn lead_cells(&self, columns: &[TableColumn], index: usize, row: &StandingsRow) -> Vec<String> {
        let player = &self.tournament.players[row.player];
        let number = |number: Option<i64>| number.map_or("-".to_owned(), |it| it.to_string());
        let mut keys = row.keys.iter().zip(&self.decimals);
        let cell = |column: &TableColumn| match (column.kind, column.title.as_str()) {
            (ColumnKind::Lead, _) => (index + 1).to_string(),
            (ColumnKind::Text, _) => player.title.clone(),
            (ColumnKind::Name, _) => player.name.clone(),
            (_, "Place") => row.place.to_string(),
            (_, "Elo") => number(player.rating.map(i64::from)),
            (_, "Pts") => row.points.to_string(),
            (_, "Perf") => number(row.performance),
            _ => keys.next().map_or(String::new(), |(key, decimals)| match key {
                KeyValue::Number(number) => number.with_decimals(*decimals),
                other => other.to_string(),
            }),
        };
        columns.iter().take_while(|column| column.kind != ColumnKind::Result).map(cell).collect()
    }

    fn matrix_cells(&self, index: usize, row: &StandingsRow) -> Vec<String> {
        let count = self.standings.rows.len();
        let mut cells = vec![String::new(); count];
        cells[index].push('*');
        let player = &self.tournament.players[row.player];
        for entry in player.entries.iter().filter(|entry| entry.round <= self.standings.after) {
            if let Some(opponent) = entry.kind.opponent() {
                cells[self.numbers[opponent] - 1].push_str(entry.kind.symbol());
            }
        }
        cells
    }

    fn round_cells(&self, row: &StandingsRow) -> Vec<String> {
        let mut cells = vec![String::new(); self.standings.after as usize];
        for entry in &self.tournament.players[row.player].entries {
            let place = (entry.round as usize).wrapping_sub(1);
            let Some(cell) = cells.get_mut(place) else { continue };
            if !cell.is_empty() {
                cell.push(' ');
            }
            cell.push_str(&round_cell(entry.kind, &self.numbers));
        }
        cells
    }

    fn notes(&self, columns: ResultColumns) -> Vec<String> {
        let players = counted(self.standings.rows.len() as u64, "player");
        let rows = self.tournament.players.iter();
        let in_time = |it: &&crate::RoundEntry| it.round <= self.standings.after;
        let entries = rows.flat_map(|player| player.entries.iter().filter(in_time));
        let is_game = |kind: RoundKind| {
            kind.opponent().is_some() && !matches!(kind, RoundKind::Unfinished { .. })
        };
        let games = entries.clone().filter(|entry| is_game(entry.kind)).count() / 2;
        let mut notes = vec![format!("{} of {players}", counted(games as u64, "game"))];
        let after = self.standings.after;
        if after < self.tournament.rounds {
            notes.push(format!("After round {after} of {}", self.tournament.rounds));
        }
        let keys: Vec<String> = self.standings.tie_breaks.iter().map(ToString::to_string).collect();
        let order = [vec!["points".to_owned()], keys].concat().join(", ");
        notes.push(format!("Order: {order} ({})", self.standings.rules));
        if columns == ResultColumns::Rounds {
            let mut legend: Vec<&str> = Vec::new();
            for (code, text) in LEGEND {
                if entries.clone().any(|entry| entry.kind.symbol() == code) {
                    legend.push(text);
                }
            }
            if !legend.is_empty() {
                notes.push(legend.join(", "));
            }
        }
        notes
    }
}

/// The codes that are explained below a table with a column for each round.
const LEGEND: [(&str, &str); 7] = [
    ("U", "U: pairing-allocated bye"),
    ("F", "F: full-point bye"),
    ("H", "H: half-point bye"),
    ("Z", "Z: zero-point bye or absence"),
    ("+", "+: won by forfeit"),
    ("-", "-: lost by forfeit"),
    ("?", "?: unfinished"),
];

/// Returns the text for a round, such as `12w1`: the number of the opponent, the color and the
/// result.
pub(super) fn round_cell(kind: RoundKind, numbers: &[usize]) -> String {
    let color = match kind.color() {
        Some(Color::White) => "w",
        Some(Color::Black) => "b",
        None => "",
    };
    let number = kind.opponent().map_or(String::new(), |opponent| numbers[opponent].to_string());
    format!("{number}{color}{}", kind.symbol())
}
