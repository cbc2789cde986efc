//! What the games of a match say.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use reynard::GameResult;
use reynard_arena::stats::{Elo, Pairs, Tally};
use reynard_arena::{GameRecord, Overhead, Schedule};
use serde::Serialize;

/// The results so far.
pub(super) struct Standing {
    names: Vec<String>,
    meetings: Vec<Meeting>,
    overhead: Overhead,
    causes: BTreeMap<&'static str, u64>,
    faults: BTreeMap<(usize, &'static str), u64>,
}

/// The games between two players, as the first sees them.
struct Meeting {
    players: (usize, usize),
    tally: Tally,
    pairs: Pairs,
    /// Games whose partner is not over, by round: the half points.
    open: HashMap<usize, u8>,
}

impl Standing {
    pub(super) fn new(names: &[String], schedule: Schedule) -> Self {
        let meeting = |players| Meeting {
            players,
            tally: Tally::default(),
            pairs: Pairs::default(),
            open: HashMap::new(),
        };
        Self {
            names: names.to_vec(),
            meetings: schedule.pairings().into_iter().map(meeting).collect(),
            overhead: Overhead::default(),
            causes: BTreeMap::new(),
            faults: BTreeMap::new(),
        }
    }

    pub(super) fn count(&mut self, record: &GameRecord) {
        let sorted = (record.white.min(record.black), record.white.max(record.black));
        let Some(meeting) = self.meetings.iter_mut().find(|meeting| meeting.players == sorted)
        else {
            return;
        };
        let white = match record.result {
            GameResult::WhiteWins => 2,
            GameResult::Draw => 1,
            GameResult::BlackWins => 0,
        };
        let points = if record.white == sorted.0 { white } else { 2 - white };
        meeting.tally.add(points);
        match meeting.open.remove(&record.round) {
            Some(other) => meeting.pairs.add(other, points),
            None => {
                meeting.open.insert(record.round, points);
            }
        }
        self.overhead.add(record.overhead);
        *self.causes.entry(record.cause.name()).or_default() += 1;
        if record.cause.is_fault() {
            let loser = if white == 0 { record.white } else { record.black };
            *self.faults.entry((loser, record.cause.name())).or_default() += 1;
        }
    }

    pub(super) fn games(&self) -> usize {
        let games: u64 = self.meetings.iter().map(|meeting| meeting.tally.games()).sum();
        usize::try_from(games).unwrap_or(usize::MAX)
    }

    /// The state in one line: the first meeting, and how many games there were.
    pub(super) fn line(&self, games: usize) -> String {
        let played = self.games();
        match self.meetings.as_slice() {
            [meeting] => format!("{played}/{games}  {}", self.row(meeting)),
            _ => format!("{played}/{games} games"),
        }
    }

    fn row(&self, meeting: &Meeting) -> Row<'_> {
        let (first, second) = meeting.players;
        let by_pairs = Elo::of_pairs(&meeting.pairs);
        Row {
            first: &self.names[first],
            second: &self.names[second],
            tally: meeting.tally,
            pairs: meeting.pairs,
            elo: by_pairs.or_else(|| Elo::of_games(&meeting.tally)).map(Estimate::from),
        }
    }

    pub(super) fn summary(&self) -> Summary<'_> {
        Summary {
            games: self.games(),
            meetings: self.meetings.iter().map(|meeting| self.row(meeting)).collect(),
            ends: &self.causes,
            faults: self
                .faults
                .iter()
                .map(|(&(player, cause), &games)| Fault {
                    player: &self.names[player],
                    cause,
                    games,
                })
                .collect(),
            overhead_us: self.overhead,
            overhead_mean_us: self.overhead.mean(),
        }
    }
}

/// What there is to say at the end.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    games: usize,
    meetings: Vec<Row<'a>>,
    ends: &'a BTreeMap<&'static str, u64>,
    faults: Vec<Fault<'a>>,
    overhead_us: Overhead,
    overhead_mean_us: f64,
}

/// How two players did against each other.
#[derive(Serialize)]
struct Row<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    tally: Tally,
    pairs: Pairs,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Estimate>,
}

/// A difference in strength. What is infinite has no place in JSON and is left out.
#[derive(Clone, Copy, Serialize)]
struct Estimate {
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalized: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalized_error: Option<f64>,
    superiority: f64,
}

/// Games that an engine lost by its own fault.
#[derive(Serialize)]
struct Fault<'a> {
    player: &'a str,
    cause: &'static str,
    games: u64,
}

impl From<Elo> for Estimate {
    fn from(elo: Elo) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        Self {
            score: elo.score,
            elo: finite(elo.elo),
            error: finite(elo.error),
            normalized: finite(elo.normalized),
            normalized_error: finite(elo.normalized_error),
            superiority: elo.superiority,
        }
    }
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses } = self.tally;
        write!(f, "{} - {}: +{wins} ={draws} -{losses}", self.first, self.second)?;
        let Some(elo) = self.elo else { return Ok(()) };
        write!(f, ", {:.1} %", elo.score * 100.0)?;
        match (elo.elo, elo.error) {
            (Some(elo), Some(error)) => write!(f, ", Elo {elo:+.1} ± {error:.1}")?,
            (Some(elo), None) => write!(f, ", Elo {elo:+.1}")?,
            (None, _) => f.write_str(", Elo beyond measure")?,
        }
        write!(f, ", LOS {:.1} %", elo.superiority * 100.0)?;
        write!(f, ", draws {:.1} %", self.tally.draw_ratio() * 100.0)?;
        let [a, b, c, d, e] = self.pairs.counts;
        write!(f, ", pairs {a} {b} {c} {d} {e}")
    }
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.meetings {
            writeln!(f, "{row}")?;
        }
        f.write_str("ends:")?;
        for (index, (cause, games)) in self.ends.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma} {cause} {games}")?;
        }
        writeln!(f)?;
        for fault in &self.faults {
            writeln!(f, "{} lost {} games by {}", fault.player, fault.games, fault.cause)?;
        }
        writeln!(
            f,
            "overhead a move: {:.3} ms, at most {:.3} ms",
            self.overhead_mean_us / 1e3,
            self.overhead_us.longest_ms(),
        )
    }
}
