//! Player statistics as text.

use std::fmt;

use reynard_pgn::OpeningNames;

use crate::player::{PlayerGroup, PlayerReport, PlayerScore};

/// A [`PlayerReport`] formatted as text tables.
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
    /// Maximum number of lines per list.
    pub most: usize,
}

impl fmt::Display for PlayerReportTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report;
        writeln!(f, "{:<28} {:>7} {:>6} {:>6} {:>6}  Score", "", "Games", "Won", "Drawn", "Lost")?;
        line(f, "White", &report.white)?;
        line(f, "Black", &report.black)?;
        self.most_frequent(f, "Names", &report.names)?;
        self.openings(f)?;
        self.opponents(f)?;
        all(f, "Opponents by rating", &report.opponent_ratings)?;
        all(f, "Time controls", &report.time_classes)?;
        self.most_frequent(f, "Termination", &report.terminations)?;
        if report.years.len() == 1 && report.months.len() > 1 {
            self.latest(f, "Months", &report.months)
        } else {
            self.latest(f, "Years", &report.years)
        }
    }
}

impl PlayerReportTable<'_> {
    fn most_frequent(
        &self,
        f: &mut fmt::Formatter<'_>,
        title: &str,
        groups: &[PlayerGroup],
    ) -> fmt::Result {
        heading(f, title, groups)?;
        self.first(f, groups, str::to_owned)
    }

    /// Writes the first groups and their names, followed by the number of omitted groups.
    fn first(
        &self,
        f: &mut fmt::Formatter<'_>,
        groups: &[PlayerGroup],
        name: impl Fn(&str) -> String,
    ) -> fmt::Result {
        let shown = groups.len().min(self.most);
        groups[..shown].iter().try_for_each(|group| line(f, &name(&group.name), &group.score))?;
        more(f, groups.len() - shown)
    }

    fn openings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = &self.report.openings;
        heading(f, "Openings", groups)?;
        self.first(f, groups, |code| match opening_of(code) {
            Some(opening) => format!("{code} {opening}"),
            None => code.to_owned(),
        })
    }

    /// Writes the opponents. If there are many, all opponents with a single game share one line.
    fn opponents(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = &self.report.opponents;
        if groups.len() <= self.most {
            return all(f, "Opponents", groups);
        }
        let single = groups.partition_point(|group| group.score.games > 1);
        let (often, once) = groups.split_at(single);
        heading(f, "Opponents", groups)?;
        self.first(f, often, str::to_owned)?;
        let mut sum = PlayerScore::default();
        for group in once {
            sum.add(group.score);
        }
        match once {
            [] => Ok(()),
            [group] => line(f, &group.name, &group.score),
            _ => line(f, &format!("{} in one game each", once.len()), &sum),
        }
    }

    /// Writes the last groups, since recent games matter most.
    fn latest(
        &self,
        f: &mut fmt::Formatter<'_>,
        title: &str,
        groups: &[PlayerGroup],
    ) -> fmt::Result {
        let left_out = groups.len().saturating_sub(self.most);
        heading(f, title, groups)?;
        if left_out > 0 {
            writeln!(f, "{left_out} earlier")?;
        }
        groups[left_out..].iter().try_for_each(|group| line(f, &group.name, &group.score))
    }
}

/// Writes all groups.
fn all(f: &mut fmt::Formatter<'_>, title: &str, groups: &[PlayerGroup]) -> fmt::Result {
    heading(f, title, groups)?;
    groups.iter().try_for_each(|group| line(f, &group.name, &group.score))
}

fn heading(f: &mut fmt::Formatter<'_>, title: &str, groups: &[PlayerGroup]) -> fmt::Result {
    if groups.is_empty() { Ok(()) } else { writeln!(f, "\n{title}") }
}

fn more(f: &mut fmt::Formatter<'_>, left_out: usize) -> fmt::Result {
    if left_out == 0 { Ok(()) } else { writeln!(f, "{left_out} more") }
}

/// Returns the name of the opening with an ECO code, without its variation.
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
