//! Standings: places by points and tie-breaks, and the criterion that decided each place.

use std::fmt;

use serde::{Serialize, Serializer};

use super::contributions::Contribution;
use super::direct;
use super::model::{GameScore, RoundKind, TournamentRecord, TournamentSystem};
use super::points::{Hundredths, ScorePoints};
use super::ratings::RatedGames;
use super::scores::Scores;
use super::tie_break::{LastRound, TieBreak, TieBreakKind, TieBreakRules};
use super::values::{parts, values};

/// Settings for computing standings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingsSettings {
    /// The round after which the standings are computed; `None` for the last round with a result.
    pub after: Option<u32>,
    /// The edition of the regulations; `None` for the edition in force on the first day of the
    /// tournament.
    pub rules: Option<TieBreakRules>,
    /// The tie-breaks in order; `None` for Reynard's defaults.
    pub tie_breaks: Option<Vec<TieBreak>>,
    /// The rating assigned to unrated players in tie-breaks by ratings.
    pub unrated: Option<u32>,
    /// The treatment of Buchholz tie-breaks in a round robin.
    pub buchholz: RoundRobinBuchholz,
}

/// The treatment of Buchholz tie-breaks in a round robin, where all players have the same
/// opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RoundRobinBuchholz {
    /// Buchholz tie-breaks are rejected (note to Article 8).
    #[default]
    Refused,
    /// Buchholz tie-breaks are computed anyway.
    Forced,
}

/// The reason why the standings cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandingsError {
    /// A tie-break of the Buchholz family was requested for a round robin.
    BuchholzInRoundRobin(TieBreak),
    /// A tie-break by ratings was requested, but a player has no rating. Holds the tie-break and
    /// the name of the player.
    Unrated(TieBreak, String),
    /// There are too many players. Holds their number.
    TooManyPlayers(usize),
}

impl fmt::Display for StandingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuchholzInRoundRobin(code) => write!(
                f,
                "{code} is not for round robins: all players have the same opponents \
                 (note to Article 8 of FIDE C.07)"
            ),
            Self::Unrated(code, name) => {
                write!(f, "{code} falls away: {name} has no rating (Article 10 of FIDE C.07)")
            }
            Self::TooManyPlayers(count) => {
                write!(f, "{count} players are more than {}", TournamentStandings::MAX_PLAYERS)
            }
        }
    }
}

impl std::error::Error for StandingsError {}

/// The standings of a tournament after a round.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentStandings {
    /// The round after which the standings were computed.
    pub after: u32,
    /// The edition of the regulations.
    pub rules: TieBreakRules,
    /// The tie-breaks in order.
    pub tie_breaks: Vec<TieBreak>,
    /// The players, best first.
    pub rows: Vec<StandingsRow>,
}

/// A player's row in the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingsRow {
    /// The place, counted from 1. Players who are level on points and all tie-breaks share it.
    pub place: usize,
    /// Index of the player.
    pub player: usize,
    /// The points.
    pub points: ScorePoints,
    /// The values of the tie-breaks, in order.
    pub keys: Vec<KeyValue>,
    /// The criterion that ranked the player below the previous one.
    pub decided_by: DecidedBy,
    /// Games won, drawn and lost over the board.
    pub results: [u32; 3],
    /// The performance rating from over-the-board games, if any opponent is rated.
    pub performance: Option<i64>,
}

/// The value of a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyValue {
    /// A number.
    Number(Hundredths),
    /// The rank among tied players, in direct encounter.
    Order(usize),
    /// No value: the player has no opponents to average over, or no tie to break by direct
    /// encounter.
    None,
}

/// The criterion that separates a player from the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// The points; also used for the first player.
    ScorePoints,
    /// A tie-break, by its index.
    Key(usize),
    /// None: the players share the place.
    Shared,
}

impl fmt::Display for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Order(place) => f.pad(&place.to_string()),
            Self::None => f.pad("-"),
        }
    }
}

