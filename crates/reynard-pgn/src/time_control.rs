//! Time controls: the value of the `TimeControl` tag.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;
use core::time::Duration;

use crate::{Annotation, CommentText, GameTree, Tags};

/// A time control (PGN standard, 9.6.1).
///
/// Different spellings of the same time control, such as `180` and `180+0`, compare equal.
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
    /// `*180`: an hourglass; the time of one player runs down while that of the other grows.
    Sandclock(Duration),
    /// One or more stages.
    Stages(Vec<TimeStage>),
}

/// A stage of a time control: `40/7200+30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeStage {
    /// The number of moves in the stage; `None` for the rest of the game.
    pub moves: Option<NonZeroU32>,
    /// The time for the moves of the stage.
    pub time: Duration,
    /// The time added by each move.
    pub increment: Duration,
}

impl PgnTimeControl {
    /// Returns the stages. The list is empty for an unlimited game or an hourglass.
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

/// The error returned for text that is not a time control.
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

    /// Reads the notation of the standard as well as time controls as people write them, with
    /// units: `90 min/40 moves + 30 min + 30 sec/move`, `15' + 10"`, `G/60;d5`; `15|10` is 15
    /// minutes and 10 seconds.
    ///
    /// ```
    /// use reynard_pgn::PgnTimeControl;
    ///
    /// let control: PgnTimeControl = "90'/40 moves + 30' + 30\"/move".parse()?;
    /// assert_eq!(control, "40/5400+30:1800+30".parse()?);
    /// # Ok::<(), reynard_pgn::InvalidTimeControl>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, InvalidTimeControl> {
        let text = text.trim();
        if text == "-" {
            return Ok(Self::Unlimited);
        }
        let control = match text.strip_prefix('*') {
            Some(time) => seconds(time).map(Self::Sandclock),
            None => text.split(':').map(stage).collect::<Option<Vec<_>>>().map(Self::Stages),
        };
        let control = control.or_else(|| written_out(text));
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

/// Reads seconds, with an optional fraction.
fn seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| is_plain)?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Reads a time control as people write it, in which every time has a unit.
fn written_out(text: &str) -> Option<PgnTimeControl> {
    let text = text.to_ascii_lowercase();
    if matches!(&*text, "inf" | "infinite" | "none" | "unlimited") {
        return Some(PgnTimeControl::Unlimited);
    }
    if let Some((minutes, increment)) = text.split_once('|') {
        let time = seconds(minutes)?.checked_mul(60)?;
        let stage = TimeStage { moves: None, time, increment: seconds(increment)? };
        return Some(PgnTimeControl::Stages(vec![stage]));
    }
    let mut stages: Vec<TimeStage> = Vec::new();
    let mut increment = Duration::ZERO;
    for part in text.split(['+', '&', ',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        if let Some(minutes) = part.strip_prefix("g/").and_then(seconds) {
            let time = minutes.checked_mul(60)?;
            stages.push(TimeStage { moves: None, time, increment: Duration::ZERO });
            continue;
        }
        if part.strip_prefix('d').and_then(seconds).is_some() {
            // A delay, which no clock shows.
            continue;
        }
        let (time, scope) = match part.split_once('/') {
            Some((time, scope)) => (time, scope.trim()),
            None => (part, ""),
        };
        let (time, is_short) = match with_unit(time) {
            Some(time) => time,
            // `90' + 30`: after minutes, a number alone is seconds for each move.
            None if !stages.is_empty() => (seconds(time)?, true),
            None => return None,
        };
        let moves = scope.trim_end_matches("moves").trim_end_matches("mv").trim_end();
        match scope {
            "move" | "mv" => increment = time,
            "" if is_short && !stages.is_empty() => increment = time,
            "" | "game" | "rest" | "end" | "sd" => {
                stages.push(TimeStage { moves: None, time, increment: Duration::ZERO });
            }
            _ => {
                let moves = Some(moves.parse().ok()?);
                stages.push(TimeStage { moves, time, increment: Duration::ZERO });
            }
        }
    }
    if stages.is_empty() && increment > Duration::ZERO {
        // As much for each move.
        let moves = NonZeroU32::new(1);
        stages.push(TimeStage { moves, time: increment, increment: Duration::ZERO });
        increment = Duration::ZERO;
    }
    for stage in &mut stages {
        stage.increment = increment;
    }
    (!stages.is_empty()).then_some(PgnTimeControl::Stages(stages))
}

