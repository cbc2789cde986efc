//! Player statistics.

use std::collections::BTreeMap;

use reynard::Color;
use reynard_games::{GameDate, NameIndex, Query, TextPattern, TimeClass};
use reynard_pgn::Termination;
use serde::Serialize;

use crate::filter::SegmentFilter;
use crate::game::{decoded, each_tag, extra_of};
use crate::section::Section;
use crate::segment::Segment;
use crate::tag_layout::{eco_text, month_of, year_of};
use crate::{Database, DatabaseError};

/// A player's game counts, by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerScore {
    /// Number of games, including games without a known result.
    pub games: u64,
    /// Number of games that the player won.
    pub wins: u64,
    /// Number of draws.
    pub draws: u64,
    /// Number of games that the player lost.
    pub losses: u64,
}

impl PlayerScore {
    fn count(&mut self, color: Color, result: Termination) {
        self.games += 1;
        match (result, color) {
            (Termination::Unknown, _) => {}
            (Termination::Draw, _) => self.draws += 1,
            (Termination::WhiteWins, Color::White) | (Termination::BlackWins, Color::Black) => {
                self.wins += 1;
            }
            _ => self.losses += 1,
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// Returns the share of points, from 0 to 1; `None` if no game has a known result.
    ///
    /// ```
    /// use reynard_db::PlayerScore;
    ///
    /// let score = PlayerScore { games: 2, wins: 1, draws: 1, losses: 0 };
    /// assert_eq!(score.points(), Some(0.75));
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "numbers of games are far below 2^52")]
    pub fn points(&self) -> Option<f64> {
        let decided = self.wins + self.draws + self.losses;
        (decided > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / decided as f64)
    }
}

/// A player's games that share a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerGroup {
    /// The shared property, such as an ECO code, a year, or the name of an opponent.
    pub name: String,
    /// The games.
    #[serde(flatten)]
    pub score: PlayerScore,
}

/// A player's statistics: see [`Database::player`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerReport {
    /// The spellings of the name that were found, most frequent first.
    pub names: Vec<PlayerGroup>,
    /// Results of the games as White.
    pub white: PlayerScore,
    /// Results of the games as Black.
    pub black: PlayerScore,
    /// Games by the code in the `ECO` tag, most frequent first.
    pub openings: Vec<PlayerGroup>,
    /// Games by opponent, most frequent first. Spellings that the filter language treats as the
    /// same name are merged under the most frequent one.
    pub opponents: Vec<PlayerGroup>,
    /// Games by year, in order.
    pub years: Vec<PlayerGroup>,
    /// Games by month in the form `1985-09`, in order. Games without a known month are not
    /// included.
    pub months: Vec<PlayerGroup>,
    /// Games by rating of the opponent, in bands of 200 points such as `2400-2599`, lowest first.
    pub opponent_ratings: Vec<PlayerGroup>,
    /// Games by class of their time control, fastest first: see [`TimeClass`].
    pub time_classes: Vec<PlayerGroup>,
    /// Games by the `Termination` tag, most frequent first.
    pub terminations: Vec<PlayerGroup>,
}

/// Scores by name.
type Groups = BTreeMap<String, PlayerScore>;

#[derive(Default)]
struct Sums {
    report: PlayerReport,
    names: Groups,
    openings: Groups,
    years: Groups,
    months: Groups,
    /// Scores by spelling of the opponent's name.
    opponents: Groups,
    /// Scores by the lowest rating of the band.
    bands: BTreeMap<u16, PlayerScore>,
    /// Scores by index in [`TimeClass::NAMES`].
    time_classes: BTreeMap<usize, PlayerScore>,
    terminations: Groups,
}

/// The width of the rating bands.
const BAND: u16 = 200;

impl Database {
    /// Returns a player's statistics over the games that match a query. Names match as in the
    /// filter language: a name must contain every word of the pattern, regardless of case, accents
    /// and order. A game counts once for each of its players whose name matches.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(
    ///     b"[White \"Tal, M\"]\n[Black \"Smyslov\"]\n\n1. e4 1-0\n",
    ///     &Default::default(),
    /// )?;
    /// let report = base.player(&"tal".parse()?, &Default::default())?;
    /// assert_eq!((report.white.wins, report.opponents[0].name.as_str()), (1, "Smyslov"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn player(&self, name: &TextPattern, query: &Query) -> Result<PlayerReport, DatabaseError> {
        let mut sums = Sums::default();
        for segment in &self.segments {
            add_games(segment, name, query, &mut sums)?;
        }
        let mut report = sums.report;
        report.names = by_frequency(sums.names);
        report.openings = by_frequency(sums.openings);
        report.years = in_order(sums.years);
        report.months = in_order(sums.months);
        report.opponent_ratings =
            in_order(sums.bands.into_iter().map(|(least, score)| {
                (format!("{least}-{}", least.saturating_add(BAND - 1)), score)
            }));
        report.time_classes = in_order(
            sums.time_classes
                .into_iter()
                .map(|(index, score)| (TimeClass::NAMES[index].0.to_owned(), score)),
        );
        report.terminations = by_frequency(sums.terminations);
        report.opponents = by_frequency(joined(sums.opponents));
        Ok(report)
    }
}

