//! The progress of a match job.

use std::fmt;

use reynard_arena::stats::{Elo, Pairs, Sprt, SprtVerdict, Tally, elo_text};
use reynard_arena::{MatchFormat, Schedule, Standings};
use serde::Serialize;

use crate::{Job, JobError, match_games};

/// The first engine's score in a match, over the complete shards before the first incomplete one. A
/// pair of games that repeats an earlier pair move by move is not evidence: see [`Standings`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchProgress {
    /// Number of games by result.
    #[serde(flatten)]
    pub tally: Tally,
    /// Number of pairs in which the first engine scored 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u64; 5],
    /// Number of pairs that repeat an earlier pair and are not counted elsewhere.
    #[serde(skip_serializing_if = "is_zero")]
    pub repeated_pairs: u64,
    /// Estimated Elo difference; `None` if there are no pairs, or if one side has all points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// Half the width of the 95 % confidence interval of the Elo difference; `None` if it is not
    /// bounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo_error: Option<f64>,
    /// The sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtProgress>,
}

/// The state of a sequential test that is applied to the pairs of a match in order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtProgress {
    /// Number of pairs after which the test was decided, or the number of all pairs if it is
    /// undecided.
    pub pairs: u64,
    /// Log-likelihood ratio after these pairs.
    pub llr: f64,
    /// Bound at which H0 is accepted.
    pub lower: f64,
    /// Bound at which H1 is accepted.
    pub upper: f64,
    /// The accepted hypothesis, `H0` or `H1`; `None` if the test is undecided.
    pub verdict: Option<&'static str>,
}

impl MatchProgress {
    /// Sums the pairs of a match, and gives them to the sequential test one after another.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the job is not a match or cannot be read.
    ///
    /// ```
    /// use reynard_cluster::{
    ///     Job, LocalFiles, MatchOpenings, MatchProgress, MatchTask, Plan, list,
    /// };
    ///
    /// let players = ["engine,nodes=1", "other,nodes=1"].map(str::to_owned);
    /// let task =
    ///     MatchTask { players, pairs: 3, openings: MatchOpenings::Balanced, max_moves: 10 };
    /// let folder = tempfile::tempdir()?;
    /// let job = Job::create(&list(&Plan::new(task), &LocalFiles)?, folder.path())?;
    /// let progress = MatchProgress::new(&job, None)?;
    /// assert!(progress.to_string().starts_with("First engine   0 wins, 0 draws, 0 losses\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(job: &Job, test: Option<&Sprt>) -> Result<Self, JobError> {
        let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 1 };
        let (mut standings, mut decided) = (Standings::new(schedule), None);
        let (mut tally, mut pairs) = (Tally::default(), Pairs::default());
        for [first, second] in match_games(job)?.as_chunks().0 {
            standings.add(first);
            standings.add(second);
            if let [pairing, ..] = standings.pairings() {
                (tally, pairs) = (pairing.tally, pairing.pairs);
            }
            let state = test.map(|test| test.of_pairs(&pairs));
            decided =
                decided.or(state.filter(|it| it.verdict().is_some()).map(|it| (it, pairs.pairs())));
        }
        let sprt = test.map(|test| {
            let (state, pairs) = decided.unwrap_or_else(|| (test.of_pairs(&pairs), pairs.pairs()));
            let verdict = state.verdict().map(|verdict| match verdict {
                SprtVerdict::Better => "H1",
                SprtVerdict::NotBetter => "H0",
            });
            SprtProgress { pairs, llr: state.llr, lower: state.lower, upper: state.upper, verdict }
        });
        let elo = Elo::of_pairs(&pairs);
        let (elo, elo_error) = (elo.and_then(|it| it.elo), elo.and_then(|it| it.error));
        let repeated_pairs = standings.repeated_pairs();
        Ok(Self { tally, pairs: pairs.counts, repeated_pairs, elo, elo_error, sprt })
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

const fn pairs_noun(pairs: u64) -> &'static str {
    if pairs == 1 { "pair" } else { "pairs" }
}

impl fmt::Display for MatchProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses } = self.tally;
        writeln!(f, "First engine   {wins} wins, {draws} draws, {losses} losses")?;
        writeln!(f, "Pairs          {}", self.pairs.map(|count| count.to_string()).join(" "))?;
        if self.repeated_pairs > 0 {
            let repeated = self.repeated_pairs;
            writeln!(f, "Repeated       {repeated} {}, not counted", pairs_noun(repeated))?;
        }
        if let Some(text) = elo_text(self.elo, self.elo_error) {
            writeln!(f, "Elo            {text}")?;
        }
        if let Some(SprtProgress { pairs, llr, lower, upper, verdict }) = &self.sprt {
            let verdict = verdict.map(|it| format!(", {it} accepted")).unwrap_or_default();
            write!(f, "SPRT           LLR {llr:.2} ({lower:.2} to {upper:.2})")?;
            writeln!(f, " after {pairs} {}{verdict}", pairs_noun(*pairs))?;
        }
        Ok(())
    }
}
