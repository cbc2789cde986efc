//! Buchholz and Sonneborn-Berger scores, round by round.

use serde::Serialize;

use super::model::RoundKind;
use super::points::{Hundredths, ScorePoints};
use super::scores::Scores;
use super::tie_break::{TieBreak, TieBreakKind, TieBreakRules};

/// The contribution of a round to a Buchholz or Sonneborn-Berger score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Contribution {
    /// The round.
    pub round: u32,
    /// Index of the opponent; `None` for a bye.
    pub opponent: Option<usize>,
    /// The score used: that of the opponent, or that of a dummy opponent.
    pub score: ScorePoints,
    /// The amount added to the sum.
    pub value: Hundredths,
    /// The origin of the contribution.
    pub source: ContributionSource,
    /// Kept or cut.
    pub fate: ContributionFate,
}

/// The origin of a contribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContributionSource {
    /// An opponent met over the board.
    Opponent,
    /// A dummy opponent with the player's own score, for an unplayed round (16.4).
    Dummy,
    /// A dummy opponent for a voluntary unplayed round. The contribution is the first to be cut
    /// (16.5).
    VoluntaryDummy,
}

/// The effect of the cuts on a contribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContributionFate {
    /// The contribution counts.
    Kept,
    /// The contribution was cut as one of the lowest.
    CutLow,
    /// The contribution was cut as one of the highest.
    CutHigh,
}

/// Returns the contributions to a Buchholz (8.1) or Sonneborn-Berger score (9.1), with the cut ones
/// marked.
pub(super) fn contributions(
    scores: &Scores<'_>,
    player: usize,
    tie_break: TieBreak,
) -> Vec<Contribution> {
    let mut all = Vec::with_capacity(scores.entries[player].len());
    for entry in &*scores.entries[player] {
        let kind = entry.kind;
        let (score, source) = match scores.met(kind, tie_break.forfeits) {
            Some(opponent) => (scores.adjusted[opponent], ContributionSource::Opponent),
            // No dummies in a round robin (15.2), and none for a game that goes on.
            None if scores.is_round_robin() || matches!(kind, RoundKind::Unfinished { .. }) => {
                continue;
            }
            None if kind.is_voluntary() => {
                (dummy(scores, player, kind.opponent()), ContributionSource::VoluntaryDummy)
            }
            None => (dummy(scores, player, kind.opponent()), ContributionSource::Dummy),
        };
        let value = match tie_break.kind {
            TieBreakKind::SonnebornBerger => {
                Hundredths::product(score, scores.tournament.points.of(kind))
            }
            _ => score.into(),
        };
        let (round, opponent) = (entry.round, kind.opponent());
        all.push(Contribution {
            round,
            opponent,
            score,
            value,
            source,
            fate: ContributionFate::Kept,
        });
    }
    cut(&mut all, tie_break.low, tie_break.high);
    all
}

/// Returns the score of the dummy opponent for an unplayed round: the player's own. Since 2026, it
/// is at most the score of the scheduled opponent or, if there is none, the score for draws in all
/// rounds (16.4).
fn dummy(scores: &Scores<'_>, player: usize, scheduled: Option<usize>) -> ScorePoints {
    let own = scores.own[player];
    match (scores.rules, scheduled) {
        (TieBreakRules::Of2024, _) => own,
        (TieBreakRules::Of2026, Some(opponent)) => own.min(scores.adjusted[opponent]),
        (TieBreakRules::Of2026, None) => {
            let rounds = scores.tournament.rounds.max(scores.after);
            own.min(scores.tournament.points.draw.times(rounds))
        }
    }
}

/// Marks the contributions that are cut: first the lowest, then the highest.
fn cut(all: &mut [Contribution], low: u32, high: u32) {
    for _ in 0..low {
        let kept = || (0..all.len()).filter(|&index| all[index].fate == ContributionFate::Kept);
        let by_score = |&index: &usize| (all[index].score, all[index].value);
        let Some(lowest) = kept().min_by_key(by_score) else { return };
        let is_voluntary = |index: &usize| all[*index].source == ContributionSource::VoluntaryDummy;
        let voluntary = kept().filter(is_voluntary).min_by_key(by_score);
        // 16.5.1: the voluntary one goes, unless it is lower than the least significant value.
        let chosen = voluntary.filter(|&it| all[it].value >= all[lowest].value).unwrap_or(lowest);
        all[chosen].fate = ContributionFate::CutLow;
    }
    for _ in 0..high {
        let kept = (0..all.len()).filter(|&index| all[index].fate == ContributionFate::Kept);
        let Some(highest) = kept.max_by_key(|&index| (all[index].score, all[index].value)) else {
            return;
        };
        all[highest].fate = ContributionFate::CutHigh;
    }
}

/// Returns the sum of the contributions that count.
pub(super) fn sum(all: &[Contribution]) -> Hundredths {
    all.iter().filter(|it| it.fate == ContributionFate::Kept).map(|it| it.value).sum()
}
