//! What the games of a match say.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use reynard::GameResult;
use reynard_arena::stats::{
    Elo, EloModel, HeadToHead, Pairs, Rating, Sprt, SprtState, SprtVerdict, Tally, ratings,
};
use reynard_arena::{GameRecord, Overhead, Schedule};
use serde::Serialize;

/// The results so far.
pub(super) struct Standing {
    names: Vec<String>,
    meetings: Vec<Meeting>,
    overhead: Overhead,
    causes: BTreeMap<&'static str, u64>,
    faults: BTreeMap<(usize, &'static str), Faults>,
    test: Option<Sprt>,
}

/// Games that an engine lost in one way.
#[derive(Default)]
struct Faults {
    games: u64,
    details: Vec<String>,
}

impl Faults {
    /// The most that are told of one by one.
    const TOLD: usize = 5;

    fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        if self.details.len() < Self::TOLD {
            let detail = record.detail.as_deref().unwrap_or("no more is known");
            self.details.push(format!("game {}: {detail}", record.number + 1));
        }
    }
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
    pub(super) fn new(names: &[String], schedule: Schedule, test: Option<Sprt>) -> Self {
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
            test,
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
        if record.cause.is_forfeit() {
            let loser = if white == 0 { record.white } else { record.black };
            self.faults.entry((loser, record.cause.name())).or_default().add(record);
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
            [meeting] => match self.ratio() {
                Some(ratio) => format!("{played}/{games}  {}, {}", self.row(meeting), Llr(ratio)),
                None => format!("{played}/{games}  {}", self.row(meeting)),
            },
            _ => format!("{played}/{games} games"),
        }
    }

    /// How the sequential test stands, if there is one.
    fn ratio(&self) -> Option<SprtState> {
        Some(self.test?.of_pairs(&self.meetings.first()?.pairs))
    }

    /// What the sequential test has come to, if it has.
    pub(super) fn decision(&self) -> Option<SprtVerdict> {
        self.ratio()?.verdict()
    }

    /// A list over all games, the best first; only where it says more than the meetings.
    fn list(&self) -> Vec<Place<'_>> {
        if self.names.len() < 3 {
            return Vec::new();
        }
        let games = |meeting: &Meeting| HeadToHead {
            first: meeting.players.0,
            second: meeting.players.1,
            tally: meeting.tally,
        };
        let games: Vec<HeadToHead> = self.meetings.iter().map(games).collect();
        let fitted = ratings(self.names.len(), &games).into_iter();
        let mut list: Vec<Place<'_>> =
            fitted.zip(&self.names).map(|(rating, name)| Place::new(name, rating)).collect();
        list.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        list
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

    /// All meetings.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        self.meetings.iter().map(|meeting| self.row(meeting)).collect()
    }

    /// The lines of the list over all games.
    pub(super) fn places(&self) -> Vec<String> {
        lines_of(&self.list())
    }

    /// What there is to say about the sequential test, if there is one.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.test.zip(self.ratio()).map(|(test, ratio)| Verdict::new(test, ratio))
    }

    pub(super) fn summary(&self) -> Summary<'_> {
        Summary {
            games: self.games(),
            meetings: self.rows(),
            ratings: self.list(),
            sprt: self.verdict(),
            ends: &self.causes,
            faults: self
                .faults
                .iter()
                .map(|(&(player, cause), faults)| Fault {
                    player: &self.names[player],
                    cause,
                    games: faults.games,
                    details: &faults.details,
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ratings: Vec<Place<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Verdict>,
    ends: &'a BTreeMap<&'static str, u64>,
    faults: Vec<Fault<'a>>,
    overhead_us: Overhead,
    overhead_mean_us: f64,
}

/// How two players did against each other.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    pub(super) first: &'a str,
    pub(super) second: &'a str,
    #[serde(flatten)]
    pub(super) tally: Tally,
    pub(super) pairs: Pairs,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) elo: Option<Estimate>,
}

/// A difference in strength. What is infinite has no place in JSON and is left out.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Estimate {
    pub(super) score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalized: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalized_error: Option<f64>,
    pub(super) superiority: f64,
}

/// A player in the list over all games.
#[derive(Serialize)]
struct Place<'a> {
    player: &'a str,
    elo: f64,
    error: f64,
    games: u64,
    points: f64,
}

impl<'a> Place<'a> {
    fn new(player: &'a str, rating: Rating) -> Self {
        let Rating { elo, error, games, points } = rating;
        Self { player, elo, error, games, points }
    }
}

/// How the sequential test stands.
#[derive(Serialize)]
pub(super) struct Verdict {
    elo0: f64,
    elo1: f64,
    model: &'static str,
    pub(super) llr: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<&'static str>,
}

impl Verdict {
    pub(super) fn new(test: Sprt, ratio: SprtState) -> Self {
        let (elo0, elo1) = test.differences();
        let model = match test.model() {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        };
        let accepted = ratio.verdict().map(|decision| match decision {
            SprtVerdict::NotBetter => "elo0",
            SprtVerdict::Better => "elo1",
        });
        let SprtState { llr, lower, upper } = ratio;
        Self { elo0, elo1, model, llr, lower, upper, accepted }
    }

    /// What is tested against what.
    pub(super) fn hypotheses(&self) -> String {
        let Self { elo0, elo1, model, .. } = self;
        format!("SPRT {elo0} against {elo1} {model} Elo")
    }

    /// What the games say to it.
    pub(super) fn evidence(&self) -> String {
        let &Self { llr, lower, upper, .. } = self;
        let ratio = Llr(SprtState { llr, lower, upper });
        match self.accepted {
            Some(accepted) => format!("{ratio}, {accepted} is accepted"),
            None => format!("{ratio}, undecided"),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.hypotheses(), self.evidence())
    }
}

/// A ratio of likelihoods with its bounds.
struct Llr(SprtState);

impl fmt::Display for Llr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtState { llr, lower, upper } = self.0;
        write!(f, "LLR {llr:.2} ({lower:.2} to {upper:.2})")
    }
}

/// Games that an engine lost by its own fault.
#[derive(Serialize)]
struct Fault<'a> {
    player: &'a str,
    cause: &'static str,
    games: u64,
    details: &'a [String],
}

impl From<Elo> for Estimate {
    fn from(elo: Elo) -> Self {
        // Adding nothing takes the sign off nothing.
        let finite = |value: f64| value.is_finite().then_some(value + 0.0);
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
        for line in lines_of(&self.ratings) {
            writeln!(f, "{line}")?;
        }
        if let Some(sprt) = &self.sprt {
            writeln!(f, "{sprt}")?;
        }
        write!(f, "games: {}\nends:", self.games)?;
        for (index, (cause, games)) in self.ends.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma} {cause} {games}")?;
        }
        writeln!(f)?;
        if self.faults.is_empty() {
            writeln!(f, "faults: none")?;
        }
        for Fault { player, cause, games, details } in &self.faults {
            let told = details.join("; ");
            let more = if *games > details.len() as u64 { "; .." } else { "" };
            writeln!(f, "faults: {player} lost {games} by {cause} ({told}{more})")?;
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

/// A list of players, one a line.
fn lines_of(places: &[Place<'_>]) -> Vec<String> {
    let width = places.iter().map(|place| place.player.chars().count()).max().unwrap_or(0);
    let line = |(index, place): (usize, &Place<'_>)| {
        let Place { player, elo, error, games, points } = place;
        format!("{:3}. {player:width$} {elo:+8.1} ± {error:5.1}  {points}/{games}", index + 1)
    };
    places.iter().enumerate().map(line).collect()
}
