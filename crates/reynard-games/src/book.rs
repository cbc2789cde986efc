//! Games as samples for an opening book.

use std::io;

use reynard::{Color, Position};
use reynard_book::{BookMove, BookSample, Collector, Points, SampleOrder};
use reynard_pgn::{
    GameEnd, GameStart, Integrity, MovetextMode, NullMove, Played, Skip, Termination, Text, Visitor,
};

use crate::GameProcessor;

/// Memory limit in bytes for the moves of a chunk. A normal chunk needs less; the limit matters
/// only for the remainder of the input, if it cannot be split.
const CHUNK_MEMORY: usize = 1 << 24;

/// The games and moves to include in a book. The default is all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookSelection {
    /// The maximum number of plies to include from each game.
    pub max_ply: u16,
    /// The side whose moves are included; both if `None`.
    pub side: Option<Color>,
    /// The minimum rating of each player; 0 includes games with any ratings or none.
    pub min_elo: u32,
}

impl Default for BookSelection {
    fn default() -> Self {
        Self { max_ply: u16::MAX, side: None, min_elo: 0 }
    }
}

/// Counts of the games read for a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BookGameCounts {
    /// All games.
    pub games: u64,
    /// Games left out because of their players' ratings.
    pub unrated: u64,
    /// Games with errors. Their legal moves before the error are included.
    pub damaged: u64,
}

impl BookGameCounts {
    /// Adds the counts of other games.
    pub const fn add(&mut self, other: Self) {
        self.games += other.games;
        self.unrated += other.unrated;
        self.damaged += other.damaged;
    }
}

/// A visitor that collects the moves of games for a book, for use with
/// [`read_parallel`](reynard_pgn::read_parallel) or a [`Reader`](reynard_pgn::Reader). A game
/// without a known result counts as a draw, as in the program Polyglot.
///
/// ```
/// use reynard_games::reynard_book::{BuildRule, build};
/// use reynard_games::{BookGames, BookSelection};
/// use reynard_pgn::Reader;
///
/// let mut games = BookGames::new(BookSelection::default());
/// Reader::from_bytes(b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n").read_all(&mut games)?;
/// let rule = BuildRule { min_games: 1, ..BuildRule::default() };
/// let mut book = Vec::new();
/// let samples = games.into_collector()?.finish()?;
/// let summary = build(vec![samples], &rule, 1 << 20, &mut book)?;
/// // After 1. e4 e5, which lost, comes nothing; 1... c5 won.
/// assert_eq!((summary.samples, summary.entries), (4, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BookGames {
    selection: BookSelection,
    /// The moves collected so far, or the error of a temporary file.
    collected: io::Result<Collector>,
    /// The index of the next game.
    number: u32,
    counts: BookGameCounts,
    /// The result in the tags of the current game.
    tagged: Option<Termination>,
    elo: [u32; 2],
    /// Number of plies of the current game so far.
    ply: u16,
    /// The moves of the current game, held back because the game's result may come last.
    moves: Vec<(u64, BookMove, Color)>,
}

impl BookGames {
    /// Creates a collection without games.
    ///
    /// ```
    /// use reynard_games::{BookGames, BookSelection};
    ///
    /// let twenty_plies =
    ///     BookGames::new(BookSelection { max_ply: 20, ..BookSelection::default() });
    /// ```
    pub const fn new(selection: BookSelection) -> Self {
        Self {
            selection,
            collected: Ok(Collector::new(CHUNK_MEMORY)),
            number: 0,
            counts: BookGameCounts { games: 0, unrated: 0, damaged: 0 },
            tagged: None,
            elo: [0; 2],
            ply: 0,
            moves: Vec::new(),
        }
    }

    /// Returns the counts of games so far.
    ///
    /// ```
    /// use reynard_games::{BookGames, BookSelection};
    /// use reynard_pgn::Reader;
    ///
    /// let mut games = BookGames::new(BookSelection::default());
    /// Reader::from_bytes(b"1. e4 *").read_all(&mut games)?;
    /// assert_eq!(games.counts().games, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn counts(&self) -> BookGameCounts {
        self.counts
    }

    /// Returns the moves of the games. The games are numbered from 0.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file could not be written.
    pub fn into_collector(self) -> io::Result<Collector> {
        self.collected
    }

    /// Adds the moves of the completed game.
    fn collect(&mut self, result: Option<Termination>) {
        let result = result.and_then(Termination::result);
        let Ok(collector) = &mut self.collected else { return };
        for (&(key, mv, side), ply) in self.moves.iter().zip(0..) {
            let points = result.map_or(Points::Draw, |result| Points::of(result, side));
            let order = SampleOrder::new(self.number, ply);
            if let Err(error) = collector.push(BookSample { key, order, mv, points }) {
                self.collected = Err(error);
                return;
            }
        }
    }

    fn add(&mut self, before: &Position, mv: BookMove) -> Skip {
        if self.ply >= self.selection.max_ply {
            return Skip::Yes;
        }
        self.ply += 1;
        if self.selection.side.is_none_or(|side| side == before.turn()) {
            self.moves.push((before.polyglot_key(), mv, before.turn()));
        }
        if self.ply == self.selection.max_ply { Skip::Yes } else { Skip::No }
    }
}

impl Visitor for BookGames {
    fn begin_game(&mut self, _: GameStart) {
        self.tagged = None;
        self.elo = [0; 2];
        self.ply = 0;
        self.moves.clear();
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        let number = || value.decode().trim().parse().unwrap_or_default();
        match name {
            b"Result" => self.tagged = Termination::from_bytes(&value.unescaped()),
            b"WhiteElo" => self.elo[0] = number(),
            b"BlackElo" => self.elo[1] = number(),
            _ => {}
        }
    }

    fn end_tags(&mut self) -> MovetextMode {
        self.counts.games += 1;
        let [white, black] = self.elo;
        if white.min(black) < self.selection.min_elo {
            self.counts.unrated += 1;
            return MovetextMode::Nothing;
        }
        if self.selection.max_ply == 0 { MovetextMode::Nothing } else { MovetextMode::Moves }
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.add(played.before, BookMove::new(played.mv))
    }

    fn null_move(&mut self, _: &NullMove<'_>) -> Skip {
        // The moves after a null move are not a legal game.
        Skip::Yes
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        self.counts.damaged += u64::from(end.integrity != Integrity::Complete);
        let result = self.tagged.or(end.result);
        self.collect(result);
        self.number = self.number.saturating_add(1);
    }
}

impl GameProcessor for BookGames {}
