//! Rounds without a game: byes and forfeits that a report or the user knows, and the assumed ones.

use std::collections::{HashMap, HashSet};

use reynard::Color;

use super::identity::without_title;
use super::model::{Participant, RoundEntry, RoundKind, TournamentRecord, TournamentSystem};
use super::standings::TournamentStandings;
use crate::NameIndex;

/// The assumed meaning of a round in which a player has no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MissingRound {
    /// A zero-point bye or an absence.
    ZeroPointBye,
    /// A half-point bye.
    HalfPointBye,
    /// A pairing-allocated bye.
    PairingBye,
    /// A loss by forfeit.
    Forfeit,
    /// A win by forfeit.
    ForfeitWin,
    /// A full-point bye.
    FullPointBye,
}

impl MissingRound {
    /// Returns the round entry with this meaning, with the scheduled game of a forfeit, if known.
    const fn kind(self, opponent: Option<usize>, color: Option<Color>) -> RoundKind {
        match self {
            Self::ZeroPointBye => RoundKind::ZeroPointBye,
            Self::HalfPointBye => RoundKind::HalfPointBye,
            Self::PairingBye => RoundKind::PairingBye,
            Self::Forfeit => RoundKind::ForfeitLoss { opponent, color },
            Self::ForfeitWin => RoundKind::ForfeitWin { opponent, color },
            Self::FullPointBye => RoundKind::FullPointBye,
        }
    }

    /// Returns the meaning that corresponds to a round entry of a report, or `None` for a game.
    const fn of(kind: RoundKind) -> Option<Self> {
        match kind {
            RoundKind::Game { .. } | RoundKind::Unfinished { .. } => None,
            RoundKind::ZeroPointBye => Some(Self::ZeroPointBye),
            RoundKind::HalfPointBye => Some(Self::HalfPointBye),
            RoundKind::PairingBye => Some(Self::PairingBye),
            RoundKind::FullPointBye => Some(Self::FullPointBye),
            RoundKind::ForfeitWin { .. } => Some(Self::ForfeitWin),
            RoundKind::ForfeitLoss { .. } => Some(Self::Forfeit),
        }
    }
}

/// A player named in a source other than the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPlayer {
    /// The name.
    pub name: String,
    /// The FIDE id, if known. It tells players of the same name apart.
    pub fide_id: Option<u64>,
}

/// A bye or forfeit that is known from a source other than the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBye {
    /// The player.
    pub player: KnownPlayer,
    /// The round.
    pub round: u32,
    /// The kind of bye.
    pub kind: MissingRound,
    /// The scheduled opponent of a forfeit, if known.
    pub opponent: Option<KnownPlayer>,
    /// The scheduled color of a forfeit, if known.
    pub color: Option<Color>,
}

impl KnownBye {
    /// Returns the byes and forfeits in a report, for use with the games of the same tournament. In
    /// a Swiss tournament, a round without an entry in the report is a zero-point bye.
    ///
    /// ```
    /// use reynard_games::{KnownBye, MissingRound, TournamentReport};
    ///
    /// let row = |number: u32, name: &str, points: &str, rounds: &str| {
    ///     format!("001 {number:>4}      {name:<66}{points:>4} {number:>4}  {rounds}\n")
    /// };
    /// let report = "192 FIDE_DUTCH\n".to_owned()
    ///     + &row(1, "Anna", "1.5", "   2 w 1  0000 - H")
    ///     + &row(2, "Ben", "1.0", "   1 b 0  0000 - U");
    /// let byes = KnownBye::of_report(&TournamentReport::read(report.as_bytes())?.tournament);
    /// assert_eq!((byes[0].player.name.as_str(), byes[0].round), ("Anna", 2));
    /// assert_eq!(byes[0].kind, MissingRound::HalfPointBye);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_report(tournament: &TournamentRecord) -> Vec<Self> {
        let named = |player: &Participant| KnownPlayer {
            name: player.name.clone(),
            fide_id: player.fide_id,
        };
        let rounds = tournament.players.iter().flat_map(|player| &player.entries);
        let last = rounds.map(|entry| entry.round).max().unwrap_or(0);
        let absence = RoundKind::ZeroPointBye;
        let absence = Some(absence).filter(|_| tournament.system == TournamentSystem::Swiss);
        let mut byes = Vec::new();
        for player in &tournament.players {
            for round in 1..=last {
                let entry = player.entries.iter().find(|entry| entry.round == round);
                let Some(entry) = entry.map(|entry| entry.kind).or(absence) else { continue };
                byes.extend(MissingRound::of(entry).map(|kind| Self {
                    player: named(player),
                    round,
                    kind,
                    opponent: entry.opponent().map(|it| named(&tournament.players[it])),
                    color: entry.color(),
                }));
            }
        }
        byes
    }
}

