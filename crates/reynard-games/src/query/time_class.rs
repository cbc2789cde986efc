//! Classes of time control.

use std::str::FromStr;
use std::time::Duration;

use reynard_pgn::{PgnTimeControl, TimeStage};

use super::InvalidCondition;

/// The class of a time control, according to the time that one player has for a game of 40 moves,
/// with the bounds used by lichess.
///
/// ```
/// use reynard_games::TimeClass;
///
/// assert_eq!(TimeClass::of_tag("180+2"), Some(TimeClass::Blitz));
/// assert_eq!(TimeClass::of_tag("40/7200:3600"), Some(TimeClass::Classical));
/// assert_eq!(TimeClass::of_tag("?"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeClass {
    /// Less than 3 minutes.
    Bullet,
    /// 3 to less than 8 minutes.
    Blitz,
    /// 8 to less than 25 minutes.
    Rapid,
    /// 25 minutes or more.
    Classical,
    /// A day or more per move, or no time control.
    Correspondence,
}

impl TimeClass {
    /// All classes with their names, fastest first.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("bullet", Self::Bullet),
        ("blitz", Self::Blitz),
        ("rapid", Self::Rapid),
        ("classical", Self::Classical),
        ("correspondence", Self::Correspondence),
    ];

    /// Returns the class of a value of the `TimeControl` tag (PGN standard, 9.6.1), or `None` if
    /// the time control is unknown.
    ///
    /// ```
    /// use reynard_games::TimeClass;
    ///
    /// assert_eq!(TimeClass::of_tag("1/259200"), Some(TimeClass::Correspondence));
    /// assert_eq!(TimeClass::of_tag("600"), Some(TimeClass::Rapid));
    /// ```
    pub fn of_tag(value: &str) -> Option<Self> {
        const DAY: f64 = 86_400.0;
        let stages = match value.parse().ok()? {
            PgnTimeControl::Unlimited => return Some(Self::Correspondence),
            PgnTimeControl::Sandclock(time) => {
                vec![TimeStage { moves: None, time, increment: Duration::ZERO }]
            }
            PgnTimeControl::Stages(stages) => stages,
        };
        let mut seconds = 0.0;
        for TimeStage { moves, time, increment } in stages {
            let (time, increment) = (time.as_secs_f64(), increment.as_secs_f64());
            let a_move = moves.map_or(0.0, |moves| time / f64::from(moves.get()));
            if a_move >= DAY || increment >= DAY {
                return Some(Self::Correspondence);
            }
            seconds += time + 40.0 * increment;
        }
        Some(match seconds {
            seconds if seconds < 180.0 => Self::Bullet,
            seconds if seconds < 480.0 => Self::Blitz,
            seconds if seconds < 1_500.0 => Self::Rapid,
            _ => Self::Classical,
        })
    }
}

impl FromStr for TimeClass {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let named = Self::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        named.map(|&(_, class)| class).ok_or_else(|| {
            format!("`{text}` is not a class of time controls: these are bullet, blitz, rapid, classical and correspondence").into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_follow_the_time_of_forty_moves() {
        for (tag, class) in [
            ("60", Some(TimeClass::Bullet)),
            ("120+1", Some(TimeClass::Bullet)),
            ("180", Some(TimeClass::Blitz)),
            ("300+3", Some(TimeClass::Blitz)),
            ("300+5", Some(TimeClass::Rapid)),
            ("900+10", Some(TimeClass::Rapid)),
            ("1500", Some(TimeClass::Classical)),
            ("40/7200:20/3600:900+30", Some(TimeClass::Classical)),
            ("1/86400", Some(TimeClass::Correspondence)),
            ("-", Some(TimeClass::Correspondence)),
            ("*180", Some(TimeClass::Blitz)),
            ("", None),
            ("?", None),
            ("x+y", None),
            ("nan", None),
            ("-5", None),
        ] {
            assert_eq!(TimeClass::of_tag(tag), class, "{tag}");
        }
    }
}
