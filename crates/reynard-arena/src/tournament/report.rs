//! Match standings as text and JSON.

use std::collections::BTreeMap;
use std::fmt;

use reynard_base::signed;
use serde::Serialize;

use super::schedule::Schedule;
use super::stages::Placing;
use super::standings::{PairingResults, Standings};
use crate::game::{GameRecord, Overhead};
use crate::stats::{Elo, EloModel, Pairs, Rating, Sprt, SprtState, SprtVerdict, Tally, elo_text};

/// Standings with player names and a sequential test. The report can be printed as text, as a table
/// or as JSON.
///
/// ```
/// use reynard_arena::{MatchFormat, MatchReport, Schedule};
///
/// let names = ["new".to_owned(), "old".to_owned()];
/// let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 5 };
/// let report = MatchReport::new(&names, schedule, None);
/// assert_eq!(report.line(10), "0/10  new - old: +0 =0 -0");
/// assert!(report.sprt_state().is_none(), "there is no test");
/// assert!(report.summary().to_string().starts_with("new - old: +0 =0 -0\ngames: 0\n"));
/// ```
#[derive(Clone, Debug)]
pub struct MatchReport {
    names: Vec<String>,
    schedule: Schedule,
    standings: Standings,
    test: Option<Sprt>,
}

impl MatchReport {
    /// Creates the report before the first game. The test applies to the first pairing.
    pub fn new(names: &[String], schedule: Schedule, test: Option<Sprt>) -> Self {
        Self { names: names.to_vec(), schedule, standings: Standings::new(schedule), test }
    }

    /// Adds a game.
    pub fn count(&mut self, record: &GameRecord) {
        self.standings.add(record);
    }

    /// Returns the number of games played.
    pub fn games(&self) -> usize {
        usize::try_from(self.standings.games()).unwrap_or(usize::MAX)
    }

    /// Returns the standings.
    pub const fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns the standings in one line: the number of games played out of `games`, and the
    /// results if there is only one pairing.
    pub fn line(&self, games: usize) -> String {
        let played = self.games();
        match self.standings.pairings() {
            [pairing] => match self.sprt_state() {
                Some(state) => format!("{played}/{games}  {}, {}", self.row(pairing), Llr(state)),
                None => format!("{played}/{games}  {}", self.row(pairing)),
            },
            _ => format!("{played}/{games} games"),
        }
    }

    /// Returns the state of the sequential test, with its log-likelihood ratio, if there is one.
    pub fn sprt_state(&self) -> Option<SprtState> {
        Some(self.test?.of_pairs(&self.standings.pairings().first()?.pairs))
    }

    /// Returns the outcome of the sequential test, if any.
    pub fn decision(&self) -> Option<SprtVerdict> {
        self.sprt_state()?.verdict()
    }

    /// Returns the rating list, best player first, or an empty list if there are fewer than three
    /// players.
    fn list(&self) -> Vec<Place<'_>> {
        if self.names.len() < 3 {
            return Vec::new();
        }
        let ratings = self.standings.ratings().into_iter();
        let mut list: Vec<Place<'_>> =
            ratings.zip(&self.names).map(|(rating, name)| Place::new(name, rating)).collect();
        list.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        list
    }

    fn row(&self, pairing: &PairingResults) -> Row<'_> {
        let by_pairs = Elo::of_pairs(&pairing.pairs);
        Row {
            first: &self.names[pairing.first],
            second: &self.names[pairing.second],
            tally: pairing.tally,
            pairs: pairing.pairs,
            repeated_pairs: pairing.repeated,
            elo: by_pairs.or_else(|| Elo::of_games(&pairing.tally)).map(Estimate::from),
        }
    }

    /// Returns one row per pairing.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        self.standings.pairings().iter().map(|pairing| self.row(pairing)).collect()
    }

    /// Returns the placings in a Swiss or knockout tournament, the winner first.
    #[expect(clippy::cast_precision_loss, reason = "there are fewer points than a float can count")]
    fn placings(&self) -> Vec<PlacingRow<'_>> {
        let placings = self.schedule.placings(self.standings.results());
        let value = |it: &Placing| (it.half_points, it.stages, it.buchholz);
        let row = |placing: &Placing| PlacingRow {
            // Equal results share a place.
            place: placings.iter().take_while(|it| value(it) != value(placing)).count() + 1,
            player: &self.names[placing.player],
            points: placing.half_points as f64 / 2.0,
            stages: placing.stages,
            buchholz: placing.buchholz as f64 / 2.0,
        };
        placings.iter().map(row).collect()
    }

    /// Returns the lines of the rating list.
    pub(super) fn places(&self) -> Vec<String> {
        lines_of(&self.list())
    }

    /// Returns the report on the sequential test, if any.
    pub(super) fn sprt(&self) -> Option<SprtReport> {
        self.test.zip(self.sprt_state()).map(|(test, state)| SprtReport::new(test, state))
    }

    /// Returns the summary. `Display` formats it as text, `Serialize` as a JSON object.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, MatchReport, Schedule};
    ///
    /// let schedule = Schedule { players: 1, format: MatchFormat::RoundRobin, rounds: 5 };
    /// let report = MatchReport::new(&["alone".to_owned()], schedule, None);
    /// assert!(report.summary().to_string().contains("forfeits: none"));
    /// ```
    pub fn summary(&self) -> MatchSummary<'_> {
        MatchSummary {
            games: self.games(),
            repeated_pairs: self.standings.repeated_pairs(),
            meetings: self.rows(),
            ratings: self.list(),
            placings: self.placings(),
            sprt: self.sprt(),
            ends: self.standings.endings(),
            faults: self
                .standings
                .forfeits()
                .iter()
                .map(|(&(player, cause), forfeits)| Fault {
                    player: &self.names[player],
                    cause,
                    games: forfeits.games,
                    details: &forfeits.details,
                })
                .collect(),
            overhead_us: self.standings.overhead(),
            overhead_mean_us: self.standings.overhead().mean(),
        }
    }
}

