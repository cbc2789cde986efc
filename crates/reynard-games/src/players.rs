//! The players of a collection: their games, scores, performance and ratings.

use std::fmt;

use reynard::Color;
use reynard_pgn::ResultCounts;
use serde::Serialize;

use crate::{
    AbbreviatedName, Encounter, HalfPoints, NameCount, NameIndex, NamedPlayer, RatedScore,
    near_names,
};

/// Records of the players of a collection. At most 100,000 players are kept: those that occur
/// first.
#[derive(Clone, Debug, Default)]
pub struct PlayerRecords {
    names: NameIndex,
    /// Records by player number; `None` for a number that was found to denote an earlier player.
    players: Vec<Option<PlayerRecord>>,
    left_out: u64,
}

/// The sort order of a list of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlayerOrder {
    /// Most games first.
    #[default]
    Games,
    /// Highest score in percent first.
    Score,
    /// Highest performance first; players without one come last.
    Performance,
    /// Highest rating first; players without one come last.
    Elo,
    /// By name.
    Name,
}

/// The record of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRecord {
    /// The name in its first spelling.
    pub name: String,
    /// Games with White, by result.
    pub as_white: ResultCounts,
    /// Games with Black, by result.
    pub as_black: ResultCounts,
    /// The lowest and highest rating, if any.
    pub elo: Option<(u32, u32)>,
    /// The first and last year, if known.
    pub years: Option<(u16, u16)>,
    rated: RatedScore,
}

impl PlayerRecord {
    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.as_white.games() + self.as_black.games()
    }

    /// Returns the points.
    pub const fn points(&self) -> HalfPoints {
        let wins = self.as_white.white + self.as_black.black;
        let draws = self.as_white.draws + self.as_black.draws;
        HalfPoints(2 * wins + draws)
    }

    /// Returns the score in tenths of a percent, rounded.
    pub const fn score(&self) -> u64 {
        let games = self.games();
        if games == 0 { 0 } else { (self.points().0 * 1000 + games) / (2 * games) }
    }

    /// Returns the performance rating, or `None` if there are no rated opponents.
    pub fn performance(&self) -> Option<i64> {
        self.rated.performance()
    }

    fn add(&mut self, other: &Self) {
        self.as_white.add(other.as_white);
        self.as_black.add(other.as_black);
        self.elo = hull(self.elo, other.elo);
        self.years = hull(self.years, other.years);
        self.rated.add_all(other.rated);
    }
}

/// Returns the smallest range that contains both ranges.
fn hull<T: Ord + Copy>(a: Option<(T, T)>, b: Option<(T, T)>) -> Option<(T, T)> {
    match (a, b) {
        (Some((from, to)), Some((first, last))) => Some((from.min(first), to.max(last))),
        (one, other) => one.or(other),
    }
}

impl Serialize for PlayerRecord {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            name: &'a str,
            games: u64,
            points: HalfPoints,
            wins: u64,
            draws: u64,
            losses: u64,
            #[serde(serialize_with = "crate::results::serialize")]
            as_white: ResultCounts,
            #[serde(serialize_with = "crate::results::serialize")]
            as_black: ResultCounts,
            performance: Option<i64>,
            elo: Option<(u32, u32)>,
            years: Option<(u16, u16)>,
        }
        let Self { name, as_white, as_black, elo, years, .. } = self;
        Fields {
            name,
            games: self.games(),
            points: self.points(),
            wins: as_white.white + as_black.black,
            draws: as_white.draws + as_black.draws,
            losses: as_white.black + as_black.white,
            as_white: *as_white,
            as_black: *as_black,
            performance: self.performance(),
            elo: *elo,
            years: *years,
        }
        .serialize(serializer)
    }
}

impl PlayerRecords {
    /// The maximum number of players kept.
    pub const MAX_PLAYERS: usize = 100_000;

