//! A tournament reconstructed from PGN games, which contain neither byes nor pairings.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use reynard::Color;
use reynard_pgn::Termination;
use serde::Serialize;

use super::identity::{Identities, JoinedNames, NameJoining, PlayerKey, without_title};
use super::known_byes::{Filled, KnownBye, MissingRound, fill};
use super::model::{
    GameScore, Participant, PointSystem, Rated, RoundEntry, RoundKind, TournamentRecord,
    TournamentSystem,
};
use crate::{CollectedGame, GameDate, GameFacts, MatchingGames, TagFacts};

/// A game of a tournament, according to its tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentGame {
    /// Names of White and Black.
    pub names: [Arc<str>; 2],
    /// Titles of White and Black; empty if there is none.
    pub titles: [String; 2],
    /// Elo ratings of White and Black, if known.
    pub elo: [Option<u32>; 2],
    /// FIDE ids of White and Black, if known.
    pub fide_ids: [Option<u64>; 2],
    /// Teams of White and Black, if any.
    pub teams: [Option<Arc<str>>; 2],
    /// The event.
    pub event: String,
    /// The round as written.
    pub round: String,
    /// The number of the round, if the tag contains one.
    pub round_number: Option<u32>,
    /// The date.
    pub date: GameDate,
    /// The result.
    pub result: Termination,
    /// The number of plies.
    pub plies: u64,
}

impl CollectedGame for TournamentGame {
    const NEEDS_PLIES: bool = true;

    fn of(facts: &TagFacts<'_>) -> Option<Self> {
        let text = |tag: &str| {
            let value = facts.tag(tag).unwrap_or_default();
            let value = value.trim();
            let is_known = !value.is_empty() && value != "?" && value != "-";
            is_known.then(|| value.chars().take(MAX_TEXT).collect::<String>())
        };
        let name = |tag: &str| text(tag).map(Arc::from);
        Some(Self {
            names: [name("White")?, name("Black")?],
            titles: ["WhiteTitle", "BlackTitle"].map(|tag| text(tag).unwrap_or_default()),
            elo: Color::ALL.map(|color| {
                // Larger numbers are not ratings, and are counted.
                let large = || text(["WhiteElo", "BlackElo"][color as usize])?.parse().ok();
                facts.elo(color).or_else(large).filter(|&elo| elo > 0)
            }),
            fide_ids: ["WhiteFideId", "BlackFideId"]
                .map(|tag| text(tag)?.parse().ok().filter(|&id| id > 0)),
            teams: ["WhiteTeam", "BlackTeam"].map(name),
            event: text("Event").unwrap_or_default(),
            round: text("Round").unwrap_or_default(),
            round_number: facts
                .round()
                .map(|round| round.round())
                .filter(|round| (1..=TournamentRecord::MAX_ROUNDS).contains(round)),
            date: facts.date(),
            result: facts.result.unwrap_or(Termination::Unknown),
            plies: facts.plies.unwrap_or(0),
        })
    }
}

/// Collects the games of a tournament that match a query, including those without a result.
pub type TournamentGameCollector<'a> = MatchingGames<'a, TournamentGame>;

/// Maximum number of characters kept from the name of a player or an event.
const MAX_TEXT: usize = 60;

/// Settings for a tournament reconstructed from games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentSettings {
    /// The assumed meaning of a round in which a player of a Swiss tournament has no game.
    pub missing: MissingRound,
    /// Known byes, which take precedence over `missing`.
    pub byes: Vec<KnownBye>,
    /// The treatment of names that may belong to the same player.
    pub joining: NameJoining,
    /// The tournament system; `None` to determine it from the games.
    pub system: Option<TournamentSystem>,
    /// The number of rounds; `None` if the last round with a game is the last round.
    pub rounds: Option<u32>,
    /// The points for each kind of result.
    pub points: PointSystem,
    /// The treatment of play-off games.
    pub play_offs: PlayOffs,
}

impl Default for TournamentSettings {
    fn default() -> Self {
        Self {
            missing: MissingRound::ZeroPointBye,
            byes: Vec::new(),
            joining: NameJoining::default(),
            system: None,
            rounds: None,
            points: PointSystem::default(),
            play_offs: PlayOffs::LeftOut,
        }
    }
}

/// The treatment of play-off games, which are recognized by the name of their round or event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayOffs {
    /// Play-off games do not count.
    LeftOut,
    /// Play-off games count like all other games.
    Counted,
}

