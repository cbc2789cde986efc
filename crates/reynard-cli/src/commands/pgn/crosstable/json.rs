//! The standings as a JSON object.

use reynard_games::reynard::Color;
use reynard_games::{
    DecidedBy, Hundredths, KeyValue, ReportFlavor, ReportNote, RoundKind, RoundRobinBuchholz,
    ScorePoints, StandingsRow, StandingsSettings, TieBreak, TieBreakKind, TieBreakRules,
    TournamentNotes, TournamentRecord, TournamentStandings, TournamentSystem,
};
use serde::Serialize;

use super::source::Source;

/// The standings of a tournament.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    name: &'a str,
    system: &'static str,
    games: usize,
    rounds: u32,
    after: u32,
    rules: TieBreakRules,
    tie_breaks: &'a [TieBreak],
    /// `true` if the order of the tie-breaks was chosen by Reynard.
    own_order: bool,
    players: Vec<Player<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumptions: Option<&'a TournamentNotes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Report<'a>>,
}

/// Facts taken from a report.
#[derive(Serialize)]
struct Report<'a> {
    format: ReportFlavor,
    notes: &'a [ReportNote],
}

/// A player.
#[derive(Serialize)]
struct Player<'a> {
    rank: usize,
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    elo: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fide_id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    team: Option<&'a str>,
    number: u32,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    points: ScorePoints,
    direct: ScorePoints,
    sonneborn_berger: Hundredths,
    buchholz: Hundredths,
    performance: Option<i64>,
    keys: &'a [KeyValue],
    /// The code of the key that ranks the player below the previous player: `points` or a
    /// tie-break. `None` for the first player, and if the two players share a place.
    decided_by: Option<String>,
    results: Vec<Against>,
    by_round: Vec<PlayedRound>,
}

/// A player's results against an opponent.
#[derive(Serialize)]
struct Against {
    opponent: usize,
    results: String,
}

/// A round from a player's point of view.
#[derive(Serialize)]
struct PlayedRound {
    round: u32,
    opponent: Option<usize>,
    color: Option<&'static str>,
    result: &'static str,
    points: ScorePoints,
}

impl<'a> Answer<'a> {
    pub(super) fn new(
        source: &'a Source,
        standings: &'a TournamentStandings,
        own_order: bool,
    ) -> Self {
        let tournament = source.tournament();
        let extra = extra_keys(tournament, standings);
        let mut places = vec![0; tournament.players.len()];
        for (place, row) in standings.rows.iter().enumerate() {
            places[row.player] = place;
        }
        let players =
            standings.rows.iter().map(|row| player(tournament, standings, &extra, &places, row));
        let players: Vec<Player<'_>> = players.collect();
        let games = players
            .iter()
            .flat_map(|player| &player.results)
            .map(|it| it.results.len())
            .sum::<usize>()
            / 2;
        let (assumptions, report) = match source {
            Source::Report(report) => {
                (None, Some(Report { format: report.flavor, notes: &report.notes }))
            }
            Source::Games { notes, .. } => (Some(&**notes), None),
        };
        Self {
            name: &tournament.name,
            system: match tournament.system {
                TournamentSystem::Swiss => "swiss",
                TournamentSystem::RoundRobin { .. } => "round-robin",
            },
            games,
            rounds: tournament.rounds,
            after: standings.after,
            rules: standings.rules,
            tie_breaks: &standings.tie_breaks,
            own_order,
            players,
            assumptions,
            report,
        }
    }
}

/// Computes the Sonneborn-Berger and Buchholz scores for the fields that are always present.
fn extra_keys(
    tournament: &TournamentRecord,
    standings: &TournamentStandings,
) -> Vec<[Hundredths; 2]> {
    let settings = StandingsSettings {
        after: Some(standings.after),
        rules: Some(standings.rules),
        tie_breaks: Some(
            [TieBreakKind::SonnebornBerger, TieBreakKind::Buchholz].map(TieBreak::new).to_vec(),
        ),
        buchholz: RoundRobinBuchholz::Forced,
        ..StandingsSettings::default()
    };
    let mut values = vec![[Hundredths::default(); 2]; tournament.players.len()];
    if let Ok(computed) = TournamentStandings::new(tournament, &settings) {
        for row in computed.rows {
            for (value, key) in values[row.player].iter_mut().zip(row.keys) {
                if let KeyValue::Number(number) = key {
                    *value = number;
                }
            }
        }
    }
    values
}

fn player<'a>(
    tournament: &'a TournamentRecord,
    standings: &'a TournamentStandings,
    extra: &[[Hundredths; 2]],
    places: &[usize],
    row: &'a StandingsRow,
) -> Player<'a> {
    let player = &tournament.players[row.player];
    let [wins, draws, losses] = row.results;
    let [sonneborn_berger, buchholz] = extra[row.player];
    let entries = || player.entries.iter().filter(|entry| entry.round <= standings.after);
    let points_of = |index: usize| standings.rows[places[index]].points;
    let level = entries().filter(|entry| {
        entry.kind.opponent().is_some_and(|opponent| points_of(opponent) == row.points)
    });
    let mut results: Vec<Against> = Vec::new();
    for entry in entries() {
        let Some(opponent) = entry.kind.opponent().map(|opponent| places[opponent]) else {
            continue;
        };
        if matches!(entry.kind, RoundKind::Unfinished { .. }) {
            continue;
        }
        let letter = entry.kind.symbol();
        match results.iter_mut().find(|against| against.opponent == opponent) {
            Some(against) => against.results.push_str(letter),
            None => results.push(Against { opponent, results: letter.to_owned() }),
        }
    }
    results.sort_by_key(|against| against.opponent);
    Player {
        rank: row.place,
        name: &player.name,
        title: &player.title,
        elo: player.rating,
        fide_id: player.fide_id,
        team: player.team.as_deref(),
        number: player.number,
        games: wins + draws + losses,
        wins,
        draws,
        losses,
        points: row.points,
        direct: level.map(|entry| tournament.points.of(entry.kind)).sum(),
        sonneborn_berger,
        buchholz,
        performance: row.performance,
        keys: &row.keys,
        decided_by: match row.decided_by {
            _ if places[row.player] == 0 => None,
            DecidedBy::ScorePoints => Some("points".to_owned()),
            DecidedBy::Key(key) => standings.tie_breaks.get(key).map(ToString::to_string),
            DecidedBy::Shared => None,
        },
        results,
        by_round: entries()
            .map(|entry| PlayedRound {
                round: entry.round,
                opponent: entry.kind.opponent().map(|opponent| places[opponent]),
                color: entry
                    .kind
                    .color()
                    .map(|color| if color == Color::White { "white" } else { "black" }),
                result: entry.kind.symbol(),
                points: tournament.points.of(entry.kind),
            })
            .collect(),
    }
}
