//! State kept between two fetches of an account.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A record of the games of an account that have already been fetched. If this record is lost, the
/// next fetch requests all games again.
///
/// ```
/// use reynard_fetch::AccountProgress;
///
/// let progress: AccountProgress = serde_json::from_str("{}")?;
/// assert_eq!(progress, AccountProgress::default());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountProgress {
    /// lichess: the time from which games were requested, in milliseconds since the Unix epoch;
    /// `None` for all games.
    pub from: Option<i64>,
    /// lichess: the start time of the newest game fetched.
    pub until: Option<i64>,
    /// chess.com: the fetched months by name, such as `2026/02`.
    pub months: BTreeMap<String, MonthProgress>,
}

/// The state of a chess.com month that has been fetched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MonthProgress {
    /// Version tag of the month's file, as sent by the server.
    pub etag: Option<String>,
    /// `true` if the month was over when it was fetched and there was a later one, so no more games
    /// are added to it.
    pub is_complete: bool,
}