/// A game that is listed in [`TournamentNotes`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedGame {
    /// The round as written.
    pub round: String,
    /// Name of White.
    pub white: String,
    /// Name of Black.
    pub black: String,
    /// The result.
    pub result: &'static str,
}

/// Assumptions made in reconstructing a tournament from games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TournamentNotes {
    /// The number of rounds without a game, summed over all players. They were filled according to
    /// [`MissingRound`].
    pub missing_rounds: u32,
    /// Forfeits: games with a result but without moves.
    pub forfeits: Vec<ListedGame>,
    /// Games in which a player's opponent is called `bye`.
    pub byes: Vec<ListedGame>,
    /// Play-off games that were left out.
    pub play_offs: Vec<ListedGame>,
    /// Games without a result.
    pub unfinished: Vec<ListedGame>,
    /// Games in which White and Black are the same player. They were left out.
    pub self_play: Vec<ListedGame>,
    /// Games that occur more than once, judging by players, event, round, date, result and length.
    /// All of them count.
    pub repeated: Vec<ListedGame>,
    /// The number of ratings of 5,000 and more. They were left out.
    pub impossible_ratings: u32,
    /// The number of games whose round has no number. They were ordered by date.
    pub without_round: u32,
    /// Set if no game has moves, in which case all results are assumed to be from games over the
    /// board.
    pub results_only: bool,
    /// The events, if there are several.
    pub events: Vec<String>,
    /// Players whose name occurs in several spellings.
    pub joined: Vec<JoinedNames>,
    /// Known byes whose player or round does not exist, or in whose round the player has a game.
    pub unknown_byes: Vec<String>,
}

impl ListedGame {
    fn of(game: &TournamentGame) -> Self {
        Self {
            round: game.round.clone(),
            white: game.names[0].to_string(),
            black: game.names[1].to_string(),
            result: game.result.as_str(),
        }
    }
}

impl TournamentRecord {
    /// Reconstructs a tournament from games. Also returns the assumptions made.
    ///
    /// ```
    /// use reynard_games::{Query, TournamentRecord, TournamentGameCollector, TournamentSettings};
    /// use reynard_pgn::Reader;
    ///
    /// let query = Query::default();
    /// let mut collector = TournamentGameCollector::new(&query);
    /// let pgn = b"[White \"A\"]\n[Black \"B\"]\n[Round \"1.1\"]\n\n1. e4 1-0\n\n\
    ///             [White \"B\"]\n[Black \"C\"]\n[Round \"2.1\"]\n\n1-0\n";
    /// Reader::from_bytes(pgn).read_all(&mut collector)?;
    /// let (tournament, notes) =
    ///     TournamentRecord::of_games(collector.games(), &TournamentSettings::default());
    /// assert_eq!((tournament.players.len(), notes.forfeits.len()), (3, 1));
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub fn of_games(
        games: &[TournamentGame],
        settings: &TournamentSettings,
    ) -> (Self, TournamentNotes) {
        let mut notes = TournamentNotes::default();
        let (play_offs, games): (Vec<_>, Vec<_>) = games
            .iter()
            .partition(|game| settings.play_offs == PlayOffs::LeftOut && is_play_off(game));
        notes.play_offs = play_offs.iter().map(|game| ListedGame::of(game)).collect();
        let finished = || games.iter().filter(|game| game.result != Termination::Unknown);
        notes.results_only = finished().next().is_some() && finished().all(|game| game.plies == 0);
        notes.repeated = repeated(&games);
        let mut maker = Maker::new(settings, notes);
        for game in &games {
            maker.see(game);
        }
        for game in &games {
            maker.add(game);
        }
        maker.finish(&games)
    }
}

/// Returns the games that repeat an earlier one, as happens in merged collections.
fn repeated(games: &[&TournamentGame]) -> Vec<ListedGame> {
    let mut seen = HashSet::new();
    let is_known = |game: &&&TournamentGame| !game.round.is_empty() && game.plies > 0;
    let known = games.iter().filter(is_known);
    let again = known.filter(|game| {
        let players = (&game.names, &game.event, &game.round);
        !seen.insert((players, game.date, game.result.as_str(), game.plies))
    });
    again.map(|game| ListedGame::of(game)).collect()
}

/// Returns `true` for a play-off game, judging by the name of its round or event.
fn is_play_off(game: &TournamentGame) -> bool {
    const WORDS: [&str; 6] =
        ["tiebreak", "tie-break", "tie break", "playoff", "play-off", "armageddon"];
    let names = [&game.round, &game.event].map(|name| name.to_lowercase());
    names.iter().any(|name| WORDS.iter().any(|word| name.contains(word)))
}

