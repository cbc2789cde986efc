//! The queries sent by the page and by programs.

use reynard_db::{ExploreLimits, GameGrouping, GameOrder, Transpositions};
use reynard_games::Query;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A query about a database or the tablebases.
pub(super) trait Question: DeserializeOwned + Serialize + Send + Sync + 'static {
    /// Path of the query, relative to that of the API.
    const PATH: &'static str;

    /// Returns the index of the database, or `None` if the query is not about a database.
    fn db(&self) -> Option<usize>;

    /// Returns the amount of work that the query is expected to require.
    fn work(&self) -> Work;
}

/// The amount of work that a query requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Blocks and columns are read.
    Light,
    /// All games are sorted.
    Long,
    /// Games are replayed, possibly all of them.
    Heavy,
}

/// Returns the amount of work that a filter requires. A filter that cannot be parsed requires
/// little.
fn work_of(filter: &str) -> Work {
    match Query::parse(filter) {
        Ok(query) if query.needs_moves() => Work::Heavy,
        _ => Work::Light,
    }
}

/// A query sent by the explorer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExploreQuestion {
    pub(super) fen: String,
    #[serde(default)]
    pub(super) filter: String,
    #[serde(default)]
    pub(super) db: usize,
    /// Number of top games to return.
    #[serde(default = "usual_top")]
    top: usize,
    /// Set to count the games that reach the positions after the moves, including by transposition.
    #[serde(default = "counted")]
    transpositions: bool,
    /// Set to return the best and the latest game for each move.
    #[serde(default)]
    pub(super) each: bool,
}

fn usual_top() -> usize {
    ExploreLimits::default().top
}

const fn counted() -> bool {
    true
}

impl ExploreQuestion {
    /// Returns the limits of the exploration.
    pub(super) fn limits(&self) -> ExploreLimits {
        let transpositions =
            if self.transpositions { Transpositions::Counted } else { Transpositions::Skipped };
        ExploreLimits { top: self.top.min(MOST_GAMES), transpositions }
    }
}

impl Question for ExploreQuestion {
    const PATH: &'static str = "explore";

    fn db(&self) -> Option<usize> {
        Some(self.db)
    }

    fn work(&self) -> Work {
        work_of(&self.filter)
    }
}

/// A query for the games that reach a position, counted in groups.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrendQuestion {
    pub(super) fen: String,
    #[serde(default)]
    pub(super) filter: String,
    #[serde(default)]
    pub(super) db: usize,
    by: Grouping,
}

/// The property by which games are grouped.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Grouping {
    Year,
    Decade,
    Rating,
    Tc,
}

impl TrendQuestion {
    pub(super) const fn grouping(&self) -> GameGrouping {
        match self.by {
            Grouping::Year => GameGrouping::Year,
            Grouping::Decade => GameGrouping::Decade,
            Grouping::Rating => GameGrouping::Rating,
            Grouping::Tc => GameGrouping::TimeClass,
        }
    }
}

impl Question for TrendQuestion {
    const PATH: &'static str = "trend";

    fn db(&self) -> Option<usize> {
        Some(self.db)
    }

    fn work(&self) -> Work {
        work_of(&self.filter)
    }
}

/// A query for a list of games.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuestion {
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) filter: String,
    #[serde(default)]
    pub(super) db: usize,
    #[serde(default)]
    order: Order,
    /// Set to return the last games first.
    #[serde(default)]
    pub(super) reverse: bool,
    /// The mark that the games must have.
    #[serde(default)]
    pub(super) mark: Option<String>,
    #[serde(default)]
    pub(super) offset: usize,
    #[serde(default = "usual_games")]
    limit: usize,
}

/// Maximum number of games in one answer.
const MOST_GAMES: usize = 1000;

const fn usual_games() -> usize {
    100
}

/// The order of games.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    #[default]
    Id,
    Elo,
    Date,
    White,
    Black,
    Event,
    Site,
    Round,
    Eco,
    Result,
    Plies,
}

impl GamesQuestion {
    pub(super) const fn order(&self) -> GameOrder {
        match self.order {
            Order::Id => GameOrder::Id,
            Order::Elo => GameOrder::Elo,
            Order::Date => GameOrder::Date,
            Order::White => GameOrder::White,
            Order::Black => GameOrder::Black,
            Order::Event => GameOrder::Event,
            Order::Site => GameOrder::Site,
            Order::Round => GameOrder::Round,
            Order::Eco => GameOrder::Eco,
            Order::Result => GameOrder::Result,
            Order::Plies => GameOrder::Plies,
        }
    }

    const fn is_sorted(&self) -> bool {
        !matches!(self.order, Order::Id)
    }

    /// Returns the number of games in the answer.
    pub(super) fn limit(&self) -> usize {
        self.limit.min(MOST_GAMES)
    }
}

impl Question for GamesQuestion {
    const PATH: &'static str = "games";

    fn db(&self) -> Option<usize> {
        Some(self.db)
    }

    fn work(&self) -> Work {
        match work_of(&self.filter) {
            // The pages after the first one come from a list that is kept.
            Work::Light if self.is_sorted() && self.fen.is_none() && self.offset == 0 => Work::Long,
            work => work,
        }
    }
}

/// A query for the PGN of games with given numbers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PgnQuestion {
    #[serde(default)]
    pub(super) db: usize,
    pub(super) games: Vec<u64>,
}

impl PgnQuestion {
    /// Returns `true` if the requested games fit into one answer.
    pub(super) fn is_short(&self) -> bool {
        self.games.len() <= MOST_GAMES
    }
}

impl Question for PgnQuestion {
    const PATH: &'static str = "pgn";

    fn db(&self) -> Option<usize> {
        Some(self.db)
    }

    fn work(&self) -> Work {
        Work::Light
    }
}

/// A query for the saved searches.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchesQuestion {
    #[serde(default)]
    pub(super) db: usize,
}

impl Question for SearchesQuestion {
    const PATH: &'static str = "searches";

    fn db(&self) -> Option<usize> {
        Some(self.db)
    }

    fn work(&self) -> Work {
        Work::Light
    }
}

/// A query about the tablebases.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableQuestion {
    pub(super) fen: String,
}

impl Question for TableQuestion {
    const PATH: &'static str = "tb";

    fn db(&self) -> Option<usize> {
        None
    }

    fn work(&self) -> Work {
        Work::Light
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_all_games_are_among_the_long_questions() {
        let work = |text: &str| serde_json::from_str::<GamesQuestion>(text).expect(text).work();
        assert_eq!(work(r#"{"filter":"elo>=2500"}"#), Work::Light);
        assert_eq!(work(r#"{"order":"date"}"#), Work::Long);
        assert_eq!(work(r#"{"order":"white","filter":"elo>=2500"}"#), Work::Long);
        // Its list is kept, or short.
        assert_eq!(work(r#"{"order":"date","offset":100}"#), Work::Light);
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(work(&format!(r#"{{"order":"date","fen":"{fen}"}}"#)), Work::Light);
        assert_eq!(work(r#"{"order":"date","filter":"move=Bxh7+"}"#), Work::Heavy);
    }
}
