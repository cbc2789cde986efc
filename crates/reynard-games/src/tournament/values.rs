//! Values of the numeric tie-breaks.

use reynard::Color;

use super::contributions::{contributions, sum};
use super::model::{GameScore, RoundKind, TournamentRecord, TournamentSystem};
use super::points::{Hundredths, ScorePoints};
use super::ratings;
use super::scores::Scores;
use super::tie_break::{ForfeitRule, LastRound, TieBreak, TieBreakKind, TieBreakRules};

/// Computes the value of a tie-break for all players. If the value is a mean, it is `None` for a
/// player without opponents.
pub(super) fn values(
    tournament: &TournamentRecord,
    after: u32,
    rules: TieBreakRules,
    tie_break: TieBreak,
    unrated: Option<u32>,
) -> Vec<Option<Hundredths>> {
    let scores = Scores::new(tournament, after, rules, tie_break.last_round);
    let players = 0..tournament.players.len();
    match tie_break.kind {
        TieBreakKind::AverageBuchholz => {
            let buchholz: Vec<Hundredths> =
                players.clone().map(|it| sum(&contributions(&scores, it, tie_break))).collect();
            players.map(|player| average_of_opponents(&scores, player, &buchholz)).collect()
        }
        _ if tie_break.needs_ratings() => {
            players.map(|player| ratings::value(&scores, player, tie_break, unrated)).collect()
        }
        _ => players.map(|player| Some(value(&scores, player, tie_break))).collect(),
    }
}

/// Returns the mean of the given values for the opponents met over the board, rounded to hundredths
/// (8.2).
fn average_of_opponents(
    scores: &Scores<'_>,
    player: usize,
    values: &[Hundredths],
) -> Option<Hundredths> {
    let met = scores.entries[player].iter().filter_map(|entry| match entry.kind {
        RoundKind::Game { opponent, .. } => Some(values[opponent].hundredths()),
        _ => None,
    });
    let (mut total, mut count) = (0, 0);
    met.for_each(|value| (total, count) = (total + value, count + 1));
    (count > 0).then(|| Hundredths::from_hundredths((2 * total + count).div_euclid(2 * count)))
}

fn value(scores: &Scores<'_>, player: usize, tie_break: TieBreak) -> Hundredths {
    let kinds = || scores.entries[player].iter().map(|entry| entry.kind);
    let count = |holds: &dyn Fn(RoundKind) -> bool| {
        Hundredths::whole(i64::try_from(kinds().filter(|&kind| holds(kind)).count()).unwrap_or(0))
    };
    let points = scores.tournament.points;
    match tie_break.kind {
        TieBreakKind::Wins => count(&|kind| points.of(kind) == points.win),
        TieBreakKind::WonGames => count(&|kind| is_won(scores, tie_break.forfeits, kind)),
        TieBreakKind::BlackGames => count(&|kind| {
            kind.color() == Some(Color::Black) && is_game(scores, tie_break.forfeits, kind)
        }),
        TieBreakKind::BlackWins => count(&|kind| {
            kind.color() == Some(Color::Black) && is_won(scores, tie_break.forfeits, kind)
        }),
        TieBreakKind::Progressive => progressive(scores, player, tie_break.low),
        TieBreakKind::RoundsElected => {
            let absences = count(&|kind| {
                kind.is_requested_bye()
                    || matches!(kind, RoundKind::ForfeitLoss { .. })
                        && !is_game(scores, tie_break.forfeits, kind)
            });
            let rounds = Hundredths::whole(scores.after.into());
            Hundredths::from_hundredths(rounds.hundredths() - absences.hundredths())
        }
        TieBreakKind::Standard => {
            kinds().map(|kind| standard(points.of(kind), points.draw, kind)).sum()
        }
        TieBreakKind::PairingNumber => {
            Hundredths::whole(scores.tournament.players[player].number.into())
        }
        TieBreakKind::Koya => koya(scores, player, tie_break),
        _ => sum(&contributions(scores, player, tie_break)),
    }
}

