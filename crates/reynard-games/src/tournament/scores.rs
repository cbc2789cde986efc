//! Scores of a tournament after a round, both the players' own and those used for their opponents'
//! tie-breaks.

use std::borrow::Cow;

use super::model::{GameScore, Rated, RoundEntry, RoundKind, TournamentRecord, TournamentSystem};
use super::points::ScorePoints;
use super::tie_break::{ForfeitRule, LastRound, TieBreakRules};
use reynard::Color;

/// The scores of all players after a round.
pub(super) struct Scores<'a> {
    pub(super) tournament: &'a TournamentRecord,
    pub(super) after: u32,
    pub(super) rules: TieBreakRules,
    /// The rounds of each player up to `after`, without gaps in a Swiss tournament.
    pub(super) entries: Vec<Cow<'a, [RoundEntry]>>,
    /// The points of each player.
    pub(super) own: Vec<ScorePoints>,
    /// The points of each player as used for the tie-breaks of opponents (C.07, 16.3).
    pub(super) adjusted: Vec<ScorePoints>,
}

impl<'a> Scores<'a> {
    /// Computes the scores after a round.
    pub(super) fn new(
        tournament: &'a TournamentRecord,
        after: u32,
        rules: TieBreakRules,
        last_round: LastRound,
    ) -> Self {
        let entries: Vec<Cow<'a, [RoundEntry]>> = tournament
            .players
            .iter()
            .map(|player| complete(&player.entries, after, tournament, last_round))
            .collect();
        let (mut own, mut adjusted) = (Vec::new(), Vec::new());
        for (player, entries) in tournament.players.iter().zip(&entries) {
            let points = |entry: &RoundEntry| tournament.points.of(entry.kind);
            own.push(player.adjustment + entries.iter().map(points).sum());
            let used = entries.iter().map(|entry| as_opponents_use(*entry, entries, tournament));
            adjusted.push(player.adjustment + used.sum());
        }
        Self { tournament, after, rules, entries, own, adjusted }
    }

    /// Returns `true` for a round robin, in which forfeits count as games (15.2).
    pub(super) const fn is_round_robin(&self) -> bool {
        matches!(self.tournament.system, TournamentSystem::RoundRobin { .. })
    }

    /// Returns the opponent of a round that counts as a game for score-based tie-breaks: an
    /// opponent met over the board, or a scheduled one if forfeits count.
    pub(super) const fn met(&self, kind: RoundKind, forfeits: ForfeitRule) -> Option<usize> {
        match kind {
            RoundKind::Game { opponent, .. } => Some(opponent),
            RoundKind::ForfeitWin { opponent, .. } | RoundKind::ForfeitLoss { opponent, .. }
                if self.is_round_robin() || matches!(forfeits, ForfeitRule::Played) =>
            {
                opponent
            }
            _ => None,
        }
    }
}

/// Returns a player's rounds up to and including `after`. In a Swiss tournament, a round without an
/// entry is a zero-point bye.
fn complete<'a>(
    entries: &'a [RoundEntry],
    after: u32,
    tournament: &TournamentRecord,
    last_round: LastRound,
) -> Cow<'a, [RoundEntry]> {
    let end = entries.partition_point(|entry| entry.round <= after);
    let entries = &entries[..end];
    let is_swiss = tournament.system == TournamentSystem::Swiss;
    let is_last = |entry: &RoundEntry| {
        last_round == LastRound::Drawn
            && entry.round == tournament.rounds
            && entry.kind.opponent().is_some()
    };
    let is_gapless = || {
        let mut next = 1;
        entries.iter().all(|entry| {
            let follows = entry.round <= next;
            next = next.max(entry.round + 1);
            follows
        }) && next == after + 1
    };
    if (!is_swiss || is_gapless()) && !entries.iter().any(is_last) {
        return Cow::Borrowed(entries);
    }
    let mut all = Vec::with_capacity(entries.len());
    let mut next = 1;
    for entry in entries {
        if is_swiss {
            all.extend((next..entry.round).map(absence));
        }
        next = next.max(entry.round + 1);
        let kind = if is_last(entry) { drawn(entry.kind) } else { entry.kind };
        all.push(RoundEntry { kind, ..*entry });
    }
    if is_swiss {
        all.extend((next..=after).map(absence));
    }
    Cow::Owned(all)
}

const fn absence(round: u32) -> RoundEntry {
    RoundEntry { round, kind: RoundKind::ZeroPointBye }
}

/// Converts a paired game to an over-the-board draw (8.3).
fn drawn(kind: RoundKind) -> RoundKind {
    let Some(opponent) = kind.opponent() else { return kind };
    let color = kind.color().unwrap_or(Color::White);
    RoundKind::Game { opponent, color, result: GameScore::Draw, rated: Rated::No }
}

/// Returns the points of a player as used for the tie-breaks of opponents. Requested byes followed
/// only by voluntary unplayed rounds count as draws (16.2.5, 16.3.2). All other rounds count as
/// awarded.
fn as_opponents_use(
    entry: RoundEntry,
    all: &[RoundEntry],
    tournament: &TournamentRecord,
) -> ScorePoints {
    let points = tournament.points;
    let is_swiss = tournament.system == TournamentSystem::Swiss;
    if is_swiss && entry.kind.is_requested_bye() {
        let is_later = |it: &&RoundEntry| it.round > entry.round;
        if all.iter().rev().take_while(is_later).all(|it| it.kind.is_voluntary()) {
            return points.draw;
        }
    }
    points.of(entry.kind)
}
