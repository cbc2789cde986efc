//! Reads answers from another program, such as a server.

use std::fmt;

use reynard::{Position, UciMove};
use reynard_pgn::{OpeningNames, ResultCounts, Termination};

use crate::answer::{MoveAnswer, ScoreAnswer};
use crate::joined_file::GameOrigin;
use crate::{
    ExploreAnswer, ExploreTrend, Explored, ExploredMove, GameGroup, GroupAnswer, Head, HeadAnswer,
    MoveGames, TrendAnswer,
};

/// The error returned for an answer that no database could have given. Holds the invalid part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidAnswer(&'static str, String);

impl fmt::Display for InvalidAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the answer has the {} `{}`", self.0, self.1)
    }
}

impl std::error::Error for InvalidAnswer {}

impl ScoreAnswer {
    fn into_counts(self) -> Result<ResultCounts, InvalidAnswer> {
        let Self { games, white, draws, black } = self;
        let decided = white.checked_add(draws).and_then(|sum| sum.checked_add(black));
        let unknown = decided.and_then(|decided| games.checked_sub(decided));
        let unknown = unknown.ok_or_else(|| InvalidAnswer("number of games", games.to_string()))?;
        Ok(ResultCounts { white, draws, black, unknown })
    }
}

impl ExploreAnswer {
    /// Returns the explored position, and the best and latest games of its moves if the answer
    /// contains them.
    ///
    /// # Errors
    ///
    /// [`InvalidAnswer`] if a position, a move, a result or a sum is impossible.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let explored = base.explore(&start, &Default::default(), &Default::default())?;
    /// let (read, _) = reynard_db::ExploreAnswer::from(&explored).into_explored()?;
    /// assert_eq!(read.moves, explored.moves);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_explored(self) -> Result<(Explored, Vec<MoveGames>), InvalidAnswer> {
        let position: Position =
            self.fen.parse().map_err(|_| InvalidAnswer("position", self.fen.clone()))?;
        let (mut moves, mut games) = (Vec::new(), Vec::new());
        for answer in self.moves {
            let (explored, of_move) = answer.into_move(&position)?;
            moves.push(explored);
            games.extend(of_move);
        }
        let explored = Explored {
            score: self.score.into_counts()?,
            elo: self.elo,
            opening: OpeningNames::embedded().find(&position),
            moves,
            ended: self.ended,
            top: self.top.into_iter().map(HeadAnswer::into_head).collect::<Result<_, _>>()?,
            indexed_plies: self.indexed_plies,
            position,
        };
        Ok((explored, games))
    }
}

impl MoveAnswer {
    fn into_move(self, pos: &Position) -> Result<(ExploredMove, Option<MoveGames>), InvalidAnswer> {
        let parsed = self.uci.parse::<UciMove>().ok();
        let mv = parsed.and_then(|mv| mv.to_move(pos).ok());
        let mv = mv.ok_or_else(|| InvalidAnswer("move", self.uci.clone()))?;
        let games = match (self.best, self.latest) {
            (Some(best), Some(latest)) => {
                Some(MoveGames { mv, best: best.into_head()?, latest: latest.into_head()? })
            }
            _ => None,
        };
        let explored = ExploredMove {
            mv,
            // Text in the answer would be printed to the terminal unchanged.
            san: pos.san(mv).to_string(),
            uci: pos.uci(mv).to_string(),
            score: self.score.into_counts()?,
            elo: self.elo,
            performance: self.performance,
            years: self.first.zip(self.last),
            reached: self.to.map(|to| to.games),
        };
        Ok((explored, games))
    }
}

impl HeadAnswer {
    /// Returns the head of the game.
    ///
    /// # Errors
    ///
    /// [`InvalidAnswer`] if the result is invalid.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"[White \"Tal\"]\n\n1. e4 1-0\n", &Default::default())?;
    /// let head = base.game(0)?.head()?;
    /// assert_eq!(reynard_db::HeadAnswer::from(&head).into_head()?, head);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_head(self) -> Result<Head, InvalidAnswer> {
        let result = Termination::from_bytes(self.result.as_bytes());
        Ok(Head {
            id: self.id,
            white: self.white,
            black: self.black,
            event: self.event,
            site: self.site,
            round: self.round,
            date: self.date,
            white_elo: self.white_elo,
            black_elo: self.black_elo,
            result: result.ok_or_else(|| InvalidAnswer("result", self.result.into_owned()))?,
            eco: self.eco,
            plies: self.plies,
            origin: self.database.map(|file| GameOrigin { file, id: self.id }),
        })
    }
}

impl TrendAnswer {
    /// Returns the groups of games that reach a position. The position must be given, because the
    /// answer does not contain it.
    ///
    /// # Errors
    ///
    /// [`InvalidAnswer`] if a sum is impossible.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_db::{GameGrouping, TrendAnswer};
    ///
    /// base.add_pgn(b"[Date \"1999\"]\n\n1. e4 1-0\n", &Default::default())?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let trend = base.explore_by(&start, &Default::default(), GameGrouping::Year)?;
    /// assert_eq!(TrendAnswer::from(&trend).into_trend(start)?, trend);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_trend(self, position: Position) -> Result<ExploreTrend, InvalidAnswer> {
        let groups = self.groups.into_iter().map(GroupAnswer::into_group);
        let groups = groups.collect::<Result<_, _>>()?;
        Ok(ExploreTrend { position, groups, indexed_plies: self.indexed_plies })
    }
}

impl GroupAnswer {
    /// Returns the group of games.
    ///
    /// # Errors
    ///
    /// [`InvalidAnswer`] if a sum is impossible.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_db::{GameGrouping, GroupAnswer};
    ///
    /// base.add_pgn(b"[Date \"1999\"]\n\n1. e4 1-0\n", &Default::default())?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let trend = base.explore_by(&start, &Default::default(), GameGrouping::Year)?;
    /// assert_eq!(GroupAnswer::from(&trend.groups[0]).into_group()?, trend.groups[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_group(self) -> Result<GameGroup, InvalidAnswer> {
        Ok(GameGroup {
            name: self.name,
            score: self.score.into_counts()?,
            moves: self.moves.into_iter().map(|it| (it.san, it.games)).collect(),
        })
    }
}
