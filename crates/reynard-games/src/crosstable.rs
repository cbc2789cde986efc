//! Crosstables: standings with tie-breaks, and who scored what against whom.

use std::collections::HashMap;
use std::fmt;

use reynard::Color;
use serde::Serialize;

use crate::{Encounter, InvalidCondition, NameIndex, RatedScore};

/// A crosstable.
///
/// Players are ordered by points, then by direct encounter (points in the games among those level
/// on points), Sonneborn-Berger (the points of the opponents beaten and half of those drawn with),
/// Buchholz (the points of all opponents, game by game), and name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crosstable {
    /// The players, the best first.
    pub players: Vec<Standing>,
    /// Number of games.
    pub games: u64,
}

/// The line of a player in a crosstable. Points are in halves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Rank from 1; players who are level on points and all tie-breaks share it.
    pub rank: usize,
    /// The name, as it was spelled first.
    pub name: String,
    /// The mean Elo rating, where it is known.
    pub elo: Option<u64>,
    /// Games played.
    pub games: u64,
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// Points.
    pub points: HalfPoints,
    /// Points against those level on points.
    pub direct: HalfPoints,
    /// Sonneborn-Berger score, in quarters of a point.
    pub sonneborn_berger: QuarterPoints,
    /// Buchholz score.
    pub buchholz: HalfPoints,
    /// Performance rating, where opponents are rated.
    pub performance: Option<i64>,
    /// The results against each opponent, by their index in the table; in the order of the games.
    pub results: Vec<AgainstOpponent>,
}

/// The results against an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AgainstOpponent {
    /// Index of the opponent in the table.
    pub opponent: usize,
    /// A character for each game: `1`, `=` or `0`.
    pub results: String,
}

/// Points counted in halves.
///
/// ```
/// use reynard_games::HalfPoints;
///
/// assert_eq!(HalfPoints(5).to_string(), "2.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPoints(pub u64);

/// Points counted in quarters.
///
/// ```
/// use reynard_games::QuarterPoints;
///
/// assert_eq!(QuarterPoints(7).to_string(), "1.75");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuarterPoints(pub u64);

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 2, self.0 % 2 * 5))
    }
}

impl fmt::Display for QuarterPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02}", self.0 / 4, self.0 % 4 * 25))
    }
}

#[expect(clippy::cast_precision_loss, reason = "points of a tournament are few")]
impl Serialize for HalfPoints {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / 2.0)
    }
}

#[expect(clippy::cast_precision_loss, reason = "points of a tournament are few")]
impl Serialize for QuarterPoints {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / 4.0)
    }
}

/// A table of text: a line for each player, with the results against the others where these are at
/// most 24.
impl fmt::Display for Crosstable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The longest name that is shown, in characters.
        const MAX_NAME: usize = 28;
        /// The most players for whom the results against each other are shown.
        const MAX_MATRIX: usize = 24;
        let count = self.players.len();
        let opponents = if count <= MAX_MATRIX { count } else { 0 };
        let results = |player: &Standing, opponent| {
            let against = player.results.iter().find(|it| it.opponent == opponent);
            against.map_or(String::new(), |it| it.results.clone())
        };
        let length = |player: &Standing| player.name.chars().take(MAX_NAME).count();
        let width = self.players.iter().map(length).max().unwrap_or(0).max(6);
        let lengths = self.players.iter().flat_map(|player| &player.results);
        let lengths = lengths.filter(|it| it.opponent < opponents).map(|it| it.results.len());
        let cell_width = lengths.max().unwrap_or(0).max(2);
        write!(
            f,
            "{:>4}  {:<width$}  {:>4}  {:>6}  {:>5}",
            "", "Player", "Elo", "Points", "Games"
        )?;
        write!(f, "  {:>6}  {:>6}  {:>7}  {:>5}", "Direct", "SB", "Buchh.", "Perf.")?;
        (1..=opponents).try_for_each(|number| write!(f, " {number:>cell_width$}"))?;
        writeln!(f)?;
        for (index, player) in self.players.iter().enumerate() {
            let elo = player.elo.map_or("-".to_owned(), |elo| elo.to_string());
            let performance = player.performance.map_or("-".to_owned(), |it| it.to_string());
            write!(f, "{:>3}.  {:<width$.MAX_NAME$}  {elo:>4}", player.rank, player.name)?;
            write!(f, "  {:>6}  {:>5}  {:>6}", player.points, player.games, player.direct)?;
            write!(f, "  {:>6}  {:>7}", player.sonneborn_berger, player.buchholz)?;
            write!(f, "  {performance:>5}")?;
            for opponent in 0..opponents {
                let is_self = opponent == index;
                let cell = if is_self { "*".repeat(cell_width) } else { results(player, opponent) };
                write!(f, " {cell:>cell_width$}")?;
            }
            writeln!(f)?;
        }
        let plural = |is_one: bool| if is_one { "" } else { "s" };
        let (games, players) = (plural(self.games == 1), plural(count == 1));
        writeln!(f, "{} game{games} of {count} player{players}", self.games)
    }
}

/// A player while games are added.
#[derive(Clone, Debug, Default)]
struct Player {
    name: String,
    elo: (u64, u64),
    rated: RatedScore,
    /// Wins, draws, losses.
    results: [u64; 3],
    half_points: u64,
    /// Opponent and half points of each game.
    games: Vec<(usize, u64)>,
}

