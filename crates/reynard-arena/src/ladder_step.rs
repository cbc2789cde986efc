//! Results at the rungs of a ladder.

use std::fmt;

use serde::Serialize;

use crate::game::GameRecord;
use crate::ladder::Rung;
use crate::stats::{Elo, Pairs, Tally, elo_text};
use crate::tournament::{Schedule, Standings};

/// The results of a challenger, player 0, against the opponent on a rung.
///
/// ```
/// use reynard_arena::{Ladder, LadderStep, MatchFormat, Schedule};
///
/// let rung = &Ladder::standard().rungs[0];
/// let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 1 };
/// let step = LadderStep::new(rung, schedule, &[]);
/// assert_eq!(step.to_string(), "fairymax                 +0 =0 -0    0.0 %");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LadderStep {
    /// Name of the rung.
    pub rung: String,
    /// Wins, draws and losses.
    #[serde(flatten)]
    pub tally: Tally,
    /// Game pairs by points.
    pub pairs: Pairs,
    /// Number of game pairs that repeat another pair move by move. They are not counted.
    #[serde(skip_serializing_if = "is_zero")]
    pub repeated_pairs: u64,
    /// Score from 0 to 1.
    pub score: f64,
    /// Elo difference, if finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// Half the width of the 95 % interval in Elo, if finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Number of forfeits.
    pub faults: u64,
    /// Details of each forfeit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fault_details: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl LadderStep {
    /// Creates the step from the games played on a rung. Each game is identified by its number in
    /// the schedule.
    pub fn new(rung: &Rung, schedule: Schedule, records: &[GameRecord]) -> Self {
        let mut standings = Standings::new(schedule);
        for record in records {
            standings.add(record);
        }
        let (tally, pairs) = match standings.pairings() {
            [pairing, ..] => (pairing.tally, pairing.pairs),
            [] => (Tally::default(), Pairs::default()),
        };
        let forfeits = records.iter().filter(|record| record.cause.is_forfeit());
        let fault_details: Vec<String> = forfeits.map(fault_detail).collect();
        let elo = Elo::of_pairs(&pairs);
        Self {
            rung: rung.name.clone(),
            tally,
            pairs,
            repeated_pairs: standings.repeated_pairs(),
            score: elo.map_or(0.0, |elo| elo.score),
            elo: elo.and_then(|elo| elo.elo),
            error: elo.and_then(|elo| elo.error),
            faults: fault_details.len() as u64,
            fault_details,
        }
    }
}

/// Returns a description of a forfeit.
fn fault_detail(record: &GameRecord) -> String {
    let by = if record.forfeiter() == Some(0) { "its own" } else { "the rung's" };
    let detail = record.detail.as_deref().unwrap_or("no details");
    format!("game {}: {by} {}, {detail}", record.number + 1, record.cause)
}

impl fmt::Display for LadderStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses } = self.tally;
        write!(f, "{:24} +{wins} ={draws} -{losses}  {:5.1} %", self.rung, self.score * 100.0)?;
        if let Some(text) = elo_text(self.elo, self.error) {
            write!(f, "  Elo {text}")?;
        }
        if self.repeated_pairs > 0 {
            let repeated = 2 * self.repeated_pairs;
            write!(f, "\n    {repeated} games repeat others move by move and are not counted")?;
        }
        self.fault_details.iter().try_for_each(|detail| write!(f, "\n    {detail}"))
    }
}

/// An engine's position on a ladder.
///
/// ```
/// use reynard_arena::LadderPlace;
///
/// let place = LadderPlace::new("mine");
/// assert_eq!(place.to_string(), "mine stands nowhere");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LadderPlace {
    /// Name of the engine.
    pub engine: String,
    /// Last rung at which the engine scored at least half of the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<String>,
    /// First rung at which the engine scored less than half of the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<String>,
}

impl LadderPlace {
    /// Creates the position of an engine that has not played any games.
    pub fn new(engine: impl Into<String>) -> Self {
        Self { engine: engine.into(), above: None, below: None }
    }

    /// Adds the results at the next rung.
    pub fn add(&mut self, step: &LadderStep) {
        if step.score >= 0.5 {
            self.above = Some(step.rung.clone());
        } else if self.below.is_none() {
            self.below = Some(step.rung.clone());
        }
    }
}

impl fmt::Display for LadderPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, above, below } = self;
        match (above, below) {
            (Some(above), Some(below)) => {
                write!(f, "{engine} holds its own up to {above}, not against {below}")
            }
            (Some(above), None) => write!(f, "{engine} holds its own up to {above}"),
            (None, Some(below)) => write!(f, "{engine} stands below {below}"),
            (None, None) => write!(f, "{engine} stands nowhere"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::Ladder;
    use crate::tournament::MatchFormat;

    #[test]
    fn a_place_lies_between_the_last_half_and_the_first_loss() {
        let rungs = Ladder::standard().rungs;
        let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 1 };
        let mut place = LadderPlace::new("mine");
        for (rung, score) in rungs.iter().zip([0.9, 0.4, 0.5, 0.1]) {
            place.add(&LadderStep { score, ..LadderStep::new(rung, schedule, &[]) });
        }
        let (above, below) = (rungs[2].name.clone(), rungs[1].name.clone());
        assert_eq!((place.above, place.below), (Some(above), Some(below)));
    }
}
