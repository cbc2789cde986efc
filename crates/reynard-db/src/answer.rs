//! Answers as values that can be written as JSON.

use reynard_pgn::{NamedOpening, ResultCounts};
use serde::Serialize;

use crate::{DatabaseInfo, Explored, ExploredMove, Head};

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
}

impl From<&Head> for HeadAnswer {
    fn from(head: &Head) -> Self {
        let head = head.clone();
        Self {
            id: head.id,
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
