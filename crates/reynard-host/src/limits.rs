//! Time controls and limits for engines.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Time control: base time, increment, and optionally the number of moves after which the base time
/// is added again.
///
/// It is written as `MOVES/TIME+INCREMENT`, with times in seconds or as `minutes:seconds`. Moves
/// and increment are optional.
///
/// ```
/// use std::time::Duration;
/// use reynard_host::TimeControl;
///
/// let control: TimeControl = "5+0.05".parse()?;
/// assert_eq!(control.base, Duration::from_secs(5));
/// assert_eq!(control.increment, Duration::from_millis(50));
/// let control: TimeControl = "40/2:30".parse()?;
/// assert_eq!(control.moves.map(|moves| moves.get()), Some(40));
/// assert_eq!(control.base, Duration::from_secs(150));
/// assert_eq!(control.to_string(), "40/150");
/// # Ok::<(), reynard_host::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Number of moves after which the base time is added again; `None` if the base time is for the
    /// whole game.
    pub moves: Option<NonZeroU32>,
    /// Base time.
    pub base: Duration,
    /// Increment per move.
    pub increment: Duration,
}

/// Maximum time in seconds: one day.
const LONGEST: f64 = 86_400.0;

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.parse().map_err(|_| ParseTimeControlError)?;
                (NonZeroU32::new(moves), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes: u32 = minutes.parse().map_err(|_| ParseTimeControlError)?;
                f64::from(minutes) * 60.0 + seconds_of(seconds)?
            }
            None => seconds_of(base)?,
        };
        let duration =
            |seconds| Duration::try_from_secs_f64(seconds).map_err(|_| ParseTimeControlError);
        if base > LONGEST {
            return Err(ParseTimeControlError);
        }
        Ok(Self { moves, base: duration(base)?, increment: duration(seconds_of(increment)?)? })
    }
}

fn seconds_of(text: &str) -> Result<f64, ParseTimeControlError> {
    let seconds: f64 = text.parse().map_err(|_| ParseTimeControlError)?;
    if (0.0..=LONGEST).contains(&seconds) { Ok(seconds) } else { Err(ParseTimeControlError) }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseTimeControlError;

    fn try_from(text: String) -> Result<Self, ParseTimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

/// The error returned for text that is not a valid [`TimeControl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTimeControlError;

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a time control, such as 5+0.05 (seconds and increment)")
    }
}

impl std::error::Error for ParseTimeControlError {}

/// Limits for an engine in a match. All limits that are set apply.
///
/// ```
/// use reynard_host::MatchLimits;
///
/// let limits = MatchLimits { nodes: Some(1000), ..MatchLimits::default() };
/// assert_eq!(limits.to_string(), "nodes 1000");
/// assert!(MatchLimits::default().is_unlimited());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchLimits {
    /// Time control.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "tc")]
    pub clock: Option<TimeControl>,
    /// Time per move in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u32>,
    /// Nodes per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth per move in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl MatchLimits {
    /// Returns `true` if no limit is set. In that case, the engine would never move.
    ///
    /// ```
    /// use reynard_host::MatchLimits;
    ///
    /// assert!(!MatchLimits { depth: Some(1), ..MatchLimits::default() }.is_unlimited());
    /// ```
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Returns `true` if there is a limit on nodes or depth, but neither a clock nor a time per
    /// move. With such limits, most engines play the same game every time they start from the same
    /// position.
    ///
    /// ```
    /// use reynard_host::MatchLimits;
    ///
    /// assert!(MatchLimits { depth: Some(1), ..MatchLimits::default() }.is_deterministic());
    /// assert!(!MatchLimits { movetime: Some(1), ..MatchLimits::default() }.is_deterministic());
    /// ```
    pub const fn is_deterministic(&self) -> bool {
        self.clock.is_none()
            && self.movetime.is_none()
            && (self.nodes.is_some() || self.depth.is_some())
    }
}

impl fmt::Display for MatchLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| clock.to_string()));
        parts.extend(self.movetime.map(|ms| format!("{ms} ms a move")));
        parts.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if parts.is_empty() {
            return f.write_str("no limit");
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_time_controls_are_refused() {
        for text in
            ["", "x", "-1", "5+", "5+-1", "0x10", "x/5", "1:x", "inf", "NaN", "1e99", "99999999"]
        {
            assert_eq!(text.parse::<TimeControl>(), Err(ParseTimeControlError), "{text}");
        }
    }
}
