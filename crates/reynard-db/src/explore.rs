//! The opening explorer.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::AtomicBool;

use reynard::{Color, Move, Position, UciMove};
use reynard_games::Query;
use reynard_pgn::{NamedOpening, OpeningNames, ResultCounts};

use crate::batch::Flags;
use crate::filter::{QueryFilters, SegmentFilter};
use crate::lookup::Postings;
use crate::posting_move::{PostingMove, PostingMoves};
use crate::score::RatedResults;
use crate::section::Section;
use crate::segment::Segment;
use crate::{Damage, Database, DatabaseError, Head, StoredGame};

/// The moves that were played in a position, with their results.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The position.
    pub position: Position,
    /// The games that reached the position, each once.
    pub score: ResultCounts,
    /// Average rating of both players, over games that have both ratings.
    pub elo: Option<u16>,
    /// The opening whose name the position has.
    pub opening: Option<NamedOpening>,
    /// The moves, those of most games first.
    pub moves: Vec<ExploredMove>,
    /// Games that end in the position.
    pub ended: u64,
    /// The games of the highest average rating, the highest first.
    pub top: Vec<Head>,
    /// Plies of each game whose positions are indexed; `None` if all are. Games that reach the
    /// position later are not counted.
    pub indexed_plies: Option<u16>,
}

/// A move of an explored position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The move in UCI notation.
    pub uci: String,
    /// The games in which it was played.
    pub score: ResultCounts,
    /// Average rating of the players who played it, over games that have both ratings.
    pub elo: Option<u16>,
    /// Their performance.
    pub performance: Option<i32>,
    /// The first and the last year in which it was played.
    pub years: Option<(u16, u16)>,
    /// Games that reached the position after the move, by whatever moves; `None` if they were not
    /// counted.
    pub reached: Option<u64>,
}

/// Limits of an exploration.
///
/// ```
/// use reynard_db::{ExploreLimits, Transpositions};
///
/// let limits = ExploreLimits { top: 0, transpositions: Transpositions::Skipped };
/// assert!(limits.top < ExploreLimits::default().top);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploreLimits {
    /// Number of top games.
    pub top: usize,
    /// Games that reach the next positions.
    pub transpositions: Transpositions,
}

/// Treatment of the games that reach the position after a move in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transpositions {
    /// They are counted in [`ExploredMove::reached`].
    Counted,
    /// They are not.
    Skipped,
}

impl Default for ExploreLimits {
    fn default() -> Self {
        Self { top: 10, transpositions: Transpositions::Counted }
    }
}

/// Sums over the games of a move.
#[derive(Clone, Copy, Debug)]
struct MoveSums {
    score: RatedResults,
    /// The year before the first one.
    first: u16,
    last: u16,
}

impl Default for MoveSums {
    fn default() -> Self {
        Self { score: RatedResults::default(), first: u16::MAX, last: 0 }
    }
}

/// Sums over the games of a position.
struct Sums {
    color: Color,
    legal: PostingMoves,
    moves: Vec<MoveSums>,
    /// For each segment and move: a whole game plays the move. Empty if transpositions are not
    /// counted.
    played: Vec<Vec<bool>>,
    ended: MoveSums,
    top: TopGames,
}

/// The games of the highest ratings.
struct TopGames {
    limit: usize,
    /// The lowest sum of ratings that can still enter.
    lowest: u32,
    /// Sum of ratings, date, and the number reversed, the lowest first.
    games: BinaryHeap<Reverse<(u32, u32, Reverse<u64>)>>,
}

impl TopGames {
    fn new(limit: usize) -> Self {
        let lowest = if limit == 0 { u32::MAX } else { 0 };
        Self { limit, lowest, games: BinaryHeap::new() }
    }

    /// Adds a game, with its date and its number in the base.
    #[inline]
    fn push(
        &mut self,
        elos: [u16; 2],
        key: impl FnOnce() -> Result<(u32, u64), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let [white, black] = elos.map(u32::from);
        // A game with an unrated player is not left out, but others come first.
        let rating = white + black;
        if rating >= self.lowest {
            let (date, id) = key()?;
            self.add(rating, date, id);
        }
        Ok(())
    }

    #[cold]
    fn add(&mut self, rating: u32, date: u32, id: u64) {
        if self.games.len() == self.limit {
            let lowest =
                self.games.peek().map_or((u32::MAX, 0), |Reverse((elo, date, _))| (*elo, *date));
            if (rating, date) <= lowest {
                return;
            }
            self.games.pop();
        }
        self.games.push(Reverse((rating, date, Reverse(id))));
        if self.games.len() == self.limit {
            self.lowest = self.games.peek().map_or(0, |Reverse((elo, ..))| *elo);
        }
    }
}

