//! Player cards.

use super::{ColumnKind, ResultTable, TableColumn};
use crate::tournament::contributions::{Contribution, ContributionFate, ContributionSource};
use crate::tournament::model::TournamentRecord;
use crate::tournament::points::ScorePoints;
use crate::tournament::standings::TournamentStandings;
use crate::tournament::tie_break::{TieBreak, TieBreakKind};
use reynard::Color;

/// Creates the card of a player. For each round, it has a row with the opponent, rating, color,
/// result, score, and the contribution to Sonneborn-Berger and to each tie-break of the Buchholz
/// family. The score of a dummy opponent ends in `d`; a contribution that was cut is in brackets.
///
/// `player` is the index of the player in the tournament.
pub fn player_card(
    tournament: &TournamentRecord,
    standings: &TournamentStandings,
    player: usize,
) -> ResultTable {
    let sums: Vec<TieBreak> =
        standings.tie_breaks.iter().copied().filter(|it| is_sum(it.kind)).collect();
    let contributions: Vec<Vec<Contribution>> =
        sums.iter().map(|&it| standings.contributions(tournament, player, it)).collect();
    let mut table = ResultTable::new(title(tournament, standings, player));
    table.columns = vec![
        TableColumn::of("Rd", ColumnKind::Lead),
        TableColumn::of("No", ColumnKind::Number),
        TableColumn::name("Opponent"),
        TableColumn::number("Elo"),
        TableColumn::of("", ColumnKind::Text),
        TableColumn::of("Res", ColumnKind::Text),
        TableColumn::number("Score"),
    ];
    table.columns.extend(sums.iter().map(|key| TableColumn::number(key.to_string())));
    let number =
        |index: usize| standings.rows.iter().position(|row| row.player == index).map(|it| it + 1);
    let mut score = tournament.players[player].adjustment;
    for (place, entry) in tournament.players[player].entries.iter().enumerate() {
        if entry.round > standings.after {
            break;
        }
        let opponent = entry.kind.opponent();
        score += tournament.points.of(entry.kind);
        let text = |value: Option<String>| value.unwrap_or_default();
        let mut cells = vec![
            entry.round.to_string(),
            text(opponent.and_then(number).map(|it| it.to_string())),
            text(opponent.map(|it| tournament.players[it].name.clone())),
            text(opponent.and_then(|it| tournament.players[it].rating).map(|it| it.to_string())),
            text(
                entry
                    .kind
                    .color()
                    .map(|color| if color == Color::White { "w" } else { "b" }.to_owned()),
            ),
            entry.kind.symbol().to_owned(),
            score.to_string(),
        ];
        let same = tournament.players[player].entries[..place]
            .iter()
            .filter(|it| it.round == entry.round)
            .count();
        for parts in &contributions {
            let decimals = parts.iter().map(|part| part.value.decimals()).max().unwrap_or(0);
            let part = parts.iter().filter(|part| part.round == entry.round).nth(same);
            cells.push(part.map_or_else(|| "-".to_owned(), |part| written(part, decimals)));
        }
        table.rows.push(cells);
    }
    table.notes = notes(standings, player, &contributions, tournament.players[player].adjustment);
    table
}

const fn is_sum(kind: TieBreakKind) -> bool {
    matches!(
        kind,
        TieBreakKind::Buchholz | TieBreakKind::ForeBuchholz | TieBreakKind::SonnebornBerger
    )
}

fn title(tournament: &TournamentRecord, standings: &TournamentStandings, index: usize) -> String {
    let player = &tournament.players[index];
    let place = standings.rows.iter().find(|row| row.player == index).map_or(0, |row| row.place);
    let rating = player.rating.map_or(String::new(), |rating| format!(", {rating}"));
    let title = if player.title.is_empty() { String::new() } else { format!("{} ", player.title) };
    format!("{title}{}{rating}: place {place} after round {}", player.name, standings.after)
}

/// Writes a contribution: `4.5`, `4.5d` for that of a dummy opponent, `(4.5)` if it was cut.
fn written(part: &Contribution, decimals: usize) -> String {
    let dummy = if part.source == ContributionSource::Opponent { "" } else { "d" };
    let value = format!("{}{dummy}", part.value.with_decimals(decimals));
    if part.fate == ContributionFate::Kept { value } else { format!("({value})") }
}

fn notes(
    standings: &TournamentStandings,
    player: usize,
    contributions: &[Vec<Contribution>],
    adjustment: ScorePoints,
) -> Vec<String> {
    let mut notes = Vec::new();
    let Some(row) = standings.rows.iter().find(|row| row.player == player) else { return notes };
    let keys = standings.tie_breaks.iter().zip(&row.keys);
    let values: Vec<String> = keys.map(|(key, value)| format!("{key} {value}")).collect();
    let points = format!("Points {}", row.points);
    notes.push([vec![points], values].concat().join(", "));
    if adjustment != ScorePoints::ZERO {
        notes.push(format!("Points given or taken without a game: {adjustment}"));
    }
    if let Some(performance) = row.performance {
        notes.push(format!("Rating performance {performance}"));
    }
    let parts = || contributions.iter().flatten();
    if parts().any(|part| part.source != ContributionSource::Opponent) {
        notes.push("d: score of a dummy for an unplayed round (Article 16.4)".to_owned());
    }
    if parts().any(|part| part.fate != ContributionFate::Kept) {
        notes.push("(): cut".to_owned());
    }
    notes
}
