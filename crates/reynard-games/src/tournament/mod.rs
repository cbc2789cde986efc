//! Tournaments: standings according to FIDE's tie-break regulations (Handbook C.07), from games or
//! from FIDE's tournament report file.
//!
//! * `model`: players, rounds, byes, forfeits; `points`: numbers without rounding;
//! * `tie_break`: tie-breaks by their codes;
//! * `scores`: scores after a round; `contributions`: Buchholz and Sonneborn-Berger; `direct`:
//!   direct encounter; `ratings`: tie-breaks by ratings; `values`: all numeric tie-breaks;
//! * `standings`: the places;
//! * `games`: a tournament reconstructed from PGN games; `identity`: players whose names have
//!   several spellings; `known_byes`: byes and forfeits that the games do not have;
//! * `trf`: the report file; `table`: tables for people.

mod contributions;
mod direct;
mod games;
mod identity;
mod known_byes;
mod model;
mod points;
mod ratings;
mod scores;
mod standings;
mod table;
mod tie_break;
mod trf;
mod values;

pub use contributions::{Contribution, ContributionFate, ContributionSource};
pub use games::{
    ListedGame, PlayOffs, TournamentGame, TournamentGameCollector, TournamentNotes,
    TournamentSettings,
};
pub use identity::{JoinedNames, NameJoining, without_title};
pub use known_byes::{KnownBye, KnownPlayer, MissingRound};
pub use model::{
    GameScore, Participant, PointSystem, Rated, RoundEntry, RoundKind, Sex, TournamentRecord,
    TournamentSystem,
};
pub use points::{Hundredths, ScorePoints};
pub use standings::{
    DecidedBy, KeyValue, RoundRobinBuchholz, StandingsError, StandingsRow, StandingsSettings,
    TournamentStandings,
};
pub use table::{
    ColumnKind, ResultColumns, ResultTable, TableColumn, player_card, standings_table, team_table,
};
pub use tie_break::{ForfeitRule, LastRound, TieBreak, TieBreakKind, TieBreakOrder, TieBreakRules};
pub use trf::{
    ReportFault, ReportFaults, ReportFlavor, ReportLine, ReportNote, TournamentReport,
    UnwritableReport,
};
