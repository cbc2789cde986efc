//! Time controls: the value of the tag `TimeControl`.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;
use core::time::Duration;

use crate::{Annotation, CommentText, GameTree};

/// A time control (PGN standard, 9.6.1).
///
/// Two spellings of one time control are equal: `180` and `180+0`.
///
/// ```
/// use reynard_pgn::PgnTimeControl;
///
/// let control: PgnTimeControl = "180".parse()?;
/// assert_eq!(control, "180+0".parse()?);
/// assert_ne!(control, "180+2".parse()?);
/// assert_eq!("40/7200:3600".parse::<PgnTimeControl>()?.stages().len(), 2);
/// assert!("?".parse::<PgnTimeControl>().is_err());
/// # Ok::<(), reynard_pgn::InvalidTimeControl>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PgnTimeControl {
    /// `-`: there is no limit.
    Unlimited,
    /// `*180`: the time of one player runs out while that of the other grows.
    Sandclock(Duration),
    /// One stage or more.
    Stages(Vec<TimeStage>),
}

/// A stage of a time control: `40/7200+30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeStage {
    /// The number of moves; `None` for the rest of the game.
    pub moves: Option<NonZeroU32>,
    /// The time for them.
    pub time: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

impl PgnTimeControl {
    /// Returns the stages; none if there is no limit, or a sand clock.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use reynard_pgn::PgnTimeControl;
    ///
    /// let control: PgnTimeControl = "180+2".parse()?;
    /// assert_eq!(control.stages()[0].increment, Duration::from_secs(2));
    /// # Ok::<(), reynard_pgn::InvalidTimeControl>(())
    /// ```
    pub fn stages(&self) -> &[TimeStage] {
        match self {
            Self::Stages(stages) => stages,
            Self::Unlimited | Self::Sandclock(_) => &[],
        }
    }
}

/// A text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidTimeControl(String);

impl fmt::Display for InvalidTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a time control in seconds like 180+2 or 40/7200:3600", self.0)
    }
}

impl std::error::Error for InvalidTimeControl {}

impl FromStr for PgnTimeControl {
    type Err = InvalidTimeControl;

    fn from_str(text: &str) -> Result<Self, InvalidTimeControl> {
        let text = text.trim();
        if text == "-" {
            return Ok(Self::Unlimited);
        }
        let control = match text.strip_prefix('*') {
            Some(time) => seconds(time).map(Self::Sandclock),
            None => text.split(':').map(stage).collect::<Option<Vec<_>>>().map(Self::Stages),
        };
        control.ok_or_else(|| InvalidTimeControl(text.to_owned()))
    }
}

fn stage(text: &str) -> Option<TimeStage> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.trim().parse().ok()?), rest),
        None => (None, text),
    };
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    Some(TimeStage { moves, time: seconds(time)?, increment: seconds(increment)? })
}

/// Seconds, perhaps with a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| is_plain)?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Times spent on moves, from the clocks after them and the time control.
///
/// A clock that shows the whole time after a first move has not run yet. At the end of a stage, the
/// time of the next one is added where the clock has it. There is no time spent where the clock has
/// gone up by more than that, as after time that was given.
///
/// ```
/// use std::time::Duration;
///
/// use reynard_pgn::ElapsedTimes;
///
/// let control = "180+2".parse()?;
/// let mut times = ElapsedTimes::new(&control);
/// let after = |seconds| Some(Duration::from_secs(seconds));
/// assert_eq!(times.after_move(after(180)), after(0));
/// assert_eq!(times.after_move(after(175)), after(7));
/// assert_eq!(times.after_move(None), None);
/// assert_eq!(times.after_move(after(170)), None, "the clock before is not known");
/// # Ok::<(), reynard_pgn::InvalidTimeControl>(())
/// ```
#[derive(Clone, Debug)]
pub struct ElapsedTimes<'a> {
    stages: &'a [TimeStage],
    /// The stage that has begun last, as far as the clock shows.
    stage: usize,
    moves: u32,
    /// The clock after the last move; the time of the first stage before the first.
    before: Option<Duration>,
}

impl<'a> ElapsedTimes<'a> {
    /// Starts the clock of one player, before the first move.
    pub fn new(control: &'a PgnTimeControl) -> Self {
        let stages = control.stages();
        Self { stages, stage: 0, moves: 0, before: stages.first().map(|stage| stage.time) }
    }

