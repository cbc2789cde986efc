//! Teams, computed from the results of their players.

use std::collections::BTreeMap;

use reynard_base::counted;

use super::{ColumnKind, ResultTable, TableColumn};
use crate::tournament::model::TournamentRecord;
use crate::tournament::points::ScorePoints;

/// A team with its results so far.
#[derive(Clone, Copy, Debug, Default)]
struct Team {
    match_points: u32,
    game_points: ScorePoints,
    /// Matches won, drawn and lost.
    matches: [u32; 3],
}

/// Creates the table of the players' teams, up to the given round. Returns `None` if there are no
/// teams.
///
/// The games between two teams in a round form a match, which is worth two points for a win and one
/// for a draw. Teams are ordered by match points, then by game points; tied teams share a place.
pub fn team_table(tournament: &TournamentRecord, after: u32) -> Option<ResultTable> {
    let mut teams: BTreeMap<&str, Team> = BTreeMap::new();
    let mut matches: BTreeMap<(u32, &str, &str), ScorePoints> = BTreeMap::new();
    for player in &tournament.players {
        let Some(own) = player.team.as_deref() else { continue };
        let team = teams.entry(own).or_default();
        for entry in player.entries.iter().filter(|entry| entry.round <= after) {
            let points = tournament.points.of(entry.kind);
            team.game_points += points;
            let other = entry.kind.opponent().and_then(|it| tournament.players[it].team.as_deref());
            if let Some(other) = other.filter(|other| *other != own) {
                *matches.entry((entry.round, own, other)).or_default() += points;
            }
        }
    }
    if teams.len() < 2 {
        return None;
    }
    for (&(round, own, other), &points) in &matches {
        let theirs = matches.get(&(round, other, own)).copied().unwrap_or_default();
        let place = match points.cmp(&theirs) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 2,
        };
        if let Some(team) = teams.get_mut(own) {
            team.matches[place] += 1;
            team.match_points += [2, 1, 0][place];
        }
    }
    let mut order: Vec<(&str, Team)> = teams.into_iter().collect();
    let key = |team: &Team| std::cmp::Reverse((team.match_points, team.game_points));
    order.sort_by_key(|(_, team)| key(team));
    let mut table = ResultTable::new(format!("{}: teams", tournament.name));
    table.columns = vec![TableColumn::of("Place", ColumnKind::Lead), TableColumn::name("Team")];
    table.columns.extend(["Matches", "+", "=", "-", "MP", "GP"].map(TableColumn::number));
    let mut place = 0;
    for (index, (name, team)) in order.iter().enumerate() {
        if index == 0 || key(team) != key(&order[index - 1].1) {
            place = index + 1;
        }
        let [won, drawn, lost] = team.matches;
        let mut cells = vec![place.to_string(), (*name).to_owned()];
        cells.extend(
            [won + drawn + lost, won, drawn, lost, team.match_points].map(|it| it.to_string()),
        );
        cells.push(team.game_points.to_string());
        table.rows.push(cells);
    }
    table
        .notes
        .push(format!("{}; match points, then game points", counted(order.len() as u64, "team")));
    Some(table)
}