impl Crosstable {
    /// The most players of a table.
    pub const MAX_PLAYERS: usize = 2_000;

    /// Makes the table of some encounters. Players are distinguished by their names, without case,
    /// accents, apostrophes and hyphens.
    ///
    /// # Errors
    ///
    /// [`InvalidCondition`] if there are more than [`Self::MAX_PLAYERS`] players.
    ///
    /// ```
    /// use reynard_games::{Crosstable, EncounterCollector, HalfPoints, Query};
    /// use reynard_pgn::Reader;
    ///
    /// let query = Query::default();
    /// let mut collector = EncounterCollector::new(&query);
    /// let pgn = b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n\n[White \"B\"]\n[Black \"A\"]\n\n1. d4 1/2-1/2\n";
    /// Reader::from_bytes(pgn).read_all(&mut collector)?;
    /// let table = Crosstable::new(collector.encounters())?;
    /// assert_eq!((table.players[0].name.as_str(), table.players[0].points), ("A", HalfPoints(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(encounters: &[Encounter]) -> Result<Self, InvalidCondition> {
        let players = players(encounters)?;
        let mut standings: Vec<(usize, Standing)> =
            (0..players.len()).map(|index| (index, standing(index, &players))).collect();
        standings
            .sort_by(|(_, a), (_, b)| order(b).cmp(&order(a)).then_with(|| a.name.cmp(&b.name)));
        let mut places = vec![0; players.len()];
        for (place, (index, _)) in standings.iter().enumerate() {
            places[*index] = place;
        }
        let mut table: Vec<Standing> = Vec::with_capacity(standings.len());
        for (place, (_, mut standing)) in standings.into_iter().enumerate() {
            for against in &mut standing.results {
                against.opponent = places[against.opponent];
            }
            standing.results.sort_by_key(|against| against.opponent);
            let shared = table.last().filter(|last| order(last) == order(&standing));
            standing.rank = shared.map_or(place + 1, |last| last.rank);
            table.push(standing);
        }
        Ok(Self { players: table, games: encounters.len() as u64 })
    }
}

fn order(standing: &Standing) -> (HalfPoints, HalfPoints, QuarterPoints, HalfPoints) {
    (standing.points, standing.direct, standing.sonneborn_berger, standing.buchholz)
}

fn players(encounters: &[Encounter]) -> Result<Vec<Player>, InvalidCondition> {
    let mut players: Vec<Player> = Vec::new();
    let mut names = NameIndex::default();
    // A later spelling can show that two players are one.
    for name in encounters.iter().flat_map(|encounter| &encounter.names) {
        names.add(name);
    }
    let mut places: HashMap<usize, usize> = HashMap::new();
    for encounter in encounters {
        let pair = [0, 1].map(|side| {
            let name = &encounter.names[side];
            *places.entry(names.add(name).number()).or_insert_with(|| {
                players.push(Player { name: name.to_string(), ..Player::default() });
                players.len() - 1
            })
        });
        if players.len() > Crosstable::MAX_PLAYERS {
            let most = Crosstable::MAX_PLAYERS;
            return Err(
                format!("more than {most} players: choose an event, --where 'event~NAME'").into()
            );
        }
        for (side, color) in [(0, Color::White), (1, Color::Black)] {
            let half_points = encounter.half_points(color);
            let player = &mut players[pair[side]];
            if let Some(elo) = encounter.elo[side] {
                player.elo.0 += u64::from(elo);
                player.elo.1 += 1;
            }
            if let Some(opponent) = encounter.elo[1 - side] {
                player.rated.add(half_points, opponent);
            }
            player.results[[2, 1, 0][usize::try_from(half_points).unwrap_or(0)]] += 1;
            player.half_points += half_points;
            player.games.push((pair[1 - side], half_points));
        }
    }
    Ok(players)
}

/// Computes the row of a player; opponents by their index among the players.
fn standing(index: usize, players: &[Player]) -> Standing {
    let player = &players[index];
    let is_level = |&&(opponent, _): &&(usize, u64)| {
        opponent != index && players[opponent].half_points == player.half_points
    };
    let direct = player.games.iter().filter(is_level).map(|&(_, half_points)| half_points).sum();
    let berger =
        player.games.iter().map(|&(opponent, points)| points * players[opponent].half_points);
    let buchholz = player.games.iter().map(|&(opponent, _)| players[opponent].half_points).sum();
    let mut results: Vec<AgainstOpponent> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    for &(opponent, half_points) in &player.games {
        let place = *places.entry(opponent).or_insert_with(|| {
            results.push(AgainstOpponent { opponent, results: String::new() });
            results.len() - 1
        });
        results[place].results.push(['0', '=', '1'][usize::try_from(half_points).unwrap_or(0)]);
    }
    let [wins, draws, losses] = player.results;
    Standing {
        rank: 0,
        name: player.name.clone(),
        elo: (player.elo.0 + player.elo.1 / 2).checked_div(player.elo.1),
        games: wins + draws + losses,
        wins,
        draws,
        losses,
        points: HalfPoints(player.half_points),
        direct: HalfPoints(direct),
        sonneborn_berger: QuarterPoints(berger.sum()),
        buchholz: HalfPoints(buchholz),
        performance: player.rated.performance(),
        results,
    }
}
