//! Move times of a game, taken from its comments.

use std::time::Duration;

use reynard_pgn::{Annotation, CommentText, ElapsedTimes, GameTree, NodeId};

/// The time of a move.
///
/// ```
/// use std::time::Duration;
/// use reynard_analysis::MoveTime;
/// use reynard_pgn::Games;
///
/// let pgn = b"[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:02:58]} e5 {[%emt 0:00:07]} *";
/// let tree = Games::from_bytes(pgn).next().unwrap()?.tree;
/// let times = MoveTime::of_main_line(&tree);
/// let seconds = |number| Some(Duration::from_secs(number));
/// assert_eq!(times[0], MoveTime { spent: seconds(4), left: seconds(178) });
/// assert_eq!(times[1], MoveTime { spent: seconds(7), left: None });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTime {
    /// Time spent on the move: the value of `[%emt]`, or computed from the clocks and the tag
    /// `TimeControl`.
    pub spent: Option<Duration>,
    /// Time left on the clock after the move: the value of `[%clk]`.
    pub left: Option<Duration>,
}

impl MoveTime {
    /// Returns the times of the main-line moves.
    pub fn of_main_line(tree: &GameTree) -> Vec<Self> {
        let by_clock = ElapsedTimes::of_main_line(tree, tree.tags());
        let times = tree.main_line().zip(by_clock).map(|(node, by_clock)| {
            let emt = find(tree, node, |annotation| match annotation {
                Annotation::ElapsedMoveTime(time) => Some(time),
                _ => None,
            });
            let left = find(tree, node, |annotation| match annotation {
                Annotation::Clock(time) => Some(time),
                _ => None,
            });
            Self { spent: emt.or(by_clock), left }
        });
        times.collect()
    }
}

/// Returns the first time of the requested kind in the comments on a move.
fn find(
    tree: &GameTree,
    node: NodeId,
    kind: impl Fn(Annotation<'_>) -> Option<Duration>,
) -> Option<Duration> {
    tree.comments(node).iter().flat_map(CommentText::annotations).find_map(kind)
}

/// Formats a time as on a clock: `0:45`, `1:02:03`. Below ten seconds, the time has one decimal
/// place.
pub(crate) fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    match hours {
        0 if seconds < 10 => format!("0:{:04.1}", (time.as_secs_f64() * 10.0).floor() / 10.0),
        0 => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_a_clock_shows_them() {
        let text = |millis| clock_text(Duration::from_millis(millis));
        let texts = [400, 9_990, 12_345, 90_000, 3_723_000].map(text);
        assert_eq!(texts, ["0:00.4", "0:09.9", "0:12", "1:30", "1:02:03"]);
    }
}
