//! Statistics of a player.

use std::collections::BTreeMap;
use std::fmt;

use reynard::Color;
use reynard_games::{NameIndex, Query, TextPattern};
use reynard_pgn::{OpeningNames, Termination};
use serde::Serialize;

use crate::filter::SegmentFilter;
use crate::game::decoded;
use crate::section::Section;
use crate::segment::Segment;
use crate::tag_layout::{eco_text, year_of};
use crate::{Database, DatabaseError};

/// Games of a player by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerScore {
    /// Games, those without a known result included.
    pub games: u64,
    /// Games that the player won.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Games that the player lost.
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

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// Returns the share of points, 0 to 1; `None` without a known result.
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

/// Games of a player that have something in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerGroup {
    /// The code of an opening, a year, or the name of an opponent.
    pub name: String,
    /// The games.
    #[serde(flatten)]
    pub score: PlayerScore,
}

/// Statistics of a player: see [`Database::player`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerReport {
    /// The spellings of the name that were found, those of most games first.
    pub names: Vec<PlayerGroup>,
    /// Games with the white pieces.
    pub white: PlayerScore,
    /// Games with the black pieces.
    pub black: PlayerScore,
    /// Games by the code in the tag `ECO`, the most frequent first.
    pub openings: Vec<PlayerGroup>,
    /// Games by opponent, the most frequent first. Spellings that the filter language takes for
    /// one name are one, under the most frequent.
    pub opponents: Vec<PlayerGroup>,
    /// Games by year, in order.
    pub years: Vec<PlayerGroup>,
}

/// A [`PlayerReport`] as tables of text.
///
/// ```
/// use reynard_db::{PlayerReport, PlayerReportTable};
///
/// let table = PlayerReportTable { report: &PlayerReport::default(), most: 10 };
/// assert_eq!(table.to_string().lines().count(), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlayerReportTable<'a> {
    /// The statistics.
    pub report: &'a PlayerReport,
    /// The most lines of each list.
    pub most: usize,
}

impl fmt::Display for PlayerReportTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { report, most } = *self;
        writeln!(f, "{:<28} {:>7} {:>6} {:>6} {:>6}  Score", "", "Games", "Won", "Drawn", "Lost")?;
        line(f, "White", &report.white)?;
        line(f, "Black", &report.black)?;
        for (title, groups) in [
            ("Names", &report.names),
            ("Openings", &report.openings),
            ("Opponents", &report.opponents),
            ("Years", &report.years),
        ] {
            if !groups.is_empty() {
                writeln!(f, "\n{title}")?;
            }
            let left_out = groups.len().saturating_sub(most);
            if title == "Years" {
                // The latest ones matter most.
                if left_out > 0 {
                    writeln!(f, "{left_out} earlier")?;
                }
                for PlayerGroup { name, score } in &groups[left_out..] {
                    line(f, name, score)?;
                }
                continue;
            }
            for PlayerGroup { name, score } in groups.iter().take(most) {
                match opening_of(name).filter(|_| title == "Openings") {
                    Some(opening) => line(f, &format!("{name} {opening}"), score)?,
                    None => line(f, name, score)?,
                }
            }
            if left_out > 0 {
                writeln!(f, "{left_out} more")?;
            }
        }
        Ok(())
    }
}

/// Returns the name of an opening by its code, without the variation.
fn opening_of(code: &str) -> Option<&'static str> {
    let mut openings = OpeningNames::embedded().iter();
    let opening = openings.find(|opening| opening.eco == code)?;
    opening.name.split([':', ',']).next()
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, score: &PlayerScore) -> fmt::Result {
    let points = score.points().map(|points| format!("  {:.1} %", points * 100.0));
    let PlayerScore { games, wins, draws, losses } = score;
    let points = points.unwrap_or_default();
    writeln!(f, "{name:<28.28} {games:>7} {wins:>6} {draws:>6} {losses:>6}{points}")
}

/// Scores by name.
type Groups = BTreeMap<String, PlayerScore>;

#[derive(Default)]
struct Sums {
    report: PlayerReport,
    names: Groups,
    openings: Groups,
    years: Groups,
    /// By spelling.
    opponents: Groups,
}

impl Database {
    /// Returns the statistics of a player over the games that match a query. A name is found as the filter
    /// language finds it: each word, whatever case, accents and order.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let mut base = reynard_db::Database::create(folder.path().join("a.rdb"), Default::default())?;
    /// base.add_pgn(b"[White \"Tal, M\"]\n[Black \"Smyslov\"]\n\n1. e4 1-0\n", &Default::default())?;
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
        report.years =
            sums.years.into_iter().map(|(name, score)| PlayerGroup { name, score }).collect();
        report.opponents = by_frequency(joined(sums.opponents));
        Ok(report)
    }
}

/// Joins the spellings of a name under the most frequent one.
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

fn by_frequency(groups: impl IntoIterator<Item = (String, PlayerScore)>) -> Vec<PlayerGroup> {
    let mut groups: Vec<PlayerGroup> =
        groups.into_iter().map(|(name, score)| PlayerGroup { name, score }).collect();
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
        let (color, own, other) =
            if plays(white) { (Color::White, white, black) } else { (Color::Black, black, white) };
        let result = segment.flags_of(game)?.result();
        let text = |number| decoded(names.get(number).unwrap_or_default()).into_owned();
        let side = match color {
            Color::White => &mut sums.report.white,
            Color::Black => &mut sums.report.black,
        };
        side.count(color, result);
        sums.names.entry(text(own)).or_default().count(color, result);
        if let Some(eco) = eco_text(segment.half(Section::Eco, game)?) {
            sums.openings.entry(eco).or_default().count(color, result);
        }
        if let Some(year) = year_of(segment.word(Section::Date, game)?) {
            sums.years.entry(year.to_string()).or_default().count(color, result);
        }
        sums.opponents.entry(text(other)).or_default().count(color, result);
    }
    Ok(())
}
