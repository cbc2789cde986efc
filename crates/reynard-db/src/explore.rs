//! The opening explorer.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;

use reynard::{Move, Position};
use reynard_base::parallel;
use reynard_games::Query;
use reynard_pgn::{NamedOpening, OpeningNames, ResultCounts};

use crate::filter::SegmentFilter;
use crate::lazy_filter::LazyFilter;
use crate::lookup::{Postings, Reach};
use crate::position_sums::{MoveSums, PositionSums, TOP};
use crate::posting_move::{PostingMove, PostingMoves};
use crate::section::Section;
use crate::segment::Segment;
use crate::top_games::{TopGame, TopGames};
use crate::{Damage, Database, DatabaseError, Head, StoredGame};

/// The moves played in a position, and their results.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The position.
    pub position: Position,
    /// The games that reached the position, each once.
    pub score: ResultCounts,
    /// Average rating of both players, over games in which both players have a rating.
    pub elo: Option<u16>,
    /// The named opening of the position.
    pub opening: Option<NamedOpening>,
    /// The moves, most frequent first.
    pub moves: Vec<ExploredMove>,
    /// Number of games that end in the position.
    pub ended: u64,
    /// The games with the highest average ratings, highest first.
    pub top: Vec<Head>,
    /// Number of plies per game for which positions are indexed; `None` if all are. Games that
    /// reach the position only after that ply are not counted.
    pub indexed_plies: Option<u16>,
}

/// A move of an explored position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The move in UCI notation, with the castling notation of the position.
    pub uci: String,
    /// Results of the games in which the move was played.
    pub score: ResultCounts,
    /// Average rating of the players who played the move, over games in which both players have a
    /// rating.
    pub elo: Option<u16>,
    /// Performance rating of the players who played the move.
    pub performance: Option<i32>,
    /// The first and the last year in which the move was played.
    pub years: Option<(u16, u16)>,
    /// Number of games that reached the position after the move, by any move order; `None` if they
    /// were not counted.
    pub reached: Option<u64>,
}

/// Limits for exploring a position.
///
/// ```
/// use reynard_db::{ExploreLimits, Transpositions};
///
/// let limits = ExploreLimits { top: 0, transpositions: Transpositions::Skipped };
/// assert!(limits.top < ExploreLimits::default().top);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploreLimits {
    /// Maximum number of top games.
    pub top: usize,
    /// Treatment of the games that transpose into the next positions.
    pub transpositions: Transpositions,
}

/// Treatment of the games that transpose into the position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transpositions {
    /// The games are counted in [`ExploredMove::reached`].
    Counted,
    /// The games are not counted.
    Skipped,
}

impl Default for ExploreLimits {
    fn default() -> Self {
        Self { top: 10, transpositions: Transpositions::Counted }
    }
}

/// Sums over the games that reach a position, in one segment or in all segments.
struct ExploreSums {
    /// Sums indexed by the rank of the move among the legal moves.
    moves: Vec<MoveSums>,
    ended: MoveSums,
    /// The top games, with their numbers in the database.
    top: TopGames,
}

impl Database {
    /// Explores a position: returns the moves played there in the games that match a query.
    ///
    /// A game counts once, for the move that it played when it first reached the position.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::NotIndexed`] if no game is found and the position is beyond the indexed
    /// plies; [`DatabaseError`] if the file cannot be read or is damaged.
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

