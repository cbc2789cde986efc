#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod book;
mod check;
mod counts;
mod export;
mod fingerprint;
mod key;
mod processor;
mod query;
mod results;
mod rewrite;
mod statistics;
mod summary;
mod tidy;

pub use book::{BookGameCounts, BookGames, BookSelection};
pub use check::{ResultChecker, WrongResult};
pub use export::{ExportFormat, Exporter};
pub use fingerprint::{Fingerprint, Fingerprinter, SameGame};
pub use key::{GameKey, KeyedGame, Keyer, SortTag};
pub use processor::GameProcessor;
pub use query::{
    BoardEnding, BoardPattern, DateCondition, FoundGames, InvalidCondition, Matcher,
    MaterialBalance, NumberCondition, Query, RangeEnd, RatingOf, TagCondition, ValueRange,
};
pub use results::GameResults;
pub use rewrite::{AddedTags, Rewriter, TagChanges};
pub use statistics::{Counter, Statistics};
pub use summary::{NameCount, NumberSummary, OpeningCount, StatisticsSummary, YearCount};
pub use tidy::tidy_tags;

pub use reynard;
pub use reynard_book;
pub use reynard_pgn;
pub use reynard_sort;