/// Returns `true` for a game counted by Article 7: a game over the board or, in a round robin, a
/// forfeit. Since 2026, a loss by forfeit does not count even in a round robin (15.2).
const fn is_game(scores: &Scores<'_>, forfeits: ForfeitRule, kind: RoundKind) -> bool {
    match kind {
        RoundKind::Game { .. } => true,
        RoundKind::ForfeitWin { .. } => {
            scores.is_round_robin() || matches!(forfeits, ForfeitRule::Played)
        }
        RoundKind::ForfeitLoss { .. } => {
            matches!(forfeits, ForfeitRule::Played)
                || scores.is_round_robin() && matches!(scores.rules, TieBreakRules::Of2024)
        }
        _ => false,
    }
}

/// Returns `true` for a win that counts as won over the board (7.2).
const fn is_won(scores: &Scores<'_>, forfeits: ForfeitRule, kind: RoundKind) -> bool {
    let is_win = matches!(
        kind,
        RoundKind::Game { result: GameScore::Win, .. } | RoundKind::ForfeitWin { .. }
    );
    is_win && is_game(scores, forfeits, kind)
}

/// Returns the sum of the scores after each round except the first `dropped` ones (7.5).
fn progressive(scores: &Scores<'_>, player: usize, dropped: u32) -> Hundredths {
    let points = scores.tournament.points;
    let counts = scores.entries[player].iter().map(|entry| {
        // The points of a round are in the score after it and in all later ones.
        let rounds = scores.after + 1 - entry.round.max(dropped + 1).min(scores.after + 1);
        Hundredths::from(points.of(entry.kind).times(rounds))
    });
    counts.sum()
}

/// Returns one, one half or zero for a round: the value that it adds to the `STD` tie-break (7.7).
fn standard(own: ScorePoints, draw: ScorePoints, kind: RoundKind) -> Hundredths {
    let order = match kind {
        RoundKind::Game { result: GameScore::Win, .. } => std::cmp::Ordering::Greater,
        RoundKind::Game { result: GameScore::Draw, .. } => std::cmp::Ordering::Equal,
        RoundKind::Game { .. } | RoundKind::Unfinished { .. } => std::cmp::Ordering::Less,
        _ => own.cmp(&draw),
    };
    Hundredths::from_hundredths(match order {
        std::cmp::Ordering::Greater => 100,
        std::cmp::Ordering::Equal => 50,
        std::cmp::Ordering::Less => 0,
    })
}

/// Returns the points scored against opponents whose scores reach half of the possible points, or
/// another limit (9.2, 14.5).
fn koya(scores: &Scores<'_>, player: usize, tie_break: TieBreak) -> Hundredths {
    let points = scores.tournament.points;
    let possible = match scores.tournament.system {
        TournamentSystem::Swiss => scores.after,
        TournamentSystem::RoundRobin { cycles } => {
            // A player who was never paired takes a game from all others.
            let is_paired =
                |it: usize| scores.entries[it].iter().any(|it| it.kind.opponent().is_some());
            let paired = (0..scores.entries.len()).filter(|&it| is_paired(it)).count();
            let opponents = u32::try_from(paired.saturating_sub(1)).unwrap_or(u32::MAX);
            scores.after.min(cycles.saturating_mul(opponents))
        }
    };
    let shift = tie_break.koya_shift(points.draw);
    let is_strong =
        |opponent: usize| (scores.own[opponent] - shift).times(2) >= points.win.times(possible);
    let games = scores.entries[player]
        .iter()
        .filter(|entry| scores.met(entry.kind, tie_break.forfeits).is_some_and(is_strong));
    games.map(|entry| Hundredths::from(points.of(entry.kind))).sum()
}

/// Returns the contributions to a player's tie-break, which must be Sonneborn-Berger or belong to
/// the Buchholz family. For any other tie-break, the result is empty.
pub(super) fn parts(
    tournament: &TournamentRecord,
    after: u32,
    rules: TieBreakRules,
    tie_break: TieBreak,
    player: usize,
) -> Vec<super::contributions::Contribution> {
    let is_sum = matches!(
        tie_break.kind,
        TieBreakKind::Buchholz | TieBreakKind::ForeBuchholz | TieBreakKind::SonnebornBerger
    );
    if !is_sum {
        return Vec::new();
    }
    let last_round: LastRound = tie_break.last_round;
    contributions(&Scores::new(tournament, after, rules, last_round), player, tie_break)
}