impl Serialize for KeyValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Order(place) => place.serialize(serializer),
            Self::None => serializer.serialize_none(),
        }
    }
}

impl TournamentStandings {
    /// The maximum number of players in standings.
    pub const MAX_PLAYERS: usize = 10_000;

    /// Computes the standings.
    ///
    /// # Errors
    ///
    /// Returns [`StandingsError`] if a chosen tie-break is not valid for this tournament. Reynard's
    /// defaults are always valid.
    ///
    /// ```
    /// use reynard_games::{
    ///     Participant, RoundEntry, RoundKind, StandingsSettings, TournamentRecord,
    ///     TournamentStandings,
    /// };
    ///
    /// let mut tournament = TournamentRecord::new("Club night");
    /// tournament.rounds = 1;
    /// for (name, kind) in [("Ben", RoundKind::HalfPointBye), ("Anna", RoundKind::PairingBye)] {
    ///     let mut player = Participant::new(name);
    ///     player.entries.push(RoundEntry { round: 1, kind });
    ///     tournament.players.push(player);
    /// }
    /// let settings = StandingsSettings { after: Some(1), ..StandingsSettings::default() };
    /// let standings = TournamentStandings::new(&tournament, &settings)?;
    /// assert_eq!((standings.rows[0].place, standings.rows[0].player), (1, 1));
    /// # Ok::<(), reynard_games::StandingsError>(())
    /// ```
    pub fn new(
        tournament: &TournamentRecord,
        settings: &StandingsSettings,
    ) -> Result<Self, StandingsError> {
        let count = tournament.players.len();
        if count > Self::MAX_PLAYERS {
            return Err(StandingsError::TooManyPlayers(count));
        }
        let after = settings.after.unwrap_or_else(|| tournament.last_round());
        let rules = settings.rules.unwrap_or_else(|| TieBreakRules::on(tournament.start));
        let tie_breaks = match &settings.tie_breaks {
            Some(chosen) => chosen.clone(),
            None => TieBreak::defaults(tournament.system),
        };
        for &tie_break in &tie_breaks {
            check(tournament, tie_break, settings)?;
        }
        let scores = Scores::new(tournament, after, rules, LastRound::AsPlayed);
        let mut ranking = Ranking {
            scores: &scores,
            tie_breaks: &tie_breaks,
            keys: tie_breaks
                .iter()
                .map(|&it| key_values(tournament, after, rules, it, settings.unrated))
                .collect(),
            groups: Vec::new(),
        };
        let mut players: Vec<usize> = (0..count).collect();
        players.sort_by_key(|&player| std::cmp::Reverse(scores.own[player]));
        for tied in players.chunk_by(|&a, &b| scores.own[a] == scores.own[b]) {
            ranking.split(tied, 0, DecidedBy::ScorePoints);
        }
        let rows = ranking.rows();
        Ok(Self { after, rules, tie_breaks, rows })
    }

    /// Returns each round's contribution to a player's tie-break, which must be Sonneborn-Berger or
    /// belong to the Buchholz family. The contributions add up to the value in the standings. For
    /// any other tie-break, the result is empty.
    pub fn contributions(
        &self,
        tournament: &TournamentRecord,
        player: usize,
        tie_break: TieBreak,
    ) -> Vec<Contribution> {
        parts(tournament, self.after, self.rules, tie_break, player)
    }
}

/// Rejects a tie-break that is not valid for a tournament.
fn check(
    tournament: &TournamentRecord,
    tie_break: TieBreak,
    settings: &StandingsSettings,
) -> Result<(), StandingsError> {
    let is_round_robin = matches!(tournament.system, TournamentSystem::RoundRobin { .. });
    if is_round_robin && tie_break.is_buchholz() && settings.buchholz == RoundRobinBuchholz::Refused
    {
        return Err(StandingsError::BuchholzInRoundRobin(tie_break));
    }
    let unrated = tournament.players.iter().find(|player| player.rating.is_none());
    if tie_break.needs_ratings()
        && settings.unrated.is_none()
        && let Some(player) = unrated
    {
        return Err(StandingsError::Unrated(tie_break, player.name.clone()));
    }
    Ok(())
}

