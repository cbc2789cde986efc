//! Results under a running fifty-move clock.

use std::fmt;
use std::str::FromStr;

use crate::{Dtz, ParseWdlError, Wdl};

/// Result with best play for the side to move, taking the position's fifty-move clock into account.
///
/// If a distance is [`Dtz::Rounded`] and would end exactly at the hundredth ply, the table does not
/// determine on which side of the limit the exact distance is. The result is then
/// [`ClockedWdl::MaybeWin`] or [`ClockedWdl::MaybeLoss`]. Repetition is not considered.
///
/// ```
/// use reynard_syzygy::{ClockedWdl, Dtz};
///
/// assert_eq!(ClockedWdl::new(Dtz::Exact(40), 60), ClockedWdl::Win);
/// assert_eq!(ClockedWdl::new(Dtz::Rounded(40), 60), ClockedWdl::MaybeWin);
/// assert_eq!(ClockedWdl::new(Dtz::Exact(40), 61), ClockedWdl::CursedWin);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClockedWdl {
    /// The side to move loses.
    Loss,
    /// The side to move loses, or the fifty-move rule saves it by one ply.
    MaybeLoss,
    /// The side to move would lose, but is saved by the fifty-move rule.
    BlessedLoss,
    /// Neither side wins.
    Draw,
    /// The side to move would win, but the fifty-move rule spoils the win.
    CursedWin,
    /// The side to move wins, or the fifty-move rule spoils the win by one ply.
    MaybeWin,
    /// The side to move wins.
    Win,
}

/// The clock at which the game is drawn, in plies.
pub(crate) const FULL_CLOCK: i32 = 100;

impl ClockedWdl {
    /// All seven values, from bad to good.
    pub const ALL: [Self; 7] = [
        Self::Loss,
        Self::MaybeLoss,
        Self::BlessedLoss,
        Self::Draw,
        Self::CursedWin,
        Self::MaybeWin,
        Self::Win,
    ];

    /// Returns the result for a distance when the fifty-move clock stands at `clock` plies.
    ///
    /// With the clock at zero, the value is certain even if the distance is rounded. A side that is
    /// mated has lost at any clock. This cannot be derived from the distance: see
    /// [`crate::Tablebase::probe_clocked`].
    ///
    /// ```
    /// use reynard_syzygy::{ClockedWdl, Dtz};
    ///
    /// assert_eq!(ClockedWdl::new(Dtz::Exact(5), 90), ClockedWdl::Win);
    /// assert_eq!(ClockedWdl::new(Dtz::Exact(5), 96), ClockedWdl::CursedWin);
    /// ```
    pub fn new(dtz: Dtz, clock: u16) -> Self {
        let clock = i32::from(clock);
        let shortest = dtz.plies().abs() + clock;
        let longest = dtz.longest().abs() + clock;
        let in_time = clock == 0 || longest <= FULL_CLOCK;
        match dtz.wdl() {
            Wdl::Draw => Self::Draw,
            Wdl::CursedWin => Self::CursedWin,
            Wdl::BlessedLoss => Self::BlessedLoss,
            Wdl::Win if in_time => Self::Win,
            Wdl::Win if shortest > FULL_CLOCK => Self::CursedWin,
            Wdl::Win => Self::MaybeWin,
            Wdl::Loss if in_time => Self::Loss,
            Wdl::Loss if shortest > FULL_CLOCK => Self::BlessedLoss,
            Wdl::Loss => Self::MaybeLoss,
        }
    }

    /// Returns the value as a machine-readable name, such as `maybe-win`.
    ///
    /// ```
    /// use reynard_syzygy::ClockedWdl;
    ///
    /// assert_eq!(ClockedWdl::CursedWin.name(), "cursed-win");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::MaybeLoss => "maybe-loss",
            Self::BlessedLoss => "blessed-loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed-win",
            Self::MaybeWin => "maybe-win",
            Self::Win => "win",
        }
    }
}

impl FromStr for ClockedWdl {
    type Err = ParseWdlError;

    /// Parses the [`name`](ClockedWdl::name).
    ///
    /// ```
    /// use reynard_syzygy::ClockedWdl;
    ///
    /// assert!(ClockedWdl::ALL.iter().all(|wdl| wdl.name().parse() == Ok(*wdl)));
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseWdlError> {
        Self::ALL.into_iter().find(|wdl| wdl.name() == text).ok_or(ParseWdlError)
    }
}

impl From<Wdl> for ClockedWdl {
    /// Returns the value with the clock at zero.
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss,
            Wdl::BlessedLoss => Self::BlessedLoss,
            Wdl::Draw => Self::Draw,
            Wdl::CursedWin => Self::CursedWin,
            Wdl::Win => Self::Win,
        }
    }
}

impl fmt::Display for ClockedWdl {
    /// Writes the value in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::MaybeLoss => "loss or draw",
            Self::BlessedLoss => "blessed loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed win",
            Self::MaybeWin => "win or draw",
            Self::Win => "win",
        })
    }
}