/// Merges the spellings of a name under the most frequent one.
fn joined(spellings: Groups) -> Vec<(String, PlayerScore)> {
    let mut index = NameIndex::default();
    for name in spellings.keys() {
        index.add(name);
    }
    let mut players: BTreeMap<usize, (String, u64, PlayerScore)> = BTreeMap::new();
    for (name, score) in spellings {
        let number = index.add(&name).number();
        let (spelling, most, sum) = players.entry(number).or_default();
        if score.games > *most {
            (*spelling, *most) = (name, score.games);
        }
        sum.add(score);
    }
    players.into_values().map(|(name, _, score)| (name, score)).collect()
}

fn in_order(groups: impl IntoIterator<Item = (String, PlayerScore)>) -> Vec<PlayerGroup> {
    groups.into_iter().map(|(name, score)| PlayerGroup { name, score }).collect()
}

fn by_frequency(groups: impl IntoIterator<Item = (String, PlayerScore)>) -> Vec<PlayerGroup> {
    let mut groups = in_order(groups);
    groups.sort_by(|a, b| (b.score.games, &a.name).cmp(&(a.score.games, &b.name)));
    groups
}

fn add_games(
    segment: &Segment,
    name: &TextPattern,
    query: &Query,
    sums: &mut Sums,
) -> Result<(), DatabaseError> {
    let names = segment.names()?;
    let is_player: Vec<bool> = (0..names.len())
        .map(|number| name.is_in(&decoded(names.get(number).unwrap_or_default())))
        .collect();
    let plays = |number: u32| is_player.get(number as usize).copied().unwrap_or(false);
    let (whites, blacks) = (segment.words(Section::White)?, segment.words(Section::Black)?);
    let mut filter = SegmentFilter::new(query, segment)?;
    for (game, (&white, &black)) in (0..).zip(whites.iter().zip(blacks)) {
        if !(plays(white) || plays(black)) || !filter.accepts(game)? {
            continue;
        }
        // A short name can match both players: the game counts for each of them.
        let sides = [(Color::White, white, black), (Color::Black, black, white)];
        for (color, own, other) in sides.into_iter().filter(|&(_, own, _)| plays(own)) {
            let text = |number| decoded(names.get(number).unwrap_or_default()).into_owned();
            add_side(segment, game, color, [text(own), text(other)], sums)?;
        }
    }
    Ok(())
}

/// Counts a game for one of its players. `names` holds the names of this player and of the
/// opponent.
fn add_side(
    segment: &Segment,
    game: u32,
    color: Color,
    [own, other]: [String; 2],
    sums: &mut Sums,
) -> Result<(), DatabaseError> {
    let result = segment.flags_of(game)?.result();
    let (side, elo) = match color {
        Color::White => (&mut sums.report.white, segment.half(Section::BlackElo, game)?),
        Color::Black => (&mut sums.report.black, segment.half(Section::WhiteElo, game)?),
    };
    side.count(color, result);
    sums.names.entry(own).or_default().count(color, result);
    if let Some(eco) = eco_text(segment.half(Section::Eco, game)?) {
        sums.openings.entry(eco).or_default().count(color, result);
    }
    if elo > 0 {
        sums.bands.entry(elo / BAND * BAND).or_default().count(color, result);
    }
    sums.opponents.entry(other).or_default().count(color, result);
    add_tags(segment, game, (color, result), sums)
}

/// Counts a game by its date and by those of its tags that are not in a column.
fn add_tags(
    segment: &Segment,
    game: u32,
    (color, result): (Color, Termination),
    sums: &mut Sums,
) -> Result<(), DatabaseError> {
    let (mut control, mut termination, mut utc_date) = (None, None, None);
    let extra = extra_of(segment, game)?;
    each_tag(segment, game, &extra, |name, value| {
        let found = match name {
            b"TimeControl" => &mut control,
            b"Termination" => &mut termination,
            b"UTCDate" => &mut utc_date,
            _ => return,
        };
        // If a tag is repeated, the first one counts.
        found.get_or_insert_with(|| decoded(value).into_owned());
    })?;
    let date = segment.word(Section::Date, game)?;
    let (mut year, mut month) = (year_of(date), month_of(date));
    if year.is_none() {
        // Old lichess exports have no other.
        let date = GameDate::of_tag(utc_date.as_deref().unwrap_or_default());
        (year, month) = (date.year, date.month.map(u32::from));
    }
    if let Some(year) = year {
        sums.years.entry(year.to_string()).or_default().count(color, result);
        if let Some(month) = month {
            let month = format!("{year:04}-{month:02}");
            sums.months.entry(month).or_default().count(color, result);
        }
    }
    let class = control.as_deref().and_then(TimeClass::of_tag);
    let class = TimeClass::NAMES.iter().position(|(_, it)| Some(*it) == class);
    if let Some(class) = class {
        sums.time_classes.entry(class).or_default().count(color, result);
    }
    if let Some(termination) = termination.filter(|text| !matches!(&**text, "" | "?")) {
        sums.terminations.entry(termination).or_default().count(color, result);
    }
    Ok(())
}
