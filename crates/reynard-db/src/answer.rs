//! Answers to queries, in a form that serializes to JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;

use reynard_pgn::{NamedOpening, ResultCounts};
use serde::{Deserialize, Serialize};

use crate::{DatabaseInfo, ExploreTrend, Explored, ExploredMove, GameGroup, Head, MoveGames};

/// Numbers of games by result, flattened into the fields of an answer.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ScoreAnswer {
    pub(crate) games: u64,
    pub(crate) white: u64,
    pub(crate) draws: u64,
    pub(crate) black: u64,
}

impl From<ResultCounts> for ScoreAnswer {
    fn from(score: ResultCounts) -> Self {
        let ResultCounts { white, draws, black, .. } = score;
        Self { games: score.games(), white, draws, black }
    }
}

/// Serializable form of [`Explored`]: the fields of `reynard db explore --json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExploreAnswer {
    pub(crate) fen: String,
    #[serde(flatten)]
    pub(crate) score: ScoreAnswer,
    pub(crate) elo: Option<u16>,
    opening: Option<OpeningAnswer>,
    pub(crate) ended: u64,
    pub(crate) moves: Vec<MoveAnswer>,
    pub(crate) top: Vec<HeadAnswer>,
    pub(crate) indexed_plies: Option<u16>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct OpeningAnswer {
    eco: Cow<'static, str>,
    name: Cow<'static, str>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MoveAnswer {
    pub(crate) uci: String,
    pub(crate) san: String,
    #[serde(flatten)]
    pub(crate) score: ScoreAnswer,
    pub(crate) elo: Option<u16>,
    pub(crate) performance: Option<i32>,
    pub(crate) first: Option<u16>,
    pub(crate) last: Option<u16>,
    pub(crate) to: Option<ReachedAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) best: Option<HeadAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) latest: Option<HeadAnswer>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ReachedAnswer {
    pub(crate) games: u64,
}

/// Serializable form of [`Head`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HeadAnswer {
    pub(crate) id: u64,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) white_elo: Option<u16>,
    pub(crate) black_elo: Option<u16>,
    pub(crate) result: Cow<'static, str>,
    pub(crate) date: String,
    pub(crate) event: String,
    pub(crate) site: String,
    pub(crate) round: String,
    pub(crate) eco: Option<String>,
    pub(crate) plies: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) database: Option<String>,
}

/// Serializable form of [`GameGroup`]: the fields that `reynard db explore --by --json` prints on a
/// line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GroupAnswer {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) score: ScoreAnswer,
    pub(crate) moves: Vec<GroupMoveAnswer>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GroupMoveAnswer {
    pub(crate) san: String,
    pub(crate) games: u64,
}

/// Serializable form of [`ExploreTrend`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrendAnswer {
    pub(crate) groups: Vec<GroupAnswer>,
    pub(crate) indexed_plies: Option<u16>,
}

/// One page of a list of games, and the length of the whole list.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("a.rdb");
/// # let mut base = reynard_db::Database::create(path, Default::default())?;
/// use reynard_db::{GamesAnswer, HeadAnswer};
///
/// base.add_pgn(b"1. e4 *\n\n1. d4 *\n", &Default::default())?;
/// let games = vec![HeadAnswer::from(&base.game(1)?.head()?)];
/// let answer = GamesAnswer { total: 2, games, indexed_plies: base.indexed_plies() };
/// assert!(answer.games.len() < answer.total);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GamesAnswer {
    /// Number of games in the whole list.
    pub total: usize,
    /// The games of the page.
    pub games: Vec<HeadAnswer>,
    /// Number of plies per game for which positions are indexed; `None` if all plies are indexed or
    /// the query has no position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indexed_plies: Option<u16>,
}

/// Serializable form of the saved searches.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("a.rdb");
/// # let mut base = reynard_db::Database::create(path, Default::default())?;
/// base.save_search("iqp", "piece=Pd4")?;
/// let answer = reynard_db::SearchesAnswer { searches: base.searches()? };
/// assert_eq!(answer.searches["iqp"], "piece=Pd4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchesAnswer {
    /// Filters, keyed by the name of the search.
    pub searches: BTreeMap<String, String>,
}

impl From<&ExploreTrend> for TrendAnswer {
    fn from(trend: &ExploreTrend) -> Self {
        let groups = trend.groups.iter().map(GroupAnswer::from).collect();
        Self { groups, indexed_plies: trend.indexed_plies }
    }
}

impl From<&GameGroup> for GroupAnswer {
    fn from(group: &GameGroup) -> Self {
        let moves = group.moves.iter();
        let moves = moves.map(|(san, games)| GroupMoveAnswer { san: san.clone(), games: *games });
        Self { name: group.name.clone(), score: group.score.into(), moves: moves.collect() }
    }
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
            result: head.result.as_str().into(),
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
        Self { eco: opening.eco.into(), name: opening.name.into() }
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
    /// Creates the answer for an explored position, including the best and the latest game of each
    /// move.
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

    /// Keeps the first moves.
    #[must_use]
    pub fn with_most_moves(mut self, most: usize) -> Self {
        self.moves.truncate(most);
        self
    }
}

/// Serializable form of [`DatabaseInfo`].
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
