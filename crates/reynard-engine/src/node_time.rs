//! Node time (`nodestime`): with clocks that count nodes, a game is the same on every machine.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::limits::SearchLimits;

/// The rate of node time: the number of nodes that count as one millisecond.
///
/// ```
/// use std::time::Duration;
/// use reynard_engine::NodeTime;
///
/// let rate = NodeTime::new(500).unwrap();
/// assert_eq!(rate.time(1_250), Duration::from_micros(2_500));
/// assert_eq!(NodeTime::new(0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeTime(NonZeroU32);

impl NodeTime {
    /// Creates a rate in nodes per millisecond. Returns `None` for zero.
    pub const fn new(nodes: u32) -> Option<Self> {
        match NonZeroU32::new(nodes) {
            Some(nodes) => Some(Self(nodes)),
            None => None,
        }
    }

    /// Returns the time that corresponds to a number of nodes.
    pub fn time(self, nodes: u64) -> Duration {
        Duration::from_micros(nodes.saturating_mul(1_000) / u64::from(self.0.get()))
    }
}

/// The engine's clock in node time.
///
/// The GUI continues to count seconds, so only its first clock reading is used. After that, the
/// engine keeps its own clock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodeClock(Option<Duration>);

impl NodeClock {
    /// Returns the limits for the next move, with the engine's own clock in place of the GUI's.
    pub(crate) fn begin(&mut self, limits: &SearchLimits, rate: Option<NodeTime>) -> SearchLimits {
        let mut limits = limits.clone();
        if rate.is_none() {
            self.0 = None;
        } else if let Some(clock) = &mut limits.clock {
            clock.remaining = *self.0.get_or_insert(clock.remaining);
        }
        limits
    }

    /// Subtracts the time used for a move, and adds the increment.
    pub(crate) fn end(&mut self, limits: &SearchLimits, used: Duration) {
        if let (Some(left), Some(clock)) = (&mut self.0, limits.clock) {
            *left = clock.remaining.saturating_sub(used) + clock.increment;
        }
    }
}
