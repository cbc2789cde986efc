//! Statistics of collections.

use reynard_pgn::{
    GameEnd, GameStart, Integrity, NamedOpening, NullMove, OpeningNames, Played, ResultCounts,
    Skip, Tags, Text, Visitor,
};

use crate::GameProcessor;
use crate::counts::{Counts, Measure};
use crate::query::{GameFacts, TagFacts, TimeClass, elo_of_tag};

/// Statistics of a collection of games: results, lengths, ratings, players, openings, years, time
/// controls.
///
/// At most 100,000 distinct players are counted: those that occur first.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub(crate) games: u64,
    pub(crate) results: ResultCounts,
    pub(crate) plies: Measure,
    pub(crate) elo: Measure,
    /// Numbers of games by length in tens of plies. The last element counts all games of 200 plies
    /// or more.
    pub(crate) lengths: [u64; 21],
    pub(crate) players: Counts<String>,
    pub(crate) openings: Counts<NamedOpening>,
    pub(crate) years: Counts<String>,
    pub(crate) months: Counts<String>,
    pub(crate) time_classes: Counts<String>,
    pub(crate) terminations: Counts<String>,
}

impl Statistics {
    /// Adds the statistics of later games.
    ///
    /// ```
    /// use reynard_games::{Counter, Statistics};
    /// use reynard_pgn::Reader;
    ///
    /// let mut counter = Counter::default();
    /// Reader::from_bytes(b"1. e4 1-0").read_all(&mut counter)?;
    /// let mut all = Statistics::default();
    /// all.add(counter.statistics());
    /// assert_eq!(all.summary(1).games, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.results.add(other.results);
        self.plies.add(other.plies);
        self.elo.add(other.elo);
        for (sum, count) in self.lengths.iter_mut().zip(other.lengths) {
            *sum += count;
        }
        self.players.add(&other.players);
        self.openings.add(&other.openings);
        self.years.add(&other.years);
        self.months.add(&other.months);
        self.time_classes.add(&other.time_classes);
        self.terminations.add(&other.terminations);
    }

    /// Counts a game by its tags, its end, and the opening determined from its moves.
    pub fn count(&mut self, tags: &Tags, end: &GameEnd, opening: Option<NamedOpening>) {
        let result = tags.result(end.result);
        let mut results = ResultCounts::default();
        results.count(result);
        self.games += 1;
        self.results.add(results);
        self.plies.measure(end.plies);
        let tens = usize::try_from(end.plies / 10).unwrap_or(usize::MAX);
        self.lengths[tens.min(self.lengths.len() - 1)] += 1;
        for (player, rating) in [("White", "WhiteElo"), ("Black", "BlackElo")] {
            let name = tags.text(player).unwrap_or_default();
            let name: String = name.trim().chars().take(MAX_NAME).collect();
            if !name.is_empty() && name != "?" {
                self.players.count(&name, results);
            }
            if let Some(elo) = tags.text(rating).as_deref().and_then(elo_of_tag) {
                self.elo.measure(elo.into());
            }
        }
        if let Some(opening) = opening {
            self.openings.count(&opening, results);
        }
        let facts = TagFacts { tags, result: Some(result), plies: Some(end.plies) };
        let date = facts.date();
        if let Some(year) = date.year {
            self.years.count(&format!("{year:04}"), results);
            if let Some(month) = date.month {
                self.months.count(&format!("{year:04}-{month:02}"), results);
            }
        }
        let class = facts.time_class();
        let name = TimeClass::NAMES.into_iter().find(|(_, it)| Some(*it) == class);
        if let Some((name, _)) = name {
            self.time_classes.count(&name.to_owned(), results);
        }
        let termination = tags.text("Termination").unwrap_or_default();
        let termination: String = termination.trim().chars().take(MAX_NAME).collect();
        if !matches!(&*termination, "" | "?") {
            self.terminations.count(&termination, results);
        }
    }
}

/// Maximum number of characters kept from a player's name or from a value of the `Termination` tag.
const MAX_NAME: usize = 60;

/// A visitor that counts games for [`Statistics`]. Openings are determined from the moves,
/// regardless of the tags.
///
/// ```
/// use reynard_games::Counter;
/// use reynard_pgn::Reader;
///
/// let mut counter = Counter::default();
/// Reader::from_bytes(b"1. e4 c5 1-0\n\n1. d4 *\n").read_all(&mut counter)?;
/// let summary = counter.statistics().summary(10);
/// assert_eq!((summary.games, summary.results.white), (2, 1));
/// assert!(summary.openings.iter().any(|opening| opening.eco == "B20"));
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
#[derive(Debug, Default)]
pub struct Counter {
    statistics: Statistics,
    tags: Tags,
    opening: Option<NamedOpening>,
}

impl Counter {
    /// Returns the statistics of the games so far.
    pub const fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

impl Visitor for Counter {
    fn begin_game(&mut self, _: GameStart) {
        self.tags.clear();
        self.opening = None;
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        self.tags.add(name, value);
    }

    fn legal_move(&mut self, played: &Played<'_>) -> Skip {
        self.opening = OpeningNames::embedded().find(played.after).or(self.opening);
        Skip::No
    }

    fn null_move(&mut self, _: &NullMove<'_>) -> Skip {
        Skip::No
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: &GameEnd) {
        if end.integrity != Integrity::Rejected {
            self.statistics.count(&self.tags, end, self.opening);
        }
    }
}

impl GameProcessor for Counter {}