    /// Returns the times spent on the moves of the main line of a game, by their clocks.
    ///
    /// ```
    /// use reynard_pgn::{ElapsedTimes, Games};
    ///
    /// let pgn = b"1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:58]} *";
    /// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
    /// let times = ElapsedTimes::of_main_line(&game, &"180".parse()?);
    /// assert_eq!(times[2].map(|time| time.as_secs()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_main_line(tree: &GameTree, control: &PgnTimeControl) -> Vec<Option<Duration>> {
        let mut players = [ElapsedTimes::new(control), ElapsedTimes::new(control)];
        let clock = |node| {
            let comments = tree.comments(node).iter();
            comments.flat_map(CommentText::annotations).find_map(|annotation| match annotation {
                Annotation::Clock(time) => Some(time),
                _ => None,
            })
        };
        let times = tree.main_line().enumerate();
        times.map(|(ply, node)| players[ply % 2].after_move(clock(node))).collect()
    }

    /// Returns the time spent on the next move of the player, given the clock after it.
    pub fn after_move(&mut self, clock: Option<Duration>) -> Option<Duration> {
        let is_first = self.moves == 0;
        self.moves = self.moves.saturating_add(1);
        let before = std::mem::replace(&mut self.before, clock);
        let (clock, stage) = (clock?, *self.stages.get(self.stage)?);
        if stage.moves == NonZeroU32::new(1) && self.stages.len() == 1 {
            // As much time for each move.
            return (stage.time + stage.increment).checked_sub(clock);
        }
        let before = before?;
        if is_first && clock == before {
            return Some(Duration::ZERO);
        }
        let most = before.saturating_add(stage.increment);
        if let Some(elapsed) = most.checked_sub(clock) {
            return Some(elapsed);
        }
        let with_next = self.next_stage().map(|next| most.saturating_add(next.time));
        if let Some(elapsed) = with_next.and_then(|most| most.checked_sub(clock)) {
            self.stage = (self.stage + 1).min(self.stages.len() - 1);
            return Some(elapsed);
        }
        // Clocks of whole seconds may seem to gain one.
        let gained = clock.saturating_sub(most);
        (gained <= Duration::from_secs(1)).then_some(Duration::ZERO)
    }

    /// Returns the stage after the current one if the moves of that are over; the last one repeats.
    fn next_stage(&self) -> Option<TimeStage> {
        let moves = |stage: &TimeStage| stage.moves.map(NonZeroU32::get);
        let mut last = 0;
        for stage in self.stages.iter().take(self.stage + 1) {
            last += moves(stage)?;
        }
        let is_over = self.moves >= last;
        is_over.then(|| self.stages.get(self.stage + 1).or(self.stages.last()).copied()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_time_control_are_equal() {
        for (one, other) in [
            ("180", "180+0"),
            ("180.0", "180"),
            (" 180+2 ", "180+2"),
            ("40/7200:3600", "40/7200+0:3600+0"),
            ("0180", "180"),
        ] {
            let control: PgnTimeControl = one.parse().expect(one);
            assert_eq!(control, other.parse().expect(other), "{one}");
        }
        for text in ["", "?", "x", "180+", "+2", "0/100", "1e3", "inf", "-5", "*", "60:", "180++2"]
        {
            assert!(text.parse::<PgnTimeControl>().is_err(), "{text}");
        }
    }

    fn elapsed(control: &str, clocks: &[u64]) -> Vec<Option<u64>> {
        let control = control.parse().expect(control);
        let mut times = ElapsedTimes::new(&control);
        let clocks = clocks.iter().map(|&clock| Some(Duration::from_secs(clock)));
        clocks.map(|clock| times.after_move(clock).map(|time| time.as_secs())).collect()
    }

    #[test]
    fn times_spent_follow_from_clocks_increments_and_stages() {
        // The clock of lichess does not run during the first move.
        assert_eq!(elapsed("180", &[180, 178, 170]), [Some(0), Some(2), Some(8)]);
        assert_eq!(elapsed("180+2", &[180, 181, 170]), [Some(0), Some(1), Some(13)]);
        // That of a board of a tournament does.
        assert_eq!(elapsed("5400+30", &[5425, 5400]), [Some(5), Some(55)]);
        // 60 minutes more after the second move, or when the third is made.
        assert_eq!(elapsed("2/100:60", &[90, 120, 100]), [Some(10), Some(30), Some(20)]);
        assert_eq!(elapsed("2/100:60", &[90, 50, 100]), [Some(10), Some(40), Some(10)]);
        assert_eq!(elapsed("2/100", &[90, 50, 140, 30]), [Some(10), Some(40), Some(10), Some(110)]);
        // A day and more for each move.
        assert_eq!(elapsed("1/86400", &[86_000, 1_400]), [Some(400), Some(85_000)]);
        // Time that was given, and rounding.
        assert_eq!(elapsed("60", &[60, 75, 70]), [Some(0), None, Some(5)]);
        assert_eq!(elapsed("60", &[60, 50, 51]), [Some(0), Some(10), Some(0)]);
        assert_eq!(elapsed("-", &[60]), [None]);
        assert_eq!(elapsed("*60", &[60]), [None]);
    }
}