fn key_values(
    tournament: &TournamentRecord,
    after: u32,
    rules: TieBreakRules,
    tie_break: TieBreak,
    unrated: Option<u32>,
) -> Vec<KeyValue> {
    if tie_break.kind == TieBreakKind::DirectEncounter {
        return vec![KeyValue::None; tournament.players.len()];
    }
    let values = values(tournament, after, rules, tie_break, unrated);
    values.into_iter().map(|value| value.map_or(KeyValue::None, KeyValue::Number)).collect()
}

/// The players in the order of their places, while tied groups are being split.
struct Ranking<'a> {
    scores: &'a Scores<'a>,
    tie_breaks: &'a [TieBreak],
    /// The values of each tie-break by player.
    keys: Vec<Vec<KeyValue>>,
    /// The players of each place, and the criterion that separates them from the previous place.
    groups: Vec<(Vec<usize>, DecidedBy)>,
}

impl Ranking<'_> {
    /// Splits a group by the first tie-break, of those from `first` on, that separates it. Each
    /// group that is still tied moves on to the next tie-break of the list (4.2).
    fn split(&mut self, tied: &[usize], first: usize, decided_by: DecidedBy) {
        if tied.len() > 1 {
            for key in first..self.tie_breaks.len() {
                let groups = self.groups_by(key, tied);
                if groups.len() > 1 {
                    for (index, group) in groups.iter().enumerate() {
                        let by = if index == 0 { decided_by } else { DecidedBy::Key(key) };
                        self.split(group, key + 1, by);
                    }
                    return;
                }
            }
        }
        self.groups.push((tied.to_vec(), decided_by));
    }

    /// Groups tied players by the value of a tie-break. Players who are still tied stay in one
    /// group.
    fn groups_by(&mut self, key: usize, tied: &[usize]) -> Vec<Vec<usize>> {
        let tie_break = self.tie_breaks[key];
        if tie_break.kind == TieBreakKind::DirectEncounter {
            let groups = direct::order(self.scores, tied, tie_break.forfeits);
            let mut place = 1;
            for group in &groups {
                for &player in group {
                    self.keys[key][player] = KeyValue::Order(place);
                }
                place += group.len();
            }
            return groups;
        }
        let value = |player: usize| match self.keys[key][player] {
            KeyValue::Number(number) if tie_break.lower_is_better() => Some(-number.hundredths()),
            KeyValue::Number(number) => Some(number.hundredths()),
            _ => None,
        };
        let mut sorted = tied.to_vec();
        sorted.sort_by_key(|&player| std::cmp::Reverse(value(player)));
        sorted.chunk_by(|&a, &b| value(a) == value(b)).map(<[usize]>::to_vec).collect()
    }

    fn rows(self) -> Vec<StandingsRow> {
        let mut rows = Vec::with_capacity(self.scores.own.len());
        for (group, decided_by) in &self.groups {
            let place = rows.len() + 1;
            for (index, &player) in group.iter().enumerate() {
                let by = if index == 0 { *decided_by } else { DecidedBy::Shared };
                let keys = self.keys.iter().map(|values| values[player]).collect();
                rows.push(StandingsRow {
                    place,
                    player,
                    points: self.scores.own[player],
                    keys,
                    decided_by: by,
                    results: results(self.scores, player),
                    performance: RatedGames::of(self.scores, player, None).performance(),
                });
            }
        }
        rows
    }
}

/// Counts the games over the board: won, drawn, lost.
fn results(scores: &Scores<'_>, player: usize) -> [u32; 3] {
    let mut counts = [0; 3];
    for entry in &*scores.entries[player] {
        if let RoundKind::Game { result, .. } = entry.kind {
            counts[match result {
                GameScore::Win => 0,
                GameScore::Draw => 1,
                GameScore::Loss => 2,
            }] += 1;
        }
    }
    counts
}