/// Summary of a match as text and JSON, created by [`MatchReport::summary`]. The figures themselves
/// are in [`MatchReport::standings`] and [`MatchReport::sprt_state`].
#[derive(Clone, Debug, Serialize)]
pub struct MatchSummary<'a> {
    games: usize,
    #[serde(skip_serializing_if = "is_zero")]
    repeated_pairs: u64,
    meetings: Vec<Row<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ratings: Vec<Place<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    placings: Vec<PlacingRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
    ends: &'a BTreeMap<&'static str, u64>,
    faults: Vec<Fault<'a>>,
    overhead_us: Overhead,
    overhead_mean_us: f64,
}

/// Results of a pairing.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row<'a> {
    pub(super) first: &'a str,
    pub(super) second: &'a str,
    #[serde(flatten)]
    pub(super) tally: Tally,
    pub(super) pairs: Pairs,
    #[serde(skip_serializing_if = "is_zero")]
    repeated_pairs: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) elo: Option<Estimate>,
}

/// Elo difference. Infinite values are omitted from JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Estimate {
    pub(super) score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalized: Option<f64>,
    normalized_error: f64,
    pub(super) superiority: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// An entry in the rating list.
#[derive(Clone, Debug, Serialize)]
struct Place<'a> {
    player: &'a str,
    elo: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
    games: u64,
    points: f64,
}

impl<'a> Place<'a> {
    fn new(player: &'a str, rating: Rating) -> Self {
        let Rating { elo, error, games, points } = rating;
        Self { player, elo, error, games, points }
    }
}

/// A player in a Swiss or knockout tournament.
#[derive(Clone, Debug, Serialize)]
struct PlacingRow<'a> {
    place: usize,
    player: &'a str,
    points: f64,
    stages: usize,
    buchholz: f64,
}

/// The report on the sequential test.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SprtReport {
    elo0: f64,
    elo1: f64,
    model: &'static str,
    pub(super) llr: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<&'static str>,
}

impl SprtReport {
    pub(super) fn new(test: Sprt, state: SprtState) -> Self {
        let (elo0, elo1) = test.differences();
        let model = match test.model() {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        };
        let accepted = state.verdict().map(|decision| match decision {
            SprtVerdict::NotBetter => "elo0",
            SprtVerdict::Better => "elo1",
        });
        let SprtState { llr, lower, upper } = state;
        Self { elo0, elo1, model, llr, lower, upper, accepted }
    }

    /// Formats the hypotheses.
    pub(super) fn hypotheses(&self) -> String {
        let Self { elo0, elo1, model, .. } = self;
        format!("SPRT {elo0} against {elo1} {model} Elo")
    }

    /// Formats the log-likelihood ratio and the outcome.
    pub(super) fn evidence(&self) -> String {
        let &Self { llr, lower, upper, .. } = self;
        let ratio = Llr(SprtState { llr, lower, upper });
        match self.accepted {
            Some(accepted) => format!("{ratio}, {accepted} is accepted"),
            None => format!("{ratio}, undecided"),
        }
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.hypotheses(), self.evidence())
    }
}

/// Log-likelihood ratio with its bounds.
struct Llr(SprtState);

impl fmt::Display for Llr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtState { llr, lower, upper } = self.0;
        write!(f, "LLR {llr:.2} ({lower:.2} to {upper:.2})")
    }
}

/// The forfeits of an engine.
#[derive(Clone, Debug, Serialize)]
struct Fault<'a> {
    player: &'a str,
    cause: &'static str,
    games: u64,
    details: &'a [String],
}

impl From<Elo> for Estimate {
    fn from(elo: Elo) -> Self {
        let Elo { score, score_error: _, elo, error, normalized, normalized_error, superiority } =
            elo;
        Self { score, elo, error, normalized, normalized_error, superiority }
    }
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses } = self.tally;
        write!(f, "{} - {}: +{wins} ={draws} -{losses}", self.first, self.second)?;
        let Some(elo) = self.elo else { return Ok(()) };
        write!(f, ", {:.1} %", elo.score * 100.0)?;
        match elo_text(elo.elo, elo.error) {
            Some(text) => write!(f, ", Elo {text}")?,
            None => f.write_str(", Elo cannot be estimated (one side has all points)")?,
        }
        write!(f, ", LOS {:.1} %", elo.superiority * 100.0)?;
        write!(f, ", draws {:.1} %", self.tally.draw_ratio() * 100.0)?;
        let [a, b, c, d, e] = self.pairs.counts;
        write!(f, ", pairs {a} {b} {c} {d} {e}")
    }
}

