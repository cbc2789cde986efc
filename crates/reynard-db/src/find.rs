//! Games by position and filter.

use std::cmp::Reverse;
use std::num::NonZero;
use std::ops::ControlFlow;

use reynard::Position;
use reynard_base::parallel::Workers;
use reynard_games::Query;

use crate::filter::QueryFilters;
use crate::section::Section;
use crate::segment::Segment;
use crate::{Database, DatabaseError, StoredGame};

/// The order of games that were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameOrder {
    /// By their numbers.
    #[default]
    Id,
    /// The highest sum of ratings first, then the latest.
    Elo,
    /// The latest first, then the highest sum of ratings.
    Date,
}

impl Database {
    /// Returns the games that reach a position, if one is given, and match a query.
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
    /// use reynard_games::Query;
    ///
    /// base.add_pgn(
    ///     b"[White \"Tal\"]\n\n1. e4 1-0\n\n[White \"Kan\"]\n\n1. d4 0-1\n",
    ///     &Default::default(),
    /// )?;
    /// let games = base.find(None, &Query::parse("white~tal")?, GameOrder::Id)?;
    /// assert_eq!(games.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(
        &self,
        pos: Option<&Position>,
        query: &Query,
        order: GameOrder,
    ) -> Result<Vec<StoredGame<'_>>, DatabaseError> {
        let mut games = match pos {
            Some(pos) => self.games_at(pos, query)?,
            None => self.matching(query)?,
        };
        if order == GameOrder::Id {
            return Ok(games);
        }
        let mut keyed = Vec::with_capacity(games.len());
        for game in games {
            let elo =
                |section| Ok::<u32, DatabaseError>(game.segment.half(section, game.number)?.into());
            let elo = elo(Section::WhiteElo)? + elo(Section::BlackElo)?;
            let date = game.segment.word(Section::Date, game.number)?;
            let key = if order == GameOrder::Elo { (elo, date) } else { (date, elo) };
            keyed.push((Reverse(key), game));
        }
        keyed.sort_by_key(|(key, game)| (*key, game.id()));
        games = keyed.into_iter().map(|(_, game)| game).collect();
        Ok(games)
    }

    fn matching(&self, query: &Query) -> Result<Vec<StoredGame<'_>>, DatabaseError> {
        /// Games that a thread takes at a time.
        const CHUNK: u32 = 4096;

        let chunks = self.segments.iter().enumerate().flat_map(|(index, segment)| {
            let starts = (0..segment.games()).step_by(CHUNK as usize);
            starts.map(move |start| (index, segment, start))
        });
        let chunks: Vec<(usize, &Segment, u32)> = chunks.collect();
        // Columns are read as fast by one thread.
        let threads = if query.needs_moves() { self.threads() } else { NonZero::<usize>::MIN };
        let (mut next, mut games) = (chunks.into_iter(), Vec::new());
        let flow = Workers::new(threads, || QueryFilters::new(query)).ordered(
            |_| next.next(),
            |filters, (index, segment, start)| {
                let filter = filters.of(index, segment)?;
                let mut found = Vec::new();
                for number in start..segment.games().min(start + CHUNK) {
                    if filter.accepts(number)? {
                        found.push(StoredGame { segment, number });
                    }
                }
                Ok(found)
            },
            |found: Result<Vec<_>, DatabaseError>| match found {
                Ok(found) => {
                    games.extend(found);
                    ControlFlow::Continue(())
                }
                Err(error) => ControlFlow::Break(error),
            },
        );
        match flow {
            ControlFlow::Continue(()) => Ok(games),
            ControlFlow::Break(error) => Err(error),
        }
    }
}