impl Database {
    /// Explores a position: the moves that were played there in games that match a query.
    ///
    /// A game counts once, by the move of its first visit.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::NotIndexed`] if no game is found and the position comes after the plies that
    /// are indexed; [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_db::ExploreLimits;
    /// use reynard_games::Query;
    ///
    /// base.add_pgn(
    ///     b"1. Nf3 d5 2. d4 1-0\n\n1. d4 d5 2. Nf3 0-1\n\n1. d4 d5 2. c4 *\n",
    ///     &Default::default(),
    /// )?;
    /// let mut pos = reynard_pgn::reynard::Position::startpos();
    /// for san in ["d4", "d5"] {
    ///     pos.play(pos.parse_san(san)?)?;
    /// }
    /// let explored = base.explore(&pos, &Query::default(), &ExploreLimits::default())?;
    /// assert_eq!(explored.score.games(), 2);
    /// let nf3 = explored.moves.iter().find(|it| it.san == "Nf3").unwrap();
    /// // The third game gets there by another order of moves.
    /// assert_eq!((nf3.score.games(), nf3.reached), (1, Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explore(
        &self,
        pos: &Position,
        query: &Query,
        limits: &ExploreLimits,
    ) -> Result<Explored, DatabaseError> {
        self.explore_stopped_by(pos, query, limits, None)
    }

    /// Explores a position as [`explore`](Self::explore) does, unless the caller sets `stop`
    /// before.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::Stopped`] soon after `stop` is set, if there is a condition; and as
    /// [`explore`](Self::explore).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use reynard_db::DatabaseError;
    ///
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let query = "piece=Pe4".parse()?;
    /// let stop = AtomicBool::new(true);
    /// let explored = base.explore_until(&start, &query, &Default::default(), &stop);
    /// assert!(matches!(explored, Err(DatabaseError::Stopped)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explore_until(
        &self,
        pos: &Position,
        query: &Query,
        limits: &ExploreLimits,
        stop: &AtomicBool,
    ) -> Result<Explored, DatabaseError> {
        self.explore_stopped_by(pos, query, limits, Some(stop))
    }

    fn explore_stopped_by(
        &self,
        pos: &Position,
        query: &Query,
        limits: &ExploreLimits,
        stop: Option<&AtomicBool>,
    ) -> Result<Explored, DatabaseError> {
        let legal = PostingMoves::new(pos);
        let count = legal.legal.len();
        let mut sums = Sums {
            color: pos.turn(),
            legal,
            moves: vec![MoveSums::default(); count],
            played: match limits.transpositions {
                Transpositions::Counted => vec![vec![false; count]; self.segments.len()],
                Transpositions::Skipped => vec![Vec::new(); self.segments.len()],
            },
            ended: MoveSums::default(),
            top: TopGames::new(limits.top),
        };
        let mut filters = QueryFilters::new(query).stopped_by(stop);
        for (index, segment) in self.segments.iter().enumerate() {
            if let Some(postings) = segment.postings(pos)? {
                let filter = filters.of(index, segment)?;
                sums.add_segment(index, segment, &postings, filter)?;
            }
        }
        let mut moves = Vec::new();
        let whole_index = self.options().plies == u16::MAX;
        for (rank, (&mv, of_move)) in sums.legal.legal.iter().zip(&sums.moves).enumerate() {
            if of_move.score.score().games() > 0 {
                let mut explored = explored_move(pos, mv, of_move);
                if limits.transpositions == Transpositions::Counted {
                    let mut after = pos.clone();
                    after.play_unchecked(mv);
                    let is_visited = |segment: usize| whole_index && sums.played[segment][rank];
                    explored.reached =
                        Some(self.count_filtered(&after, &mut filters, is_visited)?);
                }
                moves.push(explored);
            }
        }
        moves.sort_by(|a, b| (b.score.games(), &a.uci).cmp(&(a.score.games(), &b.uci)));
        self.finish(pos, sums, moves)
    }

    fn finish(
        &self,
        pos: &Position,
        sums: Sums,
        moves: Vec<ExploredMove>,
    ) -> Result<Explored, DatabaseError> {
        let mut score = sums.ended.score;
        sums.moves.iter().for_each(|sums| score.add(&sums.score));
        if score.score().games() == 0 {
            self.check_indexed(pos)?;
        }
        let mut top = Vec::new();
        for Reverse((_, _, Reverse(id))) in sums.top.games.into_sorted_vec() {
            top.push(self.game(id)?.head()?);
        }
        Ok(Explored {
            position: pos.clone(),
            score: score.score(),
            elo: score.ratings(sums.color).average_of_both(),
            opening: OpeningNames::embedded().find(pos),
            moves,
            ended: sums.ended.score.score().games(),
            top,
            indexed_plies: self.indexed_plies(),
        })
    }

    /// Returns the number of plies of each game whose positions are indexed; `None` if all are.
    pub fn indexed_plies(&self) -> Option<u16> {
        Some(self.options().plies).filter(|&plies| plies < u16::MAX)
    }

    /// Checks that a position for which no game was found is one that the index can know.
    pub(crate) fn check_indexed(&self, pos: &Position) -> Result<(), DatabaseError> {
        match self.indexed_plies() {
            Some(plies) if pos.ply() > u64::from(plies) => Err(DatabaseError::NotIndexed { plies }),
            _ => Ok(()),
        }
    }

    /// Counts the games that reach a position and match a query.
    ///
    /// # Errors
    ///
    /// As [`explore`](Self::explore).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n\n1. d4 *\n", &Default::default())?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// assert_eq!(base.count(&start, &Default::default())?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, pos: &Position, query: &Query) -> Result<u64, DatabaseError> {
        let count = self.count_indexed(pos, query)?;
        if count == 0 {
            self.check_indexed(pos)?;
        }
        Ok(count)
    }

    /// Counts the games that reach a position within the plies that are indexed.
    pub(crate) fn count_indexed(
        &self,
        pos: &Position,
        query: &Query,
    ) -> Result<u64, DatabaseError> {
        self.count_filtered(pos, &mut QueryFilters::new(query), |_| false)
    }

    /// Counts games; the function says of a segment that the position is known to occur in it.
    fn count_filtered<'a>(
        &'a self,
        pos: &Position,
        filters: &mut QueryFilters<'a>,
        is_visited: impl Fn(usize) -> bool,
    ) -> Result<u64, DatabaseError> {
        let mut count = 0;
        for (index, segment) in self.segments.iter().enumerate() {
            let found = if is_visited(index) {
                segment.postings_of_visited(pos)
            } else {
                segment.postings(pos)
            };
            let Some(postings) = found? else { continue };
            let filter = filters.of(index, segment)?;
            if filter.accepts_all() {
                count += postings.len();
                continue;
            }
            postings.for_each(segment, |posting| {
                count += u64::from(filter.accepts(posting.game)?);
                Ok(())
            })?;
        }
        Ok(count)
    }

    /// Returns the games that reach a position and match a query, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// As [`explore`](Self::explore).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n\n1. d4 *\n", &Default::default())?;
    /// let mut pos = reynard_pgn::reynard::Position::startpos();
    /// pos.play(pos.parse_san("d4")?)?;
    /// assert_eq!(base.games_at(&pos, &Default::default())?[0].id(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn games_at(
        &self,
        pos: &Position,
        query: &Query,
    ) -> Result<Vec<StoredGame<'_>>, DatabaseError> {
        self.games_at_stopped_by(pos, query, None)
    }

    /// Returns the games that reach a position, unless the caller stops the work.
    pub(crate) fn games_at_stopped_by<'a>(
        &'a self,
        pos: &Position,
        query: &Query,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        let mut games = Vec::new();
        for segment in &self.segments {
            let Some(postings) = segment.postings(pos)? else { continue };
            let mut filter = SegmentFilter::new(query, segment)?.stopped_by(stop);
            postings.for_each(segment, |posting| {
                if filter.accepts(posting.game)? {
                    games.push(StoredGame { segment, number: posting.game });
                }
                Ok(())
            })?;
        }
        if games.is_empty() {
            self.check_indexed(pos)?;
        }
        Ok(games)
    }
}