/// Returns `true` if the game has no moves and the name of the given side denotes a missing
/// opponent.
fn is_bye(game: &TournamentGame, side: usize) -> bool {
    let name = game.names[side].trim_matches(['(', ')', '-', ' ']);
    name.eq_ignore_ascii_case("bye") && game.fide_ids[side].is_none() && game.plies == 0
}

/// A tournament that is being reconstructed.
struct Maker<'a> {
    settings: &'a TournamentSettings,
    notes: TournamentNotes,
    identities: Identities,
    indexes: HashMap<PlayerKey, usize>,
    players: Vec<Participant>,
    /// The spellings of each player's name, in order of appearance.
    spellings: Vec<Vec<Arc<str>>>,
    /// The games without a round number.
    later: Vec<(GameDate, [usize; 2], [RoundKind; 2])>,
}

impl<'a> Maker<'a> {
    fn new(settings: &'a TournamentSettings, notes: TournamentNotes) -> Self {
        Self {
            settings,
            notes,
            identities: Identities::new(settings.joining),
            indexes: HashMap::new(),
            players: Vec::new(),
            spellings: Vec::new(),
            later: Vec::new(),
        }
    }

    fn see(&mut self, game: &TournamentGame) {
        for side in [0, 1] {
            self.identities.see(&game.names[side], game.fide_ids[side]);
        }
    }

    fn player(&mut self, game: &TournamentGame, side: usize) -> usize {
        let name = &game.names[side];
        let key = self.identities.key(name, game.fide_ids[side]);
        let players = &mut self.players;
        let index = *self.indexes.entry(key).or_insert_with(|| {
            players.push(Participant::default());
            players.len() - 1
        });
        if self.spellings.len() <= index {
            self.spellings.push(Vec::new());
        }
        if !self.spellings[index].contains(name) {
            self.spellings[index].push(Arc::clone(name));
        }
        let player = &mut self.players[index];
        player.fide_id = player.fide_id.or(game.fide_ids[side]);
        let (elo, is_possible) = (game.elo[side], game.elo[side].is_none_or(|elo| elo < 5_000));
        player.rating = player.rating.or(elo.filter(|_| is_possible));
        self.notes.impossible_ratings += u32::from(!is_possible);
        if player.title.is_empty() {
            let title = without_title(name).1.unwrap_or_default();
            let tag = &game.titles[side];
            player.title = if tag.is_empty() { title.to_owned() } else { tag.clone() };
        }
        if player.team.is_none() {
            player.team = game.teams[side].as_deref().map(str::to_owned);
        }
        index
    }

    fn add(&mut self, game: &TournamentGame) {
        for side in [0, 1] {
            if is_bye(game, side) && !is_bye(game, 1 - side) {
                self.add_bye(game, 1 - side);
                return;
            }
        }
        let pair = [self.player(game, 0), self.player(game, 1)];
        if pair[0] == pair[1] {
            self.notes.self_play.push(ListedGame::of(game));
            return;
        }
        let kinds = self.kinds(game, pair);
        if game.result == Termination::Unknown {
            self.notes.unfinished.push(ListedGame::of(game));
        } else if kinds[0].is_forfeit() {
            self.notes.forfeits.push(ListedGame::of(game));
        }
        match game.round_number {
            Some(round) => self.push(round, pair, kinds),
            None => self.later.push((game.date, pair, kinds)),
        }
    }

    fn push(&mut self, round: u32, pair: [usize; 2], kinds: [RoundKind; 2]) {
        for (player, kind) in pair.into_iter().zip(kinds) {
            self.players[player].entries.push(RoundEntry { round, kind });
        }
    }

    /// Returns the round entry for each side. A game without moves is a forfeit, unless no game has
    /// moves.
    fn kinds(&self, game: &TournamentGame, pair: [usize; 2]) -> [RoundKind; 2] {
        let is_played = game.plies > 0 || self.notes.results_only;
        [0, 1].map(|side| {
            let color = if side == 0 { Color::White } else { Color::Black };
            let opponent = pair[1 - side];
            let result = match (game.result, color) {
                (Termination::Unknown, _) => return RoundKind::Unfinished { opponent, color },
                (Termination::WhiteWins, Color::White) | (Termination::BlackWins, Color::Black) => {
                    GameScore::Win
                }
                (Termination::Draw, _) => GameScore::Draw,
                _ => GameScore::Loss,
            };
            let (forfeited, scheduled) = (Some(opponent), Some(color));
            match result {
                GameScore::Win if !is_played => {
                    RoundKind::ForfeitWin { opponent: forfeited, color: scheduled }
                }
                GameScore::Loss if !is_played => {
                    RoundKind::ForfeitLoss { opponent: forfeited, color: scheduled }
                }
                // A draw was agreed by two players who were there.
                _ => {
                    let rated = if is_played { Rated::Yes } else { Rated::No };
                    RoundKind::Game { opponent, color, result, rated }
                }
            }
        })
    }

