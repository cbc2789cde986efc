//! Explores a position by groups of games: years, ratings, time controls.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::atomic::AtomicBool;

use reynard::{Color, Position};
use reynard_games::{GameFacts, Query, TimeClass};
use reynard_pgn::ResultCounts;

use crate::batch::Flags;
use crate::explore_table::{bar, grouped};
use crate::filter::QueryFilters;
use crate::posting_move::{PostingMove, PostingMoves};
use crate::section::Section;
use crate::{Damage, Database, DatabaseError};

/// The property by which games are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameGrouping {
    /// The year.
    Year,
    /// The decade.
    Decade,
    /// The average rating, in bands of a hundred points.
    Rating,
    /// The class of the time control.
    TimeClass,
}

/// A group's games that reach a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameGroup {
    /// The name: `1998`, `1990s`, `2600`, `blitz`, or `unknown`.
    pub name: String,
    /// The games by result.
    pub score: ResultCounts,
    /// The moves played, most frequent first, in standard algebraic notation.
    pub moves: Vec<(String, u64)>,
}

/// The games that reach a position, in ordered groups. The group of games whose property is unknown
/// comes last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploreTrend {
    /// The position.
    pub position: Position,
    /// The groups that contain games.
    pub groups: Vec<GameGroup>,
    /// Number of plies per game for which positions are indexed; `None` if all are.
    pub indexed_plies: Option<u16>,
}

/// The sort key of a group. Unknown groups come last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey(u32, String);

impl GroupKey {
    fn unknown() -> Self {
        Self(u32::MAX, "unknown".to_owned())
    }
}

impl GameGrouping {
    fn key(self, facts: &impl GameFacts) -> GroupKey {
        let known = match self {
            Self::Year => facts.date().year.map(|year| GroupKey(u32::from(year), year.to_string())),
            Self::Decade => facts.date().year.map(|year| {
                let decade = year / 10 * 10;
                GroupKey(u32::from(decade), format!("{decade}s"))
            }),
            Self::Rating => {
                let elos = facts.elo(Color::White).zip(facts.elo(Color::Black));
                elos.map(|(white, black)| {
                    let band = u32::midpoint(white, black) / 100 * 100;
                    GroupKey(band, band.to_string())
                })
            }
            Self::TimeClass => {
                let name = |class| TimeClass::NAMES.iter().find(|(_, it)| *it == class);
                let named = facts.time_class().and_then(|class| Some((class, name(class)?.0)));
                named.map(|(class, name)| GroupKey(class as u32, name.to_owned()))
            }
        };
        known.unwrap_or_else(GroupKey::unknown)
    }
}