/// Reads a time with its unit. Also returns `true` if the unit is seconds.
fn with_unit(text: &str) -> Option<(Duration, bool)> {
    let text = text.trim();
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(digits);
    let length = match unit.trim() {
        "\"" | "''" | "s" | "sec" | "secs" | "second" | "seconds" => 1,
        "'" | "m" | "min" | "mins" | "minute" | "minutes" => 60,
        "h" | "hr" | "hour" | "hours" => 3_600,
        "d" | "day" | "days" => 86_400,
        _ => return None,
    };
    let time = seconds(number)?.checked_mul(length)?;
    Some((time, length == 1))
}

/// The times spent on a player's moves, computed from the clock after each move and the time
/// control.
///
/// If the clock still shows the whole time after the first move, that move took no time. At the end
/// of a stage, the time of the next stage is added if the clock has gained it. The time is unknown
/// if the clock has gained even more, for instance because the player was given extra time.
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
    /// Index of the current stage, judging by the clock.
    stage: usize,
    moves: u32,
    /// The clock after the last move; before the first move, the time of the first stage.
    before: Option<Duration>,
}

impl<'a> ElapsedTimes<'a> {
    /// Creates the state for one player before the first move.
    pub fn new(control: &'a PgnTimeControl) -> Self {
        let stages = control.stages();
        Self { stages, stage: 0, moves: 0, before: stages.first().map(|stage| stage.time) }
    }

    /// Returns the times spent on the moves of a game's main line. They are computed from the
    /// clocks in its comments and from the `TimeControl` tag in `tags`, which may be stored
    /// separately from the tree. If the time control is missing or cannot be parsed, all times are
    /// unknown.
    ///
    /// ```
    /// use reynard_pgn::{ElapsedTimes, Games};
    ///
    /// let pgn = b"[TimeControl \"180\"]\n\n\
    ///     1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:58]} *";
    /// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
    /// let times = ElapsedTimes::of_main_line(&game, game.tags());
    /// assert_eq!(times[2].map(|time| time.as_secs()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_main_line(tree: &GameTree, tags: &Tags) -> Vec<Option<Duration>> {
        let control = tags.text("TimeControl").and_then(|text| text.parse().ok());
        let Some(control): Option<PgnTimeControl> = control else {
            return vec![None; tree.main_line().count()];
        };
        let mut players = [ElapsedTimes::new(&control), ElapsedTimes::new(&control)];
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
            return stage.time.saturating_add(stage.increment).checked_sub(clock);
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

    /// Returns the stage after the current one if all moves of the current stage have been made;
    /// the last stage repeats.
    fn next_stage(&self) -> Option<TimeStage> {
        let moves = |stage: &TimeStage| stage.moves.map(NonZeroU32::get);
        let mut last = 0_u32;
        for stage in self.stages.iter().take(self.stage + 1) {
            last = last.saturating_add(moves(stage)?);
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
        for text in ["", "?", "x", "180+", "+2", "0/100", "1e3", "-5", "*", "60:", "180++2"] {
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
    fn time_controls_that_are_written_out_are_those_in_seconds() {
        for (text, standard) in [
            ("15'/game & 10\"/move", "900+10"),
            ("90'/40 moves + 30'", "40/5400:1800"),
            ("90 min/40 moves + 30 min/rest + 30 sec/move", "40/5400+30:1800+30"),
            ("15 min + 10 sec", "900+10"),
            ("10'+5''", "600+5"),
            ("90' + 30", "5400+30"),
            ("60 mins", "3600"),
            ("1 hour", "3600"),
            ("G/60;d5", "3600"),
            ("3 days/move", "1/259200"),
            ("15|10", "900+10"),
            ("3 | 2", "180+2"),
            ("inf", "-"),
        ] {
            let standard: PgnTimeControl = standard.parse().expect(standard);
            assert_eq!(text.parse(), Ok(standard), "{text}");
        }
        // Without a unit they could be minutes or seconds.
        for text in [
            "3|",
            "|2",
            "3|2|1",
            "600,5",
            "15+",
            "+",
            "rapid",
            "90/40 moves",
            "'",
            "1e9 min",
            "999999999999999 days",
            "G/9999999999999999999",
        ] {
            assert!(text.parse::<PgnTimeControl>().is_err(), "{text}");
        }
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
        assert_eq!(elapsed("2/1:4294967295/1", &[1, 2, 2]), [Some(0); 3]);
        // More than any game takes.
        let most = "18000000000000000000";
        assert_eq!(elapsed(&format!("1/{most}+{most}"), &[u64::MAX]), [Some(0)]);
    }
}
