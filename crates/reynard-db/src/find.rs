//! Finds games by position and filter.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use reynard::Position;
use reynard_base::parallel::Workers;
use reynard_games::Query;

use crate::filter::{QueryFilters, check_stop};
use crate::game_page::ChosenGames;
use crate::segment::Segment;
use crate::{Database, DatabaseError, GameOrder, GamePage, StoredGame};

impl Database {
    /// Returns the games that match a query and, if a position is given, reach that position.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_db::GameOrder;
    /// use reynard_games::{FoldedText, Query};
    ///
    /// base.add_pgn(
    ///     b"[White \"Tal\"]\n\n1. e4 1-0\n\n[White \"Kan\"]\n\n1. d4 0-1\n",
    ///     &Default::default(),
    /// )?;
    /// let games = base.find(None, &Query::parse("white~tal")?, GameOrder::Id)?;
    /// assert_eq!(games.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find<'a>(
        &'a self,
        pos: Option<&Position>,
        query: &Query,
        order: GameOrder,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        self.find_stopped_by(pos, query, order, None)
    }

    /// Returns the same games as [`find`](Self::find), but stops early if `stop` is set.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::Stopped`] soon after `stop` is set. Otherwise the same as for
    /// [`find`](Self::find).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use reynard_db::{DatabaseError, GameOrder};
    ///
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let query = "piece=Pe4".parse()?;
    /// let stop = AtomicBool::new(true);
    /// let found = base.find_until(None, &query, GameOrder::Id, &stop);
    /// assert!(matches!(found, Err(DatabaseError::Stopped)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_until<'a>(
        &'a self,
        pos: Option<&Position>,
        query: &Query,
        order: GameOrder,
        stop: &AtomicBool,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        self.find_stopped_by(pos, query, order, Some(stop))
    }

    fn find_stopped_by<'a>(
        &'a self,
        pos: Option<&Position>,
        query: &Query,
        order: GameOrder,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        let games = match pos {
            Some(pos) => self.games_at_stopped_by(pos, query, stop)?,
            None => self.matching(query, stop)?,
        };
        order.sort(games, stop)
    }

    /// Returns a page of the list of games that [`find`](Self::find) returns; `None` if the list is
    /// empty. Games after the page are left unsorted if the page has a limit, the order is not by
    /// name and no position is given.
    ///
    /// # Errors
    ///
    /// Same as for [`find`](Self::find).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_db::{GameOrder, GamePage};
    ///
    /// base.add_pgn(b"1. e4 e5 *\n\n1. d4 *\n\n1. c4 e5 2. g3 *\n", &Default::default())?;
    /// let page = GamePage { order: GameOrder::Plies, limit: Some(1), ..Default::default() };
    /// let games = base.find_page(None, &Default::default(), &page)?.expect("three match");
    /// assert_eq!(games[0].id(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_page<'a>(
        &'a self,
        pos: Option<&Position>,
        query: &Query,
        page: &GamePage,
    ) -> Result<Option<Vec<StoredGame<'a>>>, DatabaseError> {
        let (None, Some(mut chosen)) = (pos, ChosenGames::new(page)) else {
            let games = self.find(pos, query, page.order)?;
            return Ok((!games.is_empty()).then(|| page.of(games)));
        };
        self.each_match(query, None, &mut |index, segment, numbers| {
            chosen.add(index, segment, numbers)
        })?;
        Ok(chosen.finish())
    }

    fn matching<'a>(
        &'a self,
        query: &Query,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<StoredGame<'a>>, DatabaseError> {
        let mut games = Vec::new();
        self.each_match(query, stop, &mut |_, segment, numbers| {
            games.extend(numbers.into_iter().map(|number| StoredGame { segment, number }));
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(games)
    }

    /// Calls a function with the games that match a query, in order, until the function returns
    /// `Break`. The function receives the index of a segment, the segment, and game numbers within
    /// it.
    fn each_match<'a>(
        &'a self,
        query: &Query,
        stop: Option<&AtomicBool>,
        each: &mut EachMatch<'a, '_>,
    ) -> Result<(), DatabaseError> {
        /// Number of games that a thread takes per step if it must play their moves.
        const CHUNK: u32 = 4096;

        /// Number of games that a thread takes per step if it need not play their moves. With fewer
        /// games, starting a thread would not pay off.
        const LARGE: u32 = 1 << 16;

        let chunk = if query.needs_moves() { CHUNK } else { LARGE };
        let chunks = self.segments.iter().enumerate().flat_map(|(index, segment)| {
            let starts = (0..segment.games()).step_by(chunk as usize);
            starts.map(move |start| (index, segment, start))
        });
        let chunks: Vec<(usize, &Segment, u32)> = chunks.collect();
        let most = NonZero::new(if query.is_empty() { 1 } else { chunks.len() });
        let threads = self.threads().min(most.unwrap_or(NonZero::<usize>::MIN));
        let mut next = chunks.into_iter();
        let flow = Workers::new(threads, || QueryFilters::new(query).stopped_by(stop)).ordered(
            |_| next.next(),
            |filters, (index, segment, start)| {
                check_stop(stop)?;
                let games = start..segment.games().min(start + chunk);
                let found = filters.of(index, segment)?.accepted(games)?;
                Ok((index, segment, found))
            },
            |found: Result<_, DatabaseError>| {
                let flow = found.and_then(|(index, segment, found)| each(index, segment, found));
                match flow {
                    Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                    Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
                    Err(error) => ControlFlow::Break(Err(error)),
                }
            },
        );
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(ended) => ended,
        }
    }
}

/// A function that receives matches: the index of a segment, the segment, and game numbers within
/// it.
type EachMatch<'a, 'b> =
    dyn FnMut(usize, &'a Segment, Vec<u32>) -> Result<ControlFlow<()>, DatabaseError> + 'b;