    /// Adds a game.
    ///
    /// ```
    /// use reynard_games::{EncounterCollector, PlayerOrder, PlayerRecords, Query};
    /// use reynard_pgn::Reader;
    ///
    /// let query = Query::default();
    /// let mut collector = EncounterCollector::new(&query);
    /// let pgn = b"[White \"A\"]\n[Black \"B\"]\n[BlackElo \"2600\"]\n\n1. e4 1-0\n";
    /// Reader::from_bytes(pgn).read_all(&mut collector)?;
    /// let mut records = PlayerRecords::default();
    /// collector.encounters().iter().for_each(|encounter| records.add(encounter));
    /// let players = records.list(PlayerOrder::Games);
    /// assert_eq!(
    ///     (players.len(), players[0].score(), players[0].performance()),
    ///     (2, 1000, Some(3400))
    /// );
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub fn add(&mut self, encounter: &Encounter) {
        for (side, color) in [(0, Color::White), (1, Color::Black)] {
            let name = &encounter.names[side];
            let mut results = ResultCounts::default();
            results.count(encounter.result);
            let (as_white, as_black) = match color {
                Color::White => (results, ResultCounts::default()),
                Color::Black => (ResultCounts::default(), results),
            };
            let mut rated = RatedScore::default();
            if let Some(opponent) = encounter.elo[1 - side] {
                rated.add(encounter.half_points(color), opponent);
            }
            let record = PlayerRecord {
                name: name.to_string(),
                as_white,
                as_black,
                elo: encounter.elo[side].map(|elo| (elo, elo)),
                years: encounter.year.map(|year| (year, year)),
                rated,
            };
            if self.players.len() >= Self::MAX_PLAYERS && self.names.get(name).is_none() {
                self.left_out += 1;
                continue;
            }
            match self.names.add(name) {
                NamedPlayer::New(_) => self.players.push(Some(record)),
                NamedPlayer::Known(number) => self.record(number, &record),
                NamedPlayer::Joins(number, other) => {
                    if let Some(other) = self.players[other].take() {
                        self.record(number, &other);
                    }
                    self.record(number, &record);
                }
            }
        }
    }

    /// Merges a record into that of the player with a given number.
    fn record(&mut self, number: usize, record: &PlayerRecord) {
        if let Some(known) = &mut self.players[number] {
            known.add(record);
        }
    }

    fn records(&self) -> impl Iterator<Item = &PlayerRecord> {
        self.players.iter().flatten()
    }

    /// Returns the names with initials that may abbreviate other names.
    ///
    /// ```
    /// use reynard_games::PlayerRecords;
    ///
    /// assert!(PlayerRecords::default().abbreviated().is_empty());
    /// ```
    pub fn abbreviated(&self) -> Vec<AbbreviatedName> {
        AbbreviatedName::find(self.records().map(|player| &*player.name))
    }

    /// Adds the games under each name with initials to the player whose name it abbreviates, and
    /// returns the number of merged names. A name that may abbreviate several names is not merged.
    ///
    /// ```
    /// use reynard_games::{EncounterCollector, PlayerOrder, PlayerRecords, Query};
    /// use reynard_pgn::Reader;
    ///
    /// let query = Query::default();
    /// let mut collector = EncounterCollector::new(&query);
    /// let pgn = b"[White \"Tal, M\"]\n[Black \"Tal, Mihail\"]\n\n1. e4 1-0\n";
    /// Reader::from_bytes(pgn).read_all(&mut collector)?;
    /// let mut records = PlayerRecords::default();
    /// collector.encounters().iter().for_each(|encounter| records.add(encounter));
    /// assert_eq!(records.join_abbreviated(), 1);
    /// assert_eq!(records.list(PlayerOrder::Games)[0].name, "Tal, Mihail");
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub fn join_abbreviated(&mut self) -> usize {
        let mut joined = 0;
        for AbbreviatedName { name, full } in self.abbreviated() {
            let [full] = &*full else { continue };
            let numbers = self.names.get(&name).zip(self.names.get(full));
            if let Some((short, full)) = numbers
                && self.players[full].is_some()
                && let Some(record) = self.players[short].take()
            {
                self.record(full, &record);
                joined += 1;
            }
        }
        joined
    }