/// Breaks a line of more than 80 characters after a comma.
fn folded(line: &str) -> String {
    const WIDTH: usize = 80;
    let (mut text, mut used) = (String::new(), 0);
    for part in line.split_inclusive(", ") {
        let length = part.trim_end().chars().count();
        if used > 0 && used + length > WIDTH {
            text.truncate(text.trim_end().len());
            text.push_str("\n  ");
            used = 2;
        }
        text.push_str(part);
        used += part.chars().count();
    }
    text
}

impl fmt::Display for MatchSummary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.meetings {
            writeln!(f, "{}", folded(&row.to_string()))?;
        }
        for line in lines_of(&self.ratings) {
            writeln!(f, "{line}")?;
        }
        let width = self.placings.iter().map(|row| row.player.chars().count()).max().unwrap_or(0);
        for PlacingRow { place, player, points, stages, buchholz } in &self.placings {
            let word = if *stages == 1 { "stage" } else { "stages" };
            writeln!(
                f,
                "{place:3}. {player:width$} {points:6} points, {stages} {word}, Buchholz {buchholz}"
            )?;
        }
        if let Some(sprt) = &self.sprt {
            writeln!(f, "{sprt}")?;
        }
        write!(f, "games: {}", self.games)?;
        if self.repeated_pairs > 0 {
            let repeated = 2 * self.repeated_pairs;
            write!(f, ", of which {repeated} repeat others move by move and are not counted")?;
        }
        f.write_str("\nendings:")?;
        for (index, (cause, games)) in self.ends.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma} {cause} {games}")?;
        }
        writeln!(f)?;
        if self.faults.is_empty() {
            writeln!(f, "forfeits: none")?;
        }
        for Fault { player, cause, games, details } in &self.faults {
            let listed = details.join("; ");
            let more = if *games > details.len() as u64 { "; .." } else { "" };
            writeln!(f, "forfeits: {player}, {games} by {cause} ({listed}{more})")?;
        }
        writeln!(
            f,
            "overhead a move: {:.3} ms, at most {:.3} ms, over {} moves",
            self.overhead_mean_us / 1e3,
            self.overhead_us.longest_ms(),
            self.overhead_us.moves,
        )
    }
}

/// Returns one line for each entry in the rating list.
fn lines_of(places: &[Place<'_>]) -> Vec<String> {
    let width = places.iter().map(|place| place.player.chars().count()).max().unwrap_or(0);
    let line = |(index, place): (usize, &Place<'_>)| {
        let Place { player, elo, error, games, points } = place;
        let elo = signed(*elo, 1);
        let error = error.map_or_else(String::new, |error| format!("± {error:5.1}"));
        format!("{:3}. {player:width$} {elo:>8} {error:7}  {points}/{games}", index + 1)
    };
    places.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use reynard::GameResult;

    use super::*;
    use crate::game::Cause;
    use crate::tournament::MatchFormat;

    #[test]
    fn a_rating_that_is_rounded_to_zero_has_no_minus_sign() {
        let place = |elo| Place { player: "a", elo, error: Some(3.0), games: 4, points: 2.0 };
        let lines = lines_of(&[place(-0.04), place(-0.06)]);
        assert_eq!(lines, ["  1. a     +0.0 ±   3.0  2/4", "  2. a     -0.1 ±   3.0  2/4"]);
    }

    /// White oversteps the time against a bare king.
    #[test]
    fn draws_are_no_losses_and_have_no_error() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let schedule = Schedule { players: 3, format: MatchFormat::RoundRobin, rounds: 1 };
        let mut report = MatchReport::new(&names, schedule, None);
        report.count(&GameRecord {
            number: 0,
            round: 0,
            white: 0,
            black: 1,
            started: None,
            start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned(),
            chess960: false,
            moves: Vec::new(),
            result: GameResult::Draw,
            cause: Cause::TimeForfeit,
            detail: Some("white by 2.0 ms".to_owned()),
            overhead: Overhead::default(),
        });
        let text = report.summary().to_string();
        assert!(text.contains("  1. a     +0.0          0.5/1\n"), "{text}");
        let forfeits = "\nforfeits: a, 1 by time-forfeit (game 1: white by 2.0 ms)\n";
        assert!(text.contains(forfeits), "{text}");
    }

    #[test]
    fn long_lines_are_broken_behind_a_comma() {
        let short = "a - b: +0 =4 -0, 50.0 %, Elo +0.0 ± 0.0, LOS 50.0 %, draws 100.0 %";
        assert_eq!(folded(short), short);
        let long = format!("{short}, pairs 0 0 4 0 0");
        assert_eq!(folded(&long), format!("{short},\n  pairs 0 0 4 0 0"));
        let names = "n".repeat(90);
        assert_eq!(folded(&format!("{names}: +1, 50 %")), format!("{names}: +1,\n  50 %"));
    }
}