    /// Explores a position as [`explore`](Self::explore) does, but stops early if `stop` is set.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::Stopped`] soon after `stop` is set, if the query has a condition. Otherwise
    /// the same as for [`explore`](Self::explore).
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
        let threads = self.threads_to_explore(query);
        let explored = parallel::map(threads, &self.segments, |segment| {
            let mut filter = LazyFilter::new(query, segment, stop);
            let mut sums = ExploreSums::new(&legal, limits.top);
            sums.add_segment(segment, pos, &legal, &mut filter)?;
            Ok((filter, sums))
        });
        let explored = explored.into_iter().collect::<Result<Vec<_>, DatabaseError>>()?;
        let mut all = ExploreSums::new(&legal, limits.top);
        let mut counters = Vec::new();
        for (filter, sums) in explored {
            counters.push((filter, all.add(sums)));
        }
        let after = |mv: Move| {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            after
        };
        let ranked = legal.legal.iter().zip(&all.moves).enumerate();
        let played = ranked.filter(|(_, (_, sums))| sums.score.score().games() > 0);
        let mut moves: Vec<(usize, ExploredMove)> =
            played.map(|(rank, (&mv, sums))| (rank, explored_move(pos, mv, sums))).collect();
        if limits.transpositions == Transpositions::Counted {
            let whole_index = self.options().plies == u16::MAX;
            let next: Vec<(usize, Position)> =
                moves.iter().map(|(rank, explored)| (*rank, after(explored.mv))).collect();
            let counts = parallel::map(threads, counters, |(mut filter, is_played)| {
                let count = |(rank, pos): &(usize, Position)| {
                    let is_known = whole_index && is_played[*rank];
                    filter.count(pos, if is_known { Reach::Known } else { Reach::Unknown })
                };
                next.iter().map(count).collect::<Result<Vec<u64>, DatabaseError>>()
            });
            for counts in counts {
                for ((_, explored), count) in moves.iter_mut().zip(counts?) {
                    *explored.reached.get_or_insert(0) += count;
                }
            }
        }
        let mut moves: Vec<ExploredMove> =
            moves.into_iter().map(|(_, explored)| explored).collect();
        moves.sort_by(|a, b| (b.score.games(), &a.uci).cmp(&(a.score.games(), &b.uci)));
        self.finish(pos, all, moves, threads)
    }

    /// Returns the number of threads for exploring a position. If the query has no condition,
    /// reading the sums of a few segments takes no longer than starting a thread.
    fn threads_to_explore(&self, query: &Query) -> NonZero<usize> {
        const FEW: usize = 4;

        let is_short = query.is_empty() && self.segments.len() < FEW;
        if is_short { NonZero::<usize>::MIN } else { self.threads() }
    }

    fn finish(
        &self,
        pos: &Position,
        sums: ExploreSums,
        moves: Vec<ExploredMove>,
        threads: NonZero<usize>,
    ) -> Result<Explored, DatabaseError> {
        let mut score = sums.ended.score;
        sums.moves.iter().for_each(|sums| score.add(&sums.score));
        if score.score().games() == 0 {
            self.check_indexed(pos)?;
        }
        // Games in different segments need the names of each.
        let games: Vec<TopGame> = sums.top.into_sorted().collect();
        let top = parallel::map(threads, games, |game| self.game(game.number())?.head());
        let top = top.into_iter().collect::<Result<Vec<Head>, DatabaseError>>()?;
        Ok(Explored {
            position: pos.clone(),
            score: score.score(),
            elo: score.ratings(pos.turn()).average_of_both(),
            opening: OpeningNames::embedded().find(pos),
            moves,
            ended: sums.ended.score.score().games(),
            top,
            indexed_plies: self.indexed_plies(),
        })
    }

    /// Returns the number of plies per game for which positions are indexed; `None` if all are.
    pub fn indexed_plies(&self) -> Option<u16> {
        Some(self.options().plies).filter(|&plies| plies < u16::MAX)
    }

    /// Returns an error if `pos`, for which no game was found, lies beyond the indexed plies.
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
    /// Same as for [`explore`](Self::explore).
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

    /// Counts the games that reach a position within the indexed plies.
    pub(crate) fn count_indexed(
        &self,
        pos: &Position,
        query: &Query,
    ) -> Result<u64, DatabaseError> {
        let mut count = 0;
        for segment in &self.segments {
            count += LazyFilter::new(query, segment, None).count(pos, Reach::Unknown)?;
        }
        Ok(count)
    }

    /// Returns the games that reach a position and match a query, ordered by number.
    ///
    /// # Errors
    ///
    /// Same as for [`explore`](Self::explore).
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

    /// Returns the games that reach a position, but stops early if the caller sets `stop`.
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

