//! State between two fetches.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Games of an account that were already fetched. This may be lost: the next fetch asks for all
/// games again.
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
    /// lichess: the time from which games were asked for, in milliseconds since the beginning of
    /// 1970; `None` for all games.
    pub from: Option<i64>,
    /// lichess: the start time of the newest game that was fetched.
    pub until: Option<i64>,
    /// chess.com: months by their names, like `2026/02`.
    pub months: BTreeMap<String, MonthProgress>,
}

/// Month of chess.com that was fetched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MonthProgress {
    /// Tag of the version, as the server gave it.
    pub etag: Option<String>,
    /// Set if the month had ended, so no game is added to it any more.
    pub is_complete: bool,
}
