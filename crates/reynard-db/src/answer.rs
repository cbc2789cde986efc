//! Answers as values that can be written as JSON.

use reynard_pgn::{NamedOpening, ResultCounts};
use serde::Serialize;

use crate::{DatabaseInfo, Explored, ExploredMove, Head, MoveGames};

/// Games by result, as they stand among the fields of an answer.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ScoreAnswer {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
}

impl From<ResultCounts> for ScoreAnswer {
    fn from(score: ResultCounts) -> Self {
        let ResultCounts { white, draws, black, .. } = score;
        Self { games: score.games(), white, draws, black }
    }
}

/// An [`Explored`] for programs: the fields of `reynard db explore --json`.
#[derive(Clone, Debug, Serialize)]
pub struct ExploreAnswer {
    fen: String,
    #[serde(flatten)]
    score: ScoreAnswer,
    elo: Option<u16>,
    opening: Option<OpeningAnswer>,
    ended: u64,
    moves: Vec<MoveAnswer>,
    top: Vec<HeadAnswer>,
    indexed_plies: Option<u16>,
}

#[derive(Clone, Debug, Serialize)]
struct OpeningAnswer {
    eco: &'static str,
    name: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    #[serde(flatten)]
    score: ScoreAnswer,
    elo: Option<u16>,
    performance: Option<i32>,
    first: Option<u16>,
    last: Option<u16>,
    to: Option<ReachedAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<HeadAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latest: Option<HeadAnswer>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct ReachedAnswer {
    games: u64,
}

/// A [`Head`] for programs.
#[derive(Clone, Debug, Serialize)]
pub struct HeadAnswer {
    id: u64,
    white: String,
    black: String,
    white_elo: Option<u16>,
    black_elo: Option<u16>,
    result: &'static str,
    date: String,
    event: String,
    site: String,
    round: String,
    eco: Option<String>,
    plies: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<String>,
}

impl From<&Head> for HeadAnswer {
    fn from(head: &Head) -> Self {
        let head = head.clone();
        let id = head.origin.as_ref().map_or(head.id, |origin| origin.id);
        Self {
            id,
            white: head.white,
            black: head.black,
            white_elo: head.white_elo,
            black_elo: head.black_elo,
            result: head.result.as_str(),
            date: head.date,
            event: head.event,
            site: head.site,
            round: head.round,
            eco: head.eco,
            plies: head.plies,
            database: head.origin.map(|origin| origin.file),
        }
    }
}

impl From<NamedOpening> for OpeningAnswer {
    fn from(opening: NamedOpening) -> Self {
        Self { eco: opening.eco, name: opening.name }
    }
}

impl From<&ExploredMove> for MoveAnswer {
    fn from(it: &ExploredMove) -> Self {
        Self {
            uci: it.uci.clone(),
            san: it.san.clone(),
            score: it.score.into(),
            elo: it.elo,
            performance: it.performance,
            first: it.years.map(|(first, _)| first),
            last: it.years.map(|(_, last)| last),
            to: it.reached.map(|games| ReachedAnswer { games }),
            best: None,
            latest: None,
        }
    }
}

impl From<&Explored> for ExploreAnswer {
    fn from(explored: &Explored) -> Self {
        Self {
            fen: explored.position.fen(),
            score: explored.score.into(),
            elo: explored.elo,
            opening: explored.opening.map(OpeningAnswer::from),
            ended: explored.ended,
            moves: explored.moves.iter().map(MoveAnswer::from).collect(),
            top: explored.top.iter().map(HeadAnswer::from).collect(),
            indexed_plies: explored.indexed_plies,
        }
    }
}

impl ExploreAnswer {
    /// Returns the answer with the best and the latest game beside each move.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let explored = base.explore(&start, &Default::default(), &Default::default())?;
    /// let games = base.move_games(&start, &Default::default())?;
    /// let _ = reynard_db::ExploreAnswer::with_games(&explored, &games);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_games(explored: &Explored, games: &[MoveGames]) -> Self {
        let mut answer = Self::from(explored);
        for (it, explored) in answer.moves.iter_mut().zip(&explored.moves) {
            if let Some(found) = games.iter().find(|games| games.mv == explored.mv) {
                it.best = Some(HeadAnswer::from(&found.best));
                it.latest = Some(HeadAnswer::from(&found.latest));
            }
        }
        answer
    }
}

/// A [`DatabaseInfo`] for programs.
#[derive(Clone, Debug, Serialize)]
pub struct InfoAnswer {
    games: u64,
    deleted: u64,
    plies: u64,
    positions: u64,
    visits: u64,
    bytes: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    indexed_plies: u16,
    segments: Vec<SegmentAnswer>,
}

#[derive(Clone, Debug, Serialize)]
struct SegmentAnswer {
    games: u64,
    plies: u64,
    positions: u64,
    visits: u64,
    bytes: u64,
}

impl From<&DatabaseInfo> for InfoAnswer {
    fn from(info: &DatabaseInfo) -> Self {
        let segments: Vec<SegmentAnswer> = info
            .segments
            .iter()
            .map(|segment| SegmentAnswer {
                games: segment.games,
                plies: segment.plies,
                positions: segment.positions,
                visits: segment.visits,
                bytes: segment.sections.iter().map(|section| section.bytes).sum(),
            })
            .collect();
        Self {
            games: info.games,
            deleted: info.deleted,
            plies: info.plies,
            positions: segments.iter().map(|segment| segment.positions).sum(),
            visits: info.visits,
            bytes: info.bytes(),
            first_year: info.years.map(|(first, _)| first),
            last_year: info.years.map(|(_, last)| last),
            indexed_plies: info.options.plies,
            segments,
        }
    }
}