impl ExploreSums {
    fn new(legal: &PostingMoves, top: usize) -> Self {
        let moves = vec![MoveSums::default(); legal.legal.len()];
        Self { moves, ended: MoveSums::default(), top: TopGames::new(top) }
    }

    /// Adds a segment's games that reach a position.
    fn add_segment(
        &mut self,
        segment: &Segment,
        pos: &Position,
        legal: &PostingMoves,
        filter: &mut LazyFilter<'_>,
    ) -> Result<(), DatabaseError> {
        if filter.accepts_all()
            && self.top.limit() <= TOP
            && let Some(sums) = segment.position_sums(pos, Reach::Unknown)?
        {
            return self.add_position(segment, &sums, legal);
        }
        match segment.postings(pos)? {
            Some(postings) => {
                let filter = filter.get(postings.len())?;
                self.add_postings(segment, &postings, legal, filter)
            }
            None => Ok(()),
        }
    }

    /// Adds the sums stored in a segment.
    fn add_position(
        &mut self,
        segment: &Segment,
        sums: &PositionSums,
        legal: &PostingMoves,
    ) -> Result<(), DatabaseError> {
        for (mv, of_move) in &sums.moves {
            self.of_move(*mv, legal).ok_or_else(|| no_such_move(segment))?.add(of_move);
        }
        for game in &sums.top {
            let number = segment.first + game.number();
            self.top.add(TopGame::new(game.rating, game.date, number));
        }
        Ok(())
    }

    /// Adds those games of a list that a filter accepts.
    fn add_postings(
        &mut self,
        segment: &Segment,
        postings: &Postings,
        legal: &PostingMoves,
        filter: &mut SegmentFilter<'_>,
    ) -> Result<(), DatabaseError> {
        let rows = segment.rows_for(postings.len())?;
        let damaged = || segment.damaged(Section::Positions, 0, Damage::NUMBER);
        postings.each_accepted(segment, filter, |posting| {
            let of_move = self.of_move(posting.mv, legal).ok_or_else(|| no_such_move(segment))?;
            let row = match rows {
                Some(rows) => *rows.get(posting.game as usize).ok_or_else(damaged)?,
                None => segment.row(posting.game)?,
            };
            of_move.count(row);
            self.top.push(row.elos, || {
                let date = segment.word(Section::Date, posting.game)?;
                Ok((date, segment.first + u64::from(posting.game)))
            })
        })
    }

    /// Returns the sums of a move; `None` if the move is not legal.
    #[inline]
    fn of_move(&mut self, mv: PostingMove, legal: &PostingMoves) -> Option<&mut MoveSums> {
        match mv {
            PostingMove::END => Some(&mut self.ended),
            mv => legal.rank(mv).and_then(|rank| self.moves.get_mut(rank)),
        }
    }

    /// Adds the sums of the next segment. Returns, for each legal move, whether the move is known
    /// to be played in a game of that segment.
    fn add(&mut self, other: Self) -> Vec<bool> {
        for (sums, of_move) in self.moves.iter_mut().zip(&other.moves) {
            sums.add(of_move);
        }
        self.ended.add(&other.ended);
        let mut top: Vec<TopGame> = other.top.into_sorted().collect();
        top.sort_unstable_by_key(|game| game.number());
        for game in top {
            self.top.add(game);
        }
        other.moves.iter().map(|sums| sums.is_played).collect()
    }
}

/// Returns the error for a move that is illegal in the position.
fn no_such_move(segment: &Segment) -> DatabaseError {
    segment.damaged(Section::Positions, 0, Damage::NUMBER)
}

fn explored_move(pos: &Position, mv: Move, sums: &MoveSums) -> ExploredMove {
    let ratings = sums.score.ratings(pos.turn());
    ExploredMove {
        mv,
        san: pos.san(mv).to_string(),
        uci: pos.uci(mv).to_string(),
        score: sums.score.score(),
        elo: ratings.average(),
        performance: ratings.performance(),
        years: (sums.last > 0).then(|| (sums.first + 1, sums.last)),
        reached: None,
    }
}
