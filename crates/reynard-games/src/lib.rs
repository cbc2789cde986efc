#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod book;
mod check;
mod counts;
mod encounter;
mod export;
mod fingerprint;
mod game_diagnostic;
mod half_points;
mod initials;
mod key;
mod name_index;
mod near_names;
mod passed_on;
mod performance;
mod player_side;
mod players;
mod processor;
mod query;
mod rating_list;
mod results;
mod rewrite;
mod same_person;
mod sample;
mod similar;
mod statistics;
mod summary;
mod tidy;
mod tournament;

pub use book::{BookGameCounts, BookGames, BookSelection};
pub use check::{ResultChecker, WrongResult};
pub use encounter::{CollectedGame, Encounter, EncounterCollector, MatchingGames};
pub use export::{CsvColumn, ExportFormat, Exporter, GamePart};
pub use fingerprint::{Fingerprint, Fingerprinter, SameGame};
pub use game_diagnostic::GameDiagnostic;
pub use half_points::HalfPoints;
pub use initials::AbbreviatedName;
pub use key::{GameKey, KeyedGame, Keyer, SortTag};
pub use name_index::{NameIndex, NamedPlayer};
pub use near_names::near_names;
pub use performance::RatedScore;
pub use player_side::player_side;
pub use players::{PlayerOrder, PlayerRecord, PlayerRecords, PlayerTable};
pub use processor::GameProcessor;
pub use query::{
    BoardCondition, BoardEnding, BoardPattern, BoardWatcher, ClockCondition, ClockRange, ClockTime,
    Condition, DateCondition, EcoCode, EcoRange, FoldedText, FoundGames, GameContent, GameDate,
    GameFacts, GameSoundness, Imbalance, InvalidCondition, InvalidQuery, Maneuver, Matcher,
    MaterialBalance, MaterialUse, MovePattern, MoveSequence, NameMatch, NamePattern,
    NumberCondition, PawnSkeleton, PieceCounts, PiecePlace, PlayerCondition, PlayerOutcome,
    PositionSequence, PositionTest, Query, QueryTerm, RangeEnd, RatingOf, Relation, RoundNumber,
    RoundRange, Sacrifice, SacrificeCondition, TagCondition, TagFacts, TextPattern, TimeClass,
    Truth, ValueRange, elo_of_tag,
};
pub use rating_list::{
    AdvantageSource, RatedPlayer, RatingAnchor, RatingList, RatingSettings, UnboundedPlayer,
};
pub use rewrite::{AddedTags, Rewriter, TagChanges};
pub use same_person::NameAgreement;
pub use sample::Sampler;
pub use similar::{SimilarGames, SimilarityKey, SimilarityKeyer};
pub use statistics::{Counter, Statistics};
pub use summary::{NameCount, NumberSummary, OpeningCount, StatisticsSummary, YearCount};
pub use tidy::tidy_tags;
pub use tournament::{
    ColumnKind, Contribution, ContributionFate, ContributionSource, DecidedBy, ForfeitRule,
    GameScore, Hundredths, JoinedNames, KeyValue, KnownBye, KnownPlayer, LastRound, ListedGame,
    MissingRound, NameJoining, Participant, PlayOffs, PointSystem, Rated, ReportFault,
    ReportFaults, ReportFlavor, ReportLine, ReportNote, ResultColumns, ResultTable, RoundEntry,
    RoundKind, RoundRobinBuchholz, ScorePoints, Sex, StandingsError, StandingsRow,
    StandingsSettings, TableColumn, TieBreak, TieBreakKind, TieBreakOrder, TieBreakRules,
    TournamentGame, TournamentGameCollector, TournamentNotes, TournamentRecord, TournamentReport,
    TournamentSettings, TournamentStandings, TournamentSystem, UnwritableReport, player_card,
    standings_table, team_table, without_title,
};

pub use reynard;
pub use reynard_base;
pub use reynard_book;
pub use reynard_pgn;
