//! Results with best play: the five values of a WDL table.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

/// Result with best play for the side to move, assuming a fifty-move clock of zero.
///
/// The values are ordered from bad to good; their numbers are the same as in Chess::Plisco.
///
/// ```
/// use reynard_syzygy::Wdl;
///
/// assert!(Wdl::Win > Wdl::CursedWin);
/// assert_eq!(-Wdl::Win, Wdl::Loss);
/// assert_eq!(Wdl::BlessedLoss as i8, -1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Wdl {
    /// The side to move loses.
    Loss = -2,
    /// The side to move would lose, but is saved by the fifty-move rule.
    BlessedLoss = -1,
    /// Neither side wins.
    Draw = 0,
    /// The side to move would win, but the fifty-move rule spoils the win.
    CursedWin = 1,
    /// The side to move wins.
    Win = 2,
}

impl Wdl {
    /// All five values, from bad to good.
    pub const ALL: [Self; 5] =
        [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// Returns the value with the given number, from -2 to 2, or `None` for any other number.
    ///
    /// ```
    /// use reynard_syzygy::Wdl;
    ///
    /// assert_eq!(Wdl::from_number(2), Some(Wdl::Win));
    /// assert_eq!(Wdl::from_number(3), None);
    /// ```
    pub const fn from_number(number: i8) -> Option<Self> {
        Some(match number {
            -2 => Self::Loss,
            -1 => Self::BlessedLoss,
            0 => Self::Draw,
            1 => Self::CursedWin,
            2 => Self::Win,
            _ => return None,
        })
    }

    /// Returns the value without the fifty-move rule: cursed wins are wins, blessed losses are
    /// losses.
    ///
    /// ```
    /// use reynard_syzygy::Wdl;
    ///
    /// assert_eq!(Wdl::CursedWin.without_fifty_moves(), Wdl::Win);
    /// ```
    #[must_use]
    pub const fn without_fifty_moves(self) -> Self {
        match self {
            Self::Loss | Self::BlessedLoss => Self::Loss,
            Self::Draw => Self::Draw,
            Self::CursedWin | Self::Win => Self::Win,
        }
    }

    /// Returns the value under the fifty-move rule: cursed wins and blessed losses are draws.
    ///
    /// ```
    /// use reynard_syzygy::Wdl;
    ///
    /// assert_eq!(Wdl::CursedWin.with_fifty_moves(), Wdl::Draw);
    /// ```
    #[must_use]
    pub const fn with_fifty_moves(self) -> Self {
        match self {
            Self::Loss => Self::Loss,
            Self::BlessedLoss | Self::Draw | Self::CursedWin => Self::Draw,
            Self::Win => Self::Win,
        }
    }

    /// Returns the value as a machine-readable name: `loss`, `blessed-loss`, `draw`, `cursed-win`
    /// or `win`.
    ///
    /// ```
    /// assert_eq!(reynard_syzygy::Wdl::CursedWin.name(), "cursed-win");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "blessed-loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed-win",
            Self::Win => "win",
        }
    }
}

impl FromStr for Wdl {
    type Err = ParseWdlError;

    /// Parses the [`name`](Wdl::name).
    ///
    /// ```
    /// use reynard_syzygy::Wdl;
    ///
    /// assert!(Wdl::ALL.iter().all(|wdl| wdl.name().parse() == Ok(*wdl)));
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseWdlError> {
        Self::ALL.into_iter().find(|wdl| wdl.name() == text).ok_or(ParseWdlError)
    }
}

/// The error returned for text that is not the name of a [`Wdl`] or
/// [`ClockedWdl`](crate::ClockedWdl).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseWdlError;

impl fmt::Display for ParseWdlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a result, such as `cursed-win`")
    }
}

impl std::error::Error for ParseWdlError {}

impl Neg for Wdl {
    type Output = Self;

    /// Returns the value from the other side's point of view.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    /// Writes the value in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "blessed loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed win",
            Self::Win => "win",
        })
    }
}