impl Sums {
    /// Adds the games of a segment that reach a position.
    fn add_segment(
        &mut self,
        index: usize,
        segment: &Segment,
        postings: &Postings,
        filter: &mut SegmentFilter<'_>,
    ) -> Result<(), DatabaseError> {
        let rows = segment.rows_for(postings.len())?;
        let damaged = || segment.damaged(Section::Positions, 0, Damage::NUMBER);
        let legal = &self.legal;
        let played = &mut self.played[index];
        let accepts_all = filter.accepts_all();
        postings.for_each(segment, |posting| {
            let row = match rows {
                Some(rows) => *rows.get(posting.game as usize).ok_or_else(damaged)?,
                None => segment.row(posting.game)?,
            };
            let rank = match posting.mv {
                PostingMove::END => None,
                mv => Some(legal.rank(mv).ok_or_else(damaged)?),
            };
            let flags = Flags(row.flags);
            if let Some(played) = rank.and_then(|rank| played.get_mut(rank)) {
                *played |= flags.is_whole();
            }
            // A tenth of the time for a base without a filter.
            if !accepts_all && !filter.accepts(posting.game)? {
                return Ok(());
            }
            let sum = match rank {
                None => &mut self.ended,
                Some(rank) => &mut self.moves[rank],
            };
            sum.score.count(flags.result(), row.elos);
            // Without a year neither changes.
            sum.first = sum.first.min(row.year.wrapping_sub(1));
            sum.last = sum.last.max(row.year);
            self.top.push(row.elos, || {
                let date = segment.word(Section::Date, posting.game)?;
                Ok((date, segment.first + u64::from(posting.game)))
            })
        })
    }
}

fn explored_move(pos: &Position, mv: Move, sums: &MoveSums) -> ExploredMove {
    let ratings = sums.score.ratings(pos.turn());
    ExploredMove {
        mv,
        san: pos.san(mv).to_string(),
        uci: UciMove::new(mv, reynard::CastlingNotation::Standard).to_string(),
        score: sums.score.score(),
        elo: ratings.average(),
        performance: ratings.performance(),
        years: (sums.last > 0).then(|| (sums.first + 1, sums.last)),
        reached: None,
    }
}