    fn add_bye(&mut self, game: &TournamentGame, side: usize) {
        let player = self.player(game, side);
        self.notes.byes.push(ListedGame::of(game));
        let kind = match (game.result, side) {
            (Termination::WhiteWins, 0) | (Termination::BlackWins, 1) => RoundKind::PairingBye,
            (Termination::Draw, _) => RoundKind::HalfPointBye,
            _ => RoundKind::ZeroPointBye,
        };
        let entries = &mut self.players[player].entries;
        let round = game
            .round_number
            .unwrap_or_else(|| entries.iter().map(|entry| entry.round).max().unwrap_or(0) + 1);
        entries.push(RoundEntry { round, kind });
    }

    fn finish(mut self, games: &[&TournamentGame]) -> (TournamentRecord, TournamentNotes) {
        self.place_later_games();
        self.name_players();
        let events: BTreeSet<&str> = games.iter().map(|game| &*game.event).collect();
        let mut tournament = TournamentRecord::new(games.first().map_or("", |game| &game.event));
        if events.len() > 1 {
            self.notes.events = events.into_iter().map(str::to_owned).collect();
        }
        let dates = games.iter().map(|game| game.date).filter(|date| date.year.is_some());
        tournament.start = dates.min().unwrap_or_default();
        tournament.points = self.settings.points;
        tournament.players = self.players;
        for player in &mut tournament.players {
            player.entries.sort_by_key(|entry| entry.round);
        }
        tournament.system = self.settings.system.unwrap_or_else(|| tournament.guess_system());
        let rounds = tournament.players.iter().filter_map(|player| player.entries.last());
        let last = rounds.map(|entry| entry.round).max().unwrap_or(0);
        tournament.rounds = self.settings.rounds.unwrap_or(0).max(last);
        give_numbers(&mut tournament.players);
        let Filled { missing_rounds, unknown_byes } =
            fill(&mut tournament, &self.settings.byes, self.settings.missing);
        self.notes.missing_rounds = missing_rounds;
        self.notes.unknown_byes = unknown_byes;
        (tournament, self.notes)
    }

    /// Assigns games without a round number to rounds, in the order of their dates. Each is
    /// assigned to the first round that follows the previous games of both players.
    fn place_later_games(&mut self) {
        let mut later = std::mem::take(&mut self.later);
        self.notes.without_round = u32::try_from(later.len()).unwrap_or(u32::MAX);
        later.sort_by_key(|(date, ..)| *date);
        let last =
            |player: &Participant| player.entries.iter().map(|it| it.round).max().unwrap_or(0);
        let mut rounds: Vec<u32> = self.players.iter().map(last).collect();
        for (_, pair, kinds) in later {
            let round = pair.map(|player| rounds[player]).into_iter().max().unwrap_or(0) + 1;
            let round = round.min(TournamentRecord::MAX_ROUNDS);
            for player in pair {
                rounds[player] = round;
            }
            self.push(round, pair, kinds);
        }
    }

    fn name_players(&mut self) {
        for (player, spellings) in self.players.iter_mut().zip(&self.spellings) {
            let bare = |name: &Arc<str>| match self.settings.joining {
                NameJoining::ByNameAndId => without_title(name).0.to_owned(),
                NameJoining::Never => name.to_string(),
            };
            let names: Vec<String> = spellings.iter().map(bare).collect();
            let longest = names.iter().map(|name| name.chars().count()).max();
            let first = names.iter().find(|name| Some(name.chars().count()) == longest);
            player.name = first.cloned().unwrap_or_default();
            let mut seen = HashSet::from([player.name.clone()]);
            let others: Vec<String> =
                names.into_iter().filter(|name| seen.insert(name.clone())).collect();
            if !others.is_empty() {
                self.notes.joined.push(JoinedNames { name: player.name.clone(), others });
            }
        }
    }
}

/// Assigns the pairing numbers, by rating and then by name.
fn give_numbers(players: &mut [Participant]) {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&it| (std::cmp::Reverse(players[it].rating), players[it].name.clone()));
    for (number, index) in (1..).zip(order) {
        players[index].number = number;
    }
}
