//! A tournament: players, rounds, results, byes, forfeits.

use reynard::Color;
use serde::Serialize;

use super::points::ScorePoints;
use crate::GameDate;

/// A tournament of individual players.
///
/// ```
/// use reynard_games::{Participant, RoundEntry, RoundKind, TournamentRecord};
///
/// let mut tournament = TournamentRecord::new("Club night");
/// tournament.rounds = 1;
/// tournament.players.push(Participant::new("Anna"));
/// tournament.players[0].entries.push(RoundEntry { round: 1, kind: RoundKind::PairingBye });
/// assert_eq!(tournament.score(0, 1).to_string(), "1.0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRecord {
    /// The name.
    pub name: String,
    /// The first day; parts of the date may be unknown.
    pub start: GameDate,
    /// The system.
    pub system: TournamentSystem,
    /// The number of rounds of the whole tournament.
    pub rounds: u32,
    /// The points for each kind of result.
    pub points: PointSystem,
    /// The players. Opponents are referred to by index.
    pub players: Vec<Participant>,
}

/// The system of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentSystem {
    /// Players with similar scores are paired; not all players meet.
    Swiss,
    /// All players meet each other once in each cycle.
    RoundRobin {
        /// Number of games played by each pair.
        cycles: u32,
    },
}

/// The points for each kind of result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSystem {
    /// A win over the board or by forfeit, or a full-point bye.
    pub win: ScorePoints,
    /// A draw, or a half-point bye.
    pub draw: ScorePoints,
    /// A loss over the board.
    pub loss: ScorePoints,
    /// A zero-point bye or a loss by forfeit.
    pub absence: ScorePoints,
    /// A pairing-allocated bye.
    pub pairing_bye: ScorePoints,
}

impl Default for PointSystem {
    fn default() -> Self {
        Self {
            win: ScorePoints::from_tenths(10),
            draw: ScorePoints::from_tenths(5),
            loss: ScorePoints::ZERO,
            absence: ScorePoints::ZERO,
            pairing_bye: ScorePoints::from_tenths(10),
        }
    }
}

impl PointSystem {
    /// Returns the points for a round of the given kind.
    pub const fn of(&self, kind: RoundKind) -> ScorePoints {
        match kind {
            RoundKind::Game { result: GameScore::Win, .. }
            | RoundKind::ForfeitWin { .. }
            | RoundKind::FullPointBye => self.win,
            RoundKind::Game { result: GameScore::Draw, .. } | RoundKind::HalfPointBye => self.draw,
            RoundKind::Game { result: GameScore::Loss, .. } => self.loss,
            RoundKind::ForfeitLoss { .. } | RoundKind::ZeroPointBye => self.absence,
            RoundKind::PairingBye => self.pairing_bye,
            RoundKind::Unfinished { .. } => ScorePoints::ZERO,
        }
    }
}

/// A player of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Participant {
    /// The name.
    pub name: String,
    /// The title, such as `GM`; empty if there is none.
    pub title: String,
    /// The rating, if known.
    pub rating: Option<u32>,
    /// The code of the federation; empty if unknown.
    pub federation: String,
    /// The FIDE id, if known.
    pub fide_id: Option<u64>,
    /// The sex, if known.
    pub sex: Option<Sex>,
    /// The date of birth as written; empty if unknown.
    pub birth: String,
    /// The pairing number, or starting rank.
    pub number: u32,
    /// The team, if any.
    pub team: Option<String>,
    /// Points awarded or deducted without a game, for the whole tournament.
    pub adjustment: ScorePoints,
    /// The player's rounds in order. A player may have several games in a round.
    pub entries: Vec<RoundEntry>,
}

impl Participant {
    /// Creates a player without any games.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// The sex of a player, according to a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sex {
    /// `m`.
    Male,
    /// `w`.
    Female,
}

/// A player's entry for one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundEntry {
    /// The number of the round, counted from 1.
    pub round: u32,
    /// The game, or the reason why there is none.
    pub kind: RoundKind,
}

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl GameScore {
    /// Returns the half points: 0, 1 or 2.
    ///
    /// ```
    /// assert_eq!(reynard_games::GameScore::Draw.half_points(), 1);
    /// ```
    pub const fn half_points(self) -> u32 {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }
}

/// The game of a round, or the reason why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundKind {
    /// A game over the board.
    Game {
        /// Index of the opponent.
        opponent: usize,
        /// The color of the player.
        color: Color,
        /// The result for the player.
        result: GameScore,
        /// The effect of the game on ratings. A game of less than one move has none.
        rated: Rated,
    },
    /// A win by forfeit: no move was played.
    ForfeitWin {
        /// Index of the opponent, if known.
        opponent: Option<usize>,
        /// The scheduled color.
        color: Option<Color>,
    },
    /// A loss by forfeit: no move was played.
    ForfeitLoss {
        /// Index of the opponent, if known.
        opponent: Option<usize>,
        /// The scheduled color.
        color: Option<Color>,
    },
    /// A pairing-allocated bye: no opponent was available for the player.
    PairingBye,
    /// A bye granted by the organizer, with the points of a win.
    FullPointBye,
    /// A bye requested by the player, with the points of a draw.
    HalfPointBye,
    /// A round without a game and without points, because the player requested a bye or has
    /// withdrawn.
    ZeroPointBye,
    /// A game that has no result yet and does not count.
    Unfinished {
        /// Index of the opponent.
        opponent: usize,
        /// The color of the player.
        color: Color,
    },
}