impl Database {
    /// Explores a position, dividing the games that match a query into groups.
    ///
    /// # Errors
    ///
    /// Same as for [`explore`](Self::explore).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use reynard_db::GameGrouping;
    ///
    /// base.add_pgn(
    ///     b"[Date \"1999\"]\n\n1. e4 1-0\n\n[Date \"1991\"]\n\n1. d4 0-1\n\n1. d4 *\n",
    ///     &Default::default(),
    /// )?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let trend = base.explore_by(&start, &Default::default(), GameGrouping::Decade)?;
    /// let names: Vec<&str> = trend.groups.iter().map(|group| &*group.name).collect();
    /// assert_eq!(names, ["1990s", "unknown"]);
    /// assert_eq!((trend.groups[0].score.white, trend.groups[0].score.black), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explore_by(
        &self,
        pos: &Position,
        query: &Query,
        grouping: GameGrouping,
    ) -> Result<ExploreTrend, DatabaseError> {
        self.explore_by_stopped_by(pos, query, grouping, None)
    }

    /// Explores a position by groups as [`explore_by`](Self::explore_by) does, but stops early if
    /// `stop` is set.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::Stopped`] soon after `stop` is set. Otherwise the same as for
    /// [`explore`](Self::explore).
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("a.rdb");
    /// # let mut base = reynard_db::Database::create(path, Default::default())?;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use reynard_db::{DatabaseError, GameGrouping};
    ///
    /// base.add_pgn(b"1. e4 *\n", &Default::default())?;
    /// let start = reynard_pgn::reynard::Position::startpos();
    /// let (query, stop) = ("piece=Pe4".parse()?, AtomicBool::new(true));
    /// let trend = base.explore_by_until(&start, &query, GameGrouping::Year, &stop);
    /// assert!(matches!(trend, Err(DatabaseError::Stopped)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explore_by_until(
        &self,
        pos: &Position,
        query: &Query,
        grouping: GameGrouping,
        stop: &AtomicBool,
    ) -> Result<ExploreTrend, DatabaseError> {
        self.explore_by_stopped_by(pos, query, grouping, Some(stop))
    }

    fn explore_by_stopped_by(
        &self,
        pos: &Position,
        query: &Query,
        grouping: GameGrouping,
        stop: Option<&AtomicBool>,
    ) -> Result<ExploreTrend, DatabaseError> {
        let legal = PostingMoves::new(pos);
        let mut sums: BTreeMap<GroupKey, (ResultCounts, Vec<u64>)> = BTreeMap::new();
        let mut filters = QueryFilters::new(query).stopped_by(stop);
        for (index, segment) in self.segments.iter().enumerate() {
            let Some(postings) = segment.postings(pos)? else { continue };
            let filter = filters.of(index, segment)?;
            let damaged = || segment.damaged(Section::Positions, 0, Damage::NUMBER);
            postings.for_each(segment, |posting| {
                if !filter.accepts(posting.game)? {
                    return Ok(());
                }
                let key = filter.with_facts(posting.game, |facts| grouping.key(facts))?;
                let (score, moves) =
                    sums.entry(key).or_insert_with(|| (ResultCounts::default(), Vec::new()));
                let flags: Flags = segment.flags_of(posting.game)?;
                score.count(flags.result());
                if posting.mv != PostingMove::END {
                    let rank = legal.rank(posting.mv).ok_or_else(damaged)?;
                    if moves.len() <= rank {
                        moves.resize(rank + 1, 0);
                    }
                    moves[rank] += 1;
                }
                Ok(())
            })?;
        }
        if sums.is_empty() {
            self.check_indexed(pos)?;
        }
        let group = |(GroupKey(_, name), (score, counts)): (GroupKey, (_, Vec<u64>))| {
            let played = legal.legal.iter().zip(counts).filter(|(_, count)| *count > 0);
            let mut moves: Vec<(String, u64)> =
                played.map(|(&mv, count)| (pos.san(mv).to_string(), count)).collect();
            moves.sort_by(|(a, one), (b, other)| (other, a).cmp(&(one, b)));
            GameGroup { name, score, moves }
        };
        Ok(ExploreTrend {
            position: pos.clone(),
            groups: sums.into_iter().map(group).collect(),
            indexed_plies: self.indexed_plies(),
        })
    }
}

/// Maximum number of moves per group in a table.
const MOVES: usize = 3;

/// Formats the groups as a table: games, result bar, score of the side to move, and most frequent
/// moves.
impl fmt::Display for ExploreTrend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plies) = self.indexed_plies {
            writeln!(f, "Only the first {plies} plies of each game are indexed")?;
        }
        writeln!(
            f,
            "{:<14} {:>9}  {:<24} {:>5}  Moves",
            "", "Games", "White, draw, Black", "Score"
        )?;
        for GameGroup { name, score, moves } in &self.groups {
            let points = score.points(self.position.turn());
            let points = points.map_or(String::new(), |points| format!("{:.1}", points * 100.0));
            let games: u64 = score.games();
            let mut line = format!("{name:<14} {:>9}  {} {points:>5} ", grouped(games), bar(score));
            for (san, count) in moves.iter().take(MOVES) {
                write!(line, " {san} {} %", (count * 200 + games) / (2 * games))?;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
