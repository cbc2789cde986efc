//! Statistics in displayable form.

use std::fmt;

use reynard_pgn::{NamedOpening, ResultCounts};
use serde::Serialize;

use crate::Statistics;
use crate::counts::{Counts, Measure};
use crate::query::TimeClass;

/// The statistics of a collection in displayable form.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatisticsSummary {
    /// Number of games.
    pub games: u64,
    /// Games by result.
    #[serde(serialize_with = "crate::results::serialize")]
    pub results: ResultCounts,
    /// The lengths of the games in plies; `None` if there are no games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<NumberSummary>,
    /// The Elo ratings of the players; `None` if there are no ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<NumberSummary>,
    /// Number of games by length in tens of plies: 0 to 9, 10 to 19 and so on. The 21st element
    /// counts games of 200 plies or more.
    pub lengths: Vec<u64>,
    /// The players with the most games.
    pub players: Vec<NameCount>,
    /// The most frequent openings.
    pub openings: Vec<OpeningCount>,
    /// The years with the most games, in chronological order.
    pub years: Vec<YearCount>,
    /// The months (such as `2026-05`) with the most games, in chronological order.
    pub months: Vec<NameCount>,
    /// Games by class of time control, fastest first.
    pub time_classes: Vec<NameCount>,
    /// The most frequent values of the `Termination` tag.
    pub terminations: Vec<NameCount>,
}

/// Minimum, mean and maximum of a set of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NumberSummary {
    /// The minimum.
    pub least: u64,
    /// The mean.
    pub mean: f64,
    /// The maximum.
    pub most: u64,
}

/// A player or a property of games, and the number of matching games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NameCount {
    /// The name.
    pub name: String,
    /// Number of games; for a player, the games with either color.
    pub games: u64,
}

/// An opening and the results of its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningCount {
    /// The code of the opening, such as `B20`.
    pub eco: &'static str,
    /// The name of the opening.
    pub opening: &'static str,
    /// Number of games.
    pub games: u64,
    /// Games by result.
    #[serde(serialize_with = "crate::results::serialize")]
    pub results: ResultCounts,
}

/// A year and the number of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct YearCount {
    /// The four-digit year.
    pub year: String,
    /// Number of games.
    pub games: u64,
}

impl Statistics {
    /// Returns the statistics in displayable form, with the `top` most frequent players, openings,
    /// years, months and terminations.
    ///
    /// ```
    /// use reynard_games::Statistics;
    ///
    /// assert_eq!(Statistics::default().summary(10).plies, None);
    /// ```
    pub fn summary(&self, top: usize) -> StatisticsSummary {
        let lengths = self.lengths;
        let used = lengths.iter().rposition(|&games| games > 0).map_or(0, |last| last + 1);
        let named = |(opening, results): (NamedOpening, ResultCounts)| {
            let NamedOpening { eco, name: opening } = opening;
            OpeningCount { eco, opening, games: results.games(), results }
        };
        let mut years: Vec<YearCount> = self
            .years
            .top(top)
            .into_iter()
            .map(|(year, results)| YearCount { year, games: results.games() })
            .collect();
        years.sort_by(|a, b| a.year.cmp(&b.year));
        let named_count =
            |(name, results): (String, ResultCounts)| NameCount { name, games: results.games() };
        let counts = |counts: &Counts<String>, most| {
            counts.top(most).into_iter().map(named_count).collect::<Vec<NameCount>>()
        };
        let mut months = counts(&self.months, top);
        months.sort_by(|a, b| a.name.cmp(&b.name));
        let mut time_classes = counts(&self.time_classes, TimeClass::NAMES.len());
        let speed = |it: &NameCount| TimeClass::NAMES.iter().position(|(name, _)| *name == it.name);
        time_classes.sort_by_key(speed);
        StatisticsSummary {
            games: self.games,
            results: self.results,
            plies: NumberSummary::new(&self.plies),
            elo: NumberSummary::new(&self.elo),
            lengths: lengths[..used].to_vec(),
            players: counts(&self.players, top),
            openings: self.openings.top(top).into_iter().map(named).collect(),
            years,
            months,
            time_classes,
            terminations: counts(&self.terminations, top),
        }
    }
}

impl NumberSummary {
    fn new(measure: &Measure) -> Option<Self> {
        let (least, mean, most) = (measure.least?, measure.mean()?, measure.most?);
        Some(Self { least, mean, most })
    }
}

/// Writes text tables with bars.
impl fmt::Display for StatisticsSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Games    {}", self.games)?;
        for (name, measure) in [("Plies", &self.plies), ("Elo", &self.elo)] {
            if let Some(NumberSummary { least, mean, most }) = measure {
                writeln!(f, "{name:<8} {mean:.0} on average, {least} to {most}")?;
            }
        }
        let ResultCounts { white, draws, black, unknown } = self.results;
        let results = [("1-0", white), ("1/2-1/2", draws), ("0-1", black), ("*", unknown)];
        let results = results.into_iter().map(|(name, games)| {
            // Rounded half up, in tenths of a percent.
            let tenths = (games * 2000 + self.games) / (self.games * 2).max(1);
            (format!("{name:<7} {:>3}.{} %", tenths / 10, tenths % 10), games)
        });
        table(f, "Results", results)?;
        let lengths = self.lengths.chunks(2).enumerate().map(|(index, pair)| {
            let (from, games) = (index * 20, pair.iter().sum());
            let most = from + 19;
            (if from == 200 { "200 ..".into() } else { format!("{from} .. {most}") }, games)
        });
        table(f, "Plies", lengths)?;
        let names = |counts: &[NameCount]| {
            counts.iter().map(|it| (it.name.clone(), it.games)).collect::<Vec<_>>().into_iter()
        };
        if self.years.len() == 1 && self.months.len() > 1 {
            table(f, "Months", names(&self.months))?;
        } else {
            table(f, "Years", self.years.iter().map(|year| (year.year.clone(), year.games)))?;
        }
        table(f, "Time controls", names(&self.time_classes))?;
        table(f, "Termination", names(&self.terminations))?;
        table(f, "Players", names(&self.players))?;
        let openings = self.openings.iter();
        table(f, "Openings", openings.map(|it| (format!("{} {}", it.eco, it.opening), it.games)))
    }
}

/// Writes a table of counts with bars, or nothing if all counts are 0.
fn table(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    rows: impl Iterator<Item = (String, u64)>,
) -> fmt::Result {
    /// The maximum length of a bar, in characters.
    const BAR: u64 = 30;
    /// The maximum length of a name, in characters.
    const NAME: usize = 44;
    let rows: Vec<(String, u64)> = rows.filter(|&(_, games)| games > 0).collect();
    let Some(most) = rows.iter().map(|&(_, games)| games).max() else { return Ok(()) };
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(NAME);
    let digits = most.to_string().len();
    writeln!(f, "\n{title}")?;
    for (name, games) in rows {
        let bar = "█".repeat(usize::try_from((games * BAR).div_ceil(most)).unwrap_or(0));
        writeln!(f, "  {name:<width$.width$}  {games:>digits$}  {bar}")?;
    }
    Ok(())
}