/// Effect of a game on ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// The game counts for ratings.
    Yes,
    /// The game had less than one move, so it does not count for ratings.
    No,
}

impl RoundKind {
    /// Returns the opponent, including that of a forfeit.
    pub const fn opponent(self) -> Option<usize> {
        match self {
            Self::Game { opponent, .. } | Self::Unfinished { opponent, .. } => Some(opponent),
            Self::ForfeitWin { opponent, .. } | Self::ForfeitLoss { opponent, .. } => opponent,
            _ => None,
        }
    }

    /// Returns the color, including that of a forfeit.
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Game { color, .. } | Self::Unfinished { color, .. } => Some(color),
            Self::ForfeitWin { color, .. } | Self::ForfeitLoss { color, .. } => color,
            _ => None,
        }
    }

    /// Returns the character for the result, as in report files: `?` for a game that has no result
    /// yet.
    ///
    /// ```
    /// assert_eq!(reynard_games::RoundKind::HalfPointBye.symbol(), "H");
    /// ```
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Game { result: GameScore::Win, .. } => "1",
            Self::Game { result: GameScore::Draw, .. } => "=",
            Self::Game { result: GameScore::Loss, .. } => "0",
            Self::ForfeitWin { .. } => "+",
            Self::ForfeitLoss { .. } => "-",
            Self::PairingBye => "U",
            Self::FullPointBye => "F",
            Self::HalfPointBye => "H",
            Self::ZeroPointBye => "Z",
            Self::Unfinished { .. } => "?",
        }
    }

    /// Returns `true` for a game over the board.
    pub const fn is_played(self) -> bool {
        matches!(self, Self::Game { .. })
    }

    /// Returns `true` for a win or a loss by forfeit.
    pub const fn is_forfeit(self) -> bool {
        matches!(self, Self::ForfeitWin { .. } | Self::ForfeitLoss { .. })
    }

    /// Returns `true` for a bye requested by the player (C.07, 16.1.1).
    pub const fn is_requested_bye(self) -> bool {
        matches!(self, Self::HalfPointBye | Self::ZeroPointBye)
    }

    /// Returns `true` for a voluntary unplayed round (C.07, 16.1.2): a requested bye, or a loss by
    /// forfeit.
    pub const fn is_voluntary(self) -> bool {
        self.is_requested_bye() || matches!(self, Self::ForfeitLoss { .. })
    }
}

impl TournamentRecord {
    /// The maximum number of rounds in a tournament.
    pub const MAX_ROUNDS: u32 = 500;

    /// Creates a tournament without players.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            start: GameDate::UNKNOWN,
            system: TournamentSystem::Swiss,
            rounds: 0,
            points: PointSystem::default(),
            players: Vec::new(),
        }
    }

    /// Returns the points of a player after the given round.
    pub fn score(&self, player: usize, after: u32) -> ScorePoints {
        let Some(player) = self.players.get(player) else { return ScorePoints::ZERO };
        let points = |entry: &RoundEntry| self.points.of(entry.kind);
        let rounds = player.entries.iter().filter(|entry| entry.round <= after);
        player.adjustment + rounds.map(points).sum()
    }

    /// Returns the last round with a result, or zero if there is none.
    pub fn last_round(&self) -> u32 {
        let entries = self.players.iter().flat_map(|player| &player.entries);
        let results = entries.filter(|it| it.kind.opponent().is_some() && !is_open(it.kind));
        results.map(|entry| entry.round).max().unwrap_or(0)
    }

    /// Guesses the system from the games. It is a round robin if at least three in four pairs of
    /// players met; the number of cycles is the median number of games per pair. Otherwise, it is a
    /// Swiss tournament.
    pub fn guess_system(&self) -> TournamentSystem {
        let count = self.players.len();
        let mut met: std::collections::HashMap<(usize, usize), u32> =
            std::collections::HashMap::new();
        for (index, player) in self.players.iter().enumerate() {
            for opponent in player.entries.iter().filter_map(|entry| entry.kind.opponent()) {
                if index < opponent {
                    *met.entry((index, opponent)).or_default() += 1;
                }
            }
        }
        let pairs = count * count.saturating_sub(1) / 2;
        if count < 3 || met.len() * 4 < pairs * 3 {
            if count == 2 && met.len() == 1 {
                return TournamentSystem::RoundRobin {
                    cycles: met.values().copied().max().unwrap_or(1),
                };
            }
            return TournamentSystem::Swiss;
        }
        let mut counts: Vec<u32> = met.into_values().collect();
        counts.sort_unstable();
        TournamentSystem::RoundRobin { cycles: counts[counts.len() / 2].max(1) }
    }

    /// Returns the same tournament with only the players' entries up to and including `round`.
    #[must_use]
    pub fn until(&self, round: u32) -> Self {
        let mut cut = self.clone();
        for player in &mut cut.players {
            player.entries.retain(|entry| entry.round <= round);
        }
        cut
    }
}

const fn is_open(kind: RoundKind) -> bool {
    matches!(kind, RoundKind::Unfinished { .. })
}