    /// Returns the number of game appearances by players who were not kept because the maximum
    /// number of players had been reached.
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Returns at most three players to whom a mistyped name may refer: see [`near_names`].
    ///
    /// ```
    /// use reynard_games::{EncounterCollector, PlayerRecords, Query};
    /// use reynard_pgn::Reader;
    ///
    /// let query = Query::default();
    /// let mut collector = EncounterCollector::new(&query);
    /// let pgn = b"[White \"Carlsen, Magnus\"]\n[Black \"Larsen, Bent\"]\n\n1. e4 1-0\n";
    /// Reader::from_bytes(pgn).read_all(&mut collector)?;
    /// let mut records = PlayerRecords::default();
    /// collector.encounters().iter().for_each(|encounter| records.add(encounter));
    /// assert_eq!(records.near("magnus karlsen"), ["Carlsen, Magnus"]);
    /// assert!(records.near("Kasparov").is_empty());
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub fn near(&self, name: &str) -> Vec<String> {
        let counted =
            |player: &PlayerRecord| NameCount { name: player.name.clone(), games: player.games() };
        near_names(name, &self.records().map(counted).collect::<Vec<_>>())
    }

    /// Returns the players in the given order; ties are sorted by name.
    ///
    /// ```
    /// use reynard_games::{PlayerOrder, PlayerRecords};
    ///
    /// assert!(PlayerRecords::default().list(PlayerOrder::Elo).is_empty());
    /// ```
    pub fn list(&self, order: PlayerOrder) -> Vec<PlayerRecord> {
        let mut players: Vec<PlayerRecord> = self.records().cloned().collect();
        players.sort_by(|a, b| {
            let value = |player: &PlayerRecord| match order {
                PlayerOrder::Games => i64::try_from(player.games()).ok(),
                PlayerOrder::Score => i64::try_from(player.score()).ok(),
                PlayerOrder::Performance => player.performance(),
                PlayerOrder::Elo => player.elo.map(|(_, highest)| i64::from(highest)),
                PlayerOrder::Name => None,
            };
            value(b).cmp(&value(a)).then_with(|| a.name.cmp(&b.name))
        });
        players
    }
}

/// A list of players that is displayed as a text table, one line for each player.
///
/// ```
/// use reynard_games::PlayerTable;
///
/// assert!(PlayerTable(&[]).to_string().starts_with("Player    Games    Points"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlayerTable<'a>(pub &'a [PlayerRecord]);

impl fmt::Display for PlayerTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The maximum length of a displayed name, in characters.
        const MAX_NAME: usize = 32;
        let length = |player: &PlayerRecord| player.name.chars().take(MAX_NAME).count();
        let width = self.0.iter().map(length).max().unwrap_or(0).max(6);
        write!(f, "{:<width$}  {:>7}  {:>8}", "Player", "Games", "Points")?;
        writeln!(f, "  {:>6}  {:>5}  {:<9}  Years", "Score", "Perf.", "Elo")?;
        for player in self.0 {
            let score = format!("{}.{} %", player.score() / 10, player.score() % 10);
            let performance = player.performance().map_or("-".to_owned(), |it| it.to_string());
            let elo = player.elo.map_or("-".to_owned(), range);
            let years = player.years.map_or("-".to_owned(), range);
            write!(f, "{:<width$.MAX_NAME$}  {:>7}", player.name, player.games())?;
            write!(f, "  {:>8}  {score:>7} {performance:>5}", player.points())?;
            writeln!(f, "  {elo:<9}  {years}")?;
        }
        Ok(())
    }
}

/// Writes a range as text, or one number if both ends are equal.
fn range<T: PartialEq + fmt::Display>((from, to): (T, T)) -> String {
    if from == to { from.to_string() } else { format!("{from}-{to}") }
}
