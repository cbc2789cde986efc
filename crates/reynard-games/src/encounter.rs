//! Encounters between two players, and their results.

use std::sync::Arc;

use reynard::{Color, Position};
use reynard_pgn::{
    Comment, CommentText, GameEnd, GameStart, Integrity, MovetextMode, Nag, NullMove, Played, Skip,
    Tags, Termination, Text, Visitor,
};

use crate::{BoardWatcher, GameDate, GameFacts, GameProcessor, Query, TagFacts, Truth};

/// A game whose players and result are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// Names of White and Black.
    pub names: [Arc<str>; 2],
    /// Elo ratings of White and Black, if known.
    pub elo: [Option<u32>; 2],
    /// The result; never [`Termination::Unknown`].
    pub result: Termination,
    /// The year, if known.
    pub year: Option<u16>,
}

impl Encounter {
    /// Returns the half points scored by a side.
    ///
    /// ```
    /// use reynard_games::EncounterCollector;
    /// use reynard_games::reynard::Color;
    /// use reynard_pgn::Reader;
    ///
    /// let query = reynard_games::Query::default();
    /// let mut collector = EncounterCollector::new(&query);
    /// Reader::from_bytes(b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0")
    ///     .read_all(&mut collector)?;
    /// assert_eq!(collector.encounters()[0].half_points(Color::White), 2);
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub const fn half_points(&self, side: Color) -> u64 {
        match (self.result, side) {
            (Termination::WhiteWins, Color::White) | (Termination::BlackWins, Color::Black) => 2,
            (Termination::WhiteWins, Color::Black) | (Termination::BlackWins, Color::White) => 0,
            (Termination::Draw | Termination::Unknown, _) => 1,
        }
    }
}

/// A game in the form that a collector stores.
pub trait CollectedGame: Sized {
    /// Set if the number of moves is needed.
    const NEEDS_PLIES: bool = false;

    /// Creates a game from its tags. Returns `None` if the game lacks data that the collector
    /// needs.
    fn of(facts: &TagFacts<'_>) -> Option<Self>;
}

impl CollectedGame for Encounter {
    fn of(facts: &TagFacts<'_>) -> Option<Self> {
        let name = |tag| {
            let name = facts.tag(tag)?;
            let name = name.trim();
            let is_known = !name.is_empty() && name != "?";
            is_known.then(|| Arc::from(name.chars().take(MAX_NAME).collect::<String>()))
        };
        let result = facts.result.filter(|result| *result != Termination::Unknown)?;
        let names = [name("White")?, name("Black")?];
        let elo = Color::ALL.map(|color| facts.elo(color).filter(|elo| (1..5_000).contains(elo)));
        let GameDate { year, .. } = facts.date();
        Some(Self { names, elo, result, year })
    }
}

/// Collects an [`Encounter`] for each game that matches a query, for use with
/// [`read_parallel`](reynard_pgn::read_parallel).
///
/// ```
/// use reynard_games::{EncounterCollector, Query};
/// use reynard_pgn::Reader;
///
/// let query = Query::parse("result!=draw")?;
/// let mut collector = EncounterCollector::new(&query);
/// let pgn = b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n\n[White \"B\"]\n[Black \"A\"]\n\n1. d4 *\n";
/// Reader::from_bytes(pgn).read_all(&mut collector)?;
/// assert_eq!((collector.encounters().len(), collector.unfinished()), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type EncounterCollector<'a> = MatchingGames<'a, Encounter>;

/// A visitor that collects the games that match a query, for use with
/// [`read_parallel`](reynard_pgn::read_parallel).
#[derive(Debug)]
pub struct MatchingGames<'a, G> {
    query: &'a Query,
    moves: BoardWatcher<'a>,
    tags: Tags,
    by_tags: Truth,
    games: Vec<G>,
    unfinished: u64,
    matching: u64,
    fulfilled: Vec<bool>,
}

impl EncounterCollector<'_> {
    /// Returns the encounters collected so far.
    pub fn encounters(&self) -> &[Encounter] {
        &self.games
    }
}

impl<'a, G: CollectedGame> MatchingGames<'a, G> {
    /// Creates an empty collector.
    ///
    /// ```
    /// use reynard_games::{EncounterCollector, Query};
    ///
    /// assert!(EncounterCollector::new(&Query::default()).encounters().is_empty());
    /// ```
    pub fn new(query: &'a Query) -> Self {
        Self {
            query,
            moves: BoardWatcher::new(query),
            tags: Tags::default(),
            by_tags: Truth::Unknown,
            games: Vec::new(),
            unfinished: 0,
            matching: 0,
            fulfilled: vec![false; query.conditions().len()],
        }
    }

    /// Returns the games collected so far.
    pub fn games(&self) -> &[G] {
        &self.games
    }

    /// Returns the number of games that match the query but lack a result or a name.
    pub const fn unfinished(&self) -> u64 {
        self.unfinished
    }

    /// Returns the number of games that match the query.
    pub const fn matching(&self) -> u64 {
        self.matching
    }

    /// Returns, for each condition of the query, whether any game has fulfilled it: see
    /// [`Query::unfulfilled`].
    pub fn fulfilled(&self) -> &[bool] {
        &self.fulfilled
    }

    fn mark_fulfilled(&mut self, facts: &TagFacts<'_>) {
        for (index, condition) in self.query.conditions().enumerate() {
            if !self.fulfilled[index] {
                self.fulfilled[index] = condition.decide(facts) == Truth::True;
            }
        }
    }
}

/// Maximum number of characters kept from a player's name.
const MAX_NAME: usize = 60;

impl<G: CollectedGame> Visitor for MatchingGames<'_, G> {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.moves.reset();
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn end_tags(&mut self) -> MovetextMode {
        let facts = TagFacts { tags: &self.tags, result: None, plies: None };
        self.by_tags = self.query.decide(&facts);
        match self.query.movetext_mode(self.by_tags) {
            MovetextMode::Nothing if G::NEEDS_PLIES && self.by_tags != Truth::False => {
                MovetextMode::Tokens
            }
            mode => mode,
        }
    }

    fn start_position(&mut self, position: &Position) {
        self.moves.begin(position);
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.moves.play(Some(played.mv), played.after);
        Skip::No
    }

    fn null_move(&mut self, passed: &NullMove<'_>) -> Skip {
        self.moves.play(None, passed.after);
        Skip::No
    }

    fn comment(&mut self, comment: Comment<'_>) {
        if self.moves.needs_comments() {
            self.moves.comment(&CommentText::new(comment.text.raw()));
        }
    }

    fn nag(&mut self, _: Nag) {
        self.moves.glyph();
    }

    fn begin_variation(&mut self) -> Skip {
        self.moves.variation();
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        if end.integrity == Integrity::Rejected {
            return;
        }
        self.moves.finish(end.integrity.into());
        let tags = std::mem::take(&mut self.tags);
        let facts =
            TagFacts { tags: &tags, result: Some(tags.result(end.result)), plies: Some(end.plies) };
        let matches = match self.by_tags {
            Truth::True => true,
            Truth::False => false,
            Truth::Unknown => self.query.matches(&facts, &self.moves),
        };
        if self.fulfilled.contains(&false) {
            self.mark_fulfilled(&facts);
        }
        self.matching += u64::from(matches);
        if matches {
            match G::of(&facts) {
                Some(game) => self.games.push(game),
                None => self.unfinished += 1,
            }
        }
        self.tags = tags;
    }
}

impl<G: CollectedGame> GameProcessor for MatchingGames<'_, G> {}