/// The players of a tournament by name and FIDE id.
#[derive(Default)]
struct Roster {
    names: NameIndex,
    /// The players of each name, with their FIDE ids.
    of_name: HashMap<usize, Vec<(usize, Option<u64>)>>,
    of_id: HashMap<u64, usize>,
}

impl Roster {
    fn new(players: &[Participant]) -> Self {
        let mut roster = Self::default();
        for (index, player) in players.iter().enumerate() {
            let number = roster.names.add(&player.name).number();
            roster.of_name.entry(number).or_default().push((index, player.fide_id));
            if let Some(id) = player.fide_id {
                roster.of_id.entry(id).or_insert(index);
            }
        }
        roster
    }

    /// Returns the player with the FIDE id. Otherwise, returns the only player of the name whose id
    /// is not a different one.
    fn find(&self, known: &KnownPlayer) -> Option<usize> {
        if let Some(&found) = known.fide_id.and_then(|id| self.of_id.get(&id)) {
            return Some(found);
        }
        let name = self.names.get(without_title(&known.name).0)?;
        let of_name = self.of_name.get(&name)?;
        let is_possible =
            |&&(_, id): &&(usize, Option<u64>)| id.is_none() || known.fide_id.is_none();
        let mut found = of_name.iter().filter(is_possible);
        let (index, _) = found.next()?;
        found.next().is_none().then_some(*index)
    }
}

/// The rounds that were filled by an assumption, and the byes that fit no round.
#[derive(Default)]
pub(super) struct Filled {
    /// The number of rounds, summed over all players.
    pub(super) missing_rounds: u32,
    /// Byes whose player or round does not exist, or in whose round the player has a game.
    pub(super) unknown_byes: Vec<String>,
}

/// Fills the rounds without a game: those of known byes and, in a Swiss tournament, all others.
pub(super) fn fill(
    tournament: &mut TournamentRecord,
    byes: &[KnownBye],
    missing: MissingRound,
) -> Filled {
    let mut filled = Filled::default();
    let roster = Roster::new(&tournament.players);
    let mut known: HashMap<(usize, u32), RoundKind> = HashMap::new();
    let last = tournament.last_round();
    for bye in byes {
        let opponent = bye.opponent.as_ref().and_then(|it| roster.find(it));
        let kind = bye.kind.kind(opponent, bye.color);
        let player = roster.find(&bye.player).filter(|_| (1..=last).contains(&bye.round));
        let entry = player.and_then(|player| {
            let entries = &tournament.players[player].entries;
            entries.iter().find(|entry| entry.round == bye.round)
        });
        match (player, entry) {
            (Some(player), None) => drop(known.insert((player, bye.round), kind)),
            // The games have the same forfeit.
            (_, Some(entry)) if entry.kind.symbol() == kind.symbol() => {}
            _ => filled.unknown_byes.push(format!("round {}: {}", bye.round, bye.player.name)),
        }
    }
    // TournamentStandings refuse more players.
    let is_swiss = tournament.system == TournamentSystem::Swiss
        && tournament.players.len() <= TournamentStandings::MAX_PLAYERS;
    for (index, player) in tournament.players.iter_mut().enumerate() {
        let has: HashSet<u32> = player.entries.iter().map(|entry| entry.round).collect();
        for round in (1..=last).filter(|round| !has.contains(round)) {
            let kind = match known.get(&(index, round)) {
                Some(kind) => *kind,
                None if is_swiss => {
                    filled.missing_rounds += 1;
                    missing.kind(None, None)
                }
                None => continue,
            };
            player.entries.push(RoundEntry { round, kind });
        }
        player.entries.sort_by_key(|entry| entry.round);
    }
    filled
}
