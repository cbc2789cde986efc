#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adjudication;
mod casual;
mod claim;
mod clock;
mod opening_suite;

pub use adjudication::{
    Adjudicated, Adjudication, AdjudicationReason, Adjudicator, DrawRule, ResignRule,
};
pub use casual::{CasualEnding, CasualGame};
pub use claim::claimed_outcome;
pub use clock::{GameClock, OutOfTime};
pub use opening_suite::{
    OpeningFormat, OpeningLine, OpeningOrder, OpeningSuite, OpeningSuiteError,
};
pub use reynard;
pub use reynard_host::{MatchLimits, TimeControl};
