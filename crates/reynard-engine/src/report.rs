//! The events reported during a search, and its result.

use std::time::Duration;

use reynard::Move;

use crate::score::{Bound, Score};
use crate::wdl::WinDrawLoss;

/// An event reported during a search.
#[derive(Clone, Copy, Debug)]
pub enum SearchEvent<'a> {
    /// A principal variation with its score.
    Line(&'a Line),
    /// The root move that is being searched. It is reported only after the search has run for two
    /// seconds.
    Move(RootMoveEvent),
}

impl<'a> SearchEvent<'a> {
    /// Returns the principal variation if the event contains one.
    ///
    /// ```
    /// use reynard::Game;
    /// use reynard_engine::{Control, Engine, SearchLimits};
    ///
    /// let mut lines = 0;
    /// Engine::default().search(&Game::new(), &SearchLimits::depth(3), &Control::new(), &mut |event| {
    ///     lines += usize::from(event.line().is_some());
    /// });
    /// assert_eq!(lines, 3);
    /// ```
    pub const fn line(self) -> Option<&'a Line> {
        match self {
            Self::Line(line) => Some(line),
            Self::Move(_) => None,
        }
    }
}

/// The root move that is currently being searched (`currmove`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMoveEvent {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The move.
    pub mv: Move,
    /// Number of the move in search order, from 1.
    pub number: u32,
}

/// A principal variation with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Selective depth: the maximum ply reached on a principal variation.
    pub seldepth: u32,
    /// Number of the line (`multipv`), 1 for the best.
    pub number: u32,
    /// Normalized root score for the side to move: with the material on the board, a score of +1.00
    /// means that a win is as likely as not.
    pub score: Score,
    /// The same score in centipawns of the evaluation, without normalization: for training and for
    /// the adjudication of self-play games. In lines from other engines it equals `score`.
    pub internal_score: Score,
    /// Bound of the score.
    pub bound: Bound,
    /// Win, draw and loss probabilities.
    pub wdl: WinDrawLoss,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Share of the transposition table filled by this search, in permille.
    pub hashfull: u32,
    /// Number of successful tablebase probes by all threads.
    pub tb_hits: u64,
    /// Moves of the variation.
    pub moves: Vec<Move>,
}

impl Line {
    /// Creates the line of a proven mate.
    pub(crate) fn of_mate(mate: u32, moves: Vec<Move>, nodes: u64, time: Duration) -> Self {
        let depth = moves.len() as u32;
        let (score, bound) = (Score::Mate(mate as i32), Bound::Exact);
        let wdl = WinDrawLoss { win: 1000, draw: 0, loss: 0 };
        let (number, hashfull, tb_hits) = (1, 0, 0);
        Self {
            depth,
            seldepth: depth,
            number,
            score,
            internal_score: score,
            bound,
            wdl,
            nodes,
            time,
            hashfull,
            tb_hits,
            moves,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchReport {
    /// Best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// Expected reply, to ponder on.
    pub ponder: Option<Move>,
    /// Principal variations, the best first.
    pub lines: Vec<Line>,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Duration of the search.
    pub time: Duration,
    /// Number of moves within which there is no mate, if
    /// [`SearchLimits::mate`](crate::SearchLimits::mate) requested a mate and it was refuted.
    pub no_mate: Option<u32>,
}

impl SearchReport {
    /// Returns the score of the best line for the side to move; `None` if nothing was searched.
    ///
    /// ```
    /// use reynard::{Game, Position};
    /// use reynard_engine::{Control, Engine, Score, SearchLimits};
    ///
    /// let pos: Position = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
    /// let (game, limits) = (Game::from(pos), SearchLimits::depth(3));
    /// let report = Engine::default().search(&game, &limits, &Control::new(), &mut |_| {});
    /// assert_eq!(report.score(), Some(Score::Mate(1)));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Returns the score of the best line in centipawns of the evaluation; `None` if nothing was
    /// searched.
    ///
    /// ```
    /// use reynard::{Game, Position};
    /// use reynard_engine::{
    ///     Control, Engine, MaterialPoints, Score, SearchLimits, WinDrawLossModel,
    /// };
    ///
    /// let pos: Position = "4k3/4p3/8/8/8/8/3PPP2/4K3 w - - 0 1".parse()?;
    /// let (game, limits) = (Game::from(pos.clone()), SearchLimits::depth(3));
    /// let report = Engine::default().search(&game, &limits, &Control::new(), &mut |_| {});
    /// let Some(Score::Centipawns(internal)) = report.internal_score() else { panic!("a mate") };
    /// let normalized = WinDrawLossModel::SELF_PLAY.normalize(internal, MaterialPoints::of(&pos));
    /// assert_eq!(report.score(), Some(Score::Centipawns(normalized)));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn internal_score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.internal_score)
    }

    /// Returns the moves of the best line, or an empty slice if nothing was searched.
    pub fn pv(&self) -> &[Move] {
        self.lines.first().map_or(&[], |line| &line.moves)
    }
}
