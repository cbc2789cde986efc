//! The best and the latest game of each move of a position.

use std::sync::atomic::AtomicBool;

use reynard::{Move, Position};
use reynard_games::Query;

use crate::filter::SegmentFilter;
use crate::posting_move::{PostingMove, PostingMoves};
use crate::section::Section;
use crate::{Damage, Database, DatabaseError, Head};

/// The best and the latest of the games in which a move was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGames {
    /// The move.
    pub mv: Move,
    /// The game with the highest average rating. If several games have that rating, it is the
    /// latest of them.
    pub best: Head,
    /// The latest game. If several games have that date, it is the one with the highest average
    /// rating.
    pub latest: Head,
}

/// The ratings and date of the best game, and the date and ratings of the latest game. Each entry
/// contains the game number.
#[derive(Clone, Copy)]
struct Chosen {
    best: ((u32, u32), u64),
    latest: ((u32, u32), u64),
}

impl Database {
    /// Returns the best and the latest game for each move that was played in a position, out of the
    /// games that match a query. The moves are in the order of the legal moves.
    ///
    /// # Errors
    ///
    /// Same as for [`explore`](Self::explore).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(
    ///     b"[Date \"1960\"]\n[WhiteElo \"2700\"]\n\n1. e4 *\n\n[Date \"2020\"]\n\n1. e4 *\n",
    ///     &Default::default(),
    /// )?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let [e4] = &base.move_games(&start, &Default::default())?[..] else { unreachable!() };
    /// assert_eq!((e4.best.id, e4.latest.id), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_games(
        &self,
        pos: &Position,
        query: &Query,
    ) -> Result<Vec<MoveGames>, DatabaseError> {
        self.move_games_stopped_by(pos, query, None)
    }

    /// Returns the same games as [`move_games`](Self::move_games), but stops early if `stop` is
    /// set.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::Stopped`] soon after `stop` is set. Otherwise the same as for
    /// [`move_games`](Self::move_games).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let (query, stop) = ("piece=Pe4".parse()?, AtomicBool::new(true));
    /// let games = base.move_games_until(&start, &query, &stop);
    /// assert!(matches!(games, Err(reynard_db::DatabaseError::Stopped)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_games_until(
        &self,
        pos: &Position,
        query: &Query,
        stop: &AtomicBool,
    ) -> Result<Vec<MoveGames>, DatabaseError> {
        self.move_games_stopped_by(pos, query, Some(stop))
    }

    fn move_games_stopped_by(
        &self,
        pos: &Position,
        query: &Query,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<MoveGames>, DatabaseError> {
        let legal = PostingMoves::new(pos);
        let mut chosen: Vec<Option<Chosen>> = vec![None; legal.legal.len()];
        for segment in &self.segments {
            let Some(postings) = segment.postings(pos)? else { continue };
            let mut filter = SegmentFilter::new(query, segment)?.stopped_by(stop);
            let damaged = || segment.damaged(Section::Positions, 0, Damage::NUMBER);
            postings.for_each(segment, |posting| {
                if posting.mv == PostingMove::END || !filter.accepts(posting.game)? {
                    return Ok(());
                }
                let rank = legal.rank(posting.mv).ok_or_else(damaged)?;
                let half = |section| segment.half(section, posting.game).map(u32::from);
                let elo = half(Section::WhiteElo)? + half(Section::BlackElo)?;
                let date = segment.word(Section::Date, posting.game)?;
                let id = segment.first + u64::from(posting.game);
                let of_game = Chosen { best: ((elo, date), id), latest: ((date, elo), id) };
                match &mut chosen[rank] {
                    None => chosen[rank] = Some(of_game),
                    Some(known) => {
                        // Of equal games, the first one is kept.
                        if of_game.best.0 > known.best.0 {
                            known.best = of_game.best;
                        }
                        if of_game.latest.0 > known.latest.0 {
                            known.latest = of_game.latest;
                        }
                    }
                }
                Ok(())
            })?;
        }
        let head = |id| self.game(id)?.head();
        let moves = legal.legal.iter().zip(chosen).filter_map(|(&mv, chosen)| Some((mv, chosen?)));
        moves
            .map(|(mv, chosen)| {
                Ok(MoveGames { mv, best: head(chosen.best.1)?, latest: head(chosen.latest.1)? })
            })
            .collect()
    }
}
