//! Distance to zero (DTZ): plies to the next capture, pawn move or mate.

use std::fmt;
use std::ops::Neg;

use crate::Wdl;

/// The number of plies to the move that resets the fifty-move clock, or to mate, with best play:
/// the winner hurries, the loser delays, and neither gives away the [`Wdl`].
///
/// The number is positive if the side to move wins, negative if it loses, and 0 in a draw. If the
/// fifty-move rule spoils the win, 100 is added to the absolute value, so cursed wins and blessed
/// losses have distances beyond 100. A side that is mated has a distance of -1.
///
/// Some tables count in moves, that is in units of two plies, to save space. Their distances are
/// [`Dtz::Rounded`]: the exact distance is the number, or one ply longer.
/// [`Dtz::Rounded`]: the exact distance is the number, or one ply longer.
///
/// ```
/// use reynard_syzygy::Dtz;
///
/// let dtz = Dtz::Rounded(20);
/// assert_eq!((dtz.plies(), dtz.longest()), (20, 21));
/// assert_eq!(Dtz::Exact(-7).longest(), -7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dtz {
    /// Exactly this number of plies.
    Exact(i32),
    /// This number of plies, or one more in absolute value.
    Rounded(i32),
}

impl Dtz {
    /// A draw.
    pub const DRAW: Self = Self::Exact(0);

    /// Returns the number of plies stored in the table: the possible number with the smallest
    /// absolute value.
    ///
    /// ```
    /// use reynard_syzygy::Dtz;
    ///
    /// assert_eq!(Dtz::Rounded(20).plies(), 20);
    /// ```
    pub const fn plies(self) -> i32 {
        match self {
            Self::Exact(plies) | Self::Rounded(plies) => plies,
        }
    }

    /// Returns the possible number of plies with the greatest absolute value.
    ///
    /// ```
    /// use reynard_syzygy::Dtz;
    ///
    /// assert_eq!(Dtz::Rounded(-20).longest(), -21);
    /// ```
    pub const fn longest(self) -> i32 {
        match self {
            Self::Exact(plies) => plies,
            Self::Rounded(plies) => plies + plies.signum(),
        }
    }

    /// Returns `true` if the number of plies is exact.
    ///
    /// ```
    /// use reynard_syzygy::Dtz;
    ///
    /// assert!(!Dtz::Rounded(20).is_exact());
    /// ```
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Exact(_))
    }

    /// Returns the value of a position that has this distance.
    ///
    /// ```
    /// use reynard_syzygy::{Dtz, Wdl};
    ///
    /// assert_eq!(Dtz::Exact(100).wdl(), Wdl::Win);
    /// assert_eq!(Dtz::Exact(-101).wdl(), Wdl::BlessedLoss);
    /// ```
    pub const fn wdl(self) -> Wdl {
        match self.plies() {
            ..-100 => Wdl::BlessedLoss,
            -100..0 => Wdl::Loss,
            0 => Wdl::Draw,
            1..=100 => Wdl::Win,
            _ => Wdl::CursedWin,
        }
    }

    /// Returns the distance of a position with the given value if the next move resets the clock
    /// and keeps that value.
    pub(crate) const fn zeroing(wdl: Wdl) -> Self {
        Self::Exact(match wdl {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        })
    }

    /// Returns the distance of the position one ply earlier.
    #[must_use]
    pub(crate) const fn one_ply_earlier(self) -> Self {
        match self {
            Self::Exact(plies) => Self::Exact(plies + plies.signum()),
            Self::Rounded(plies) => Self::Rounded(plies + plies.signum()),
        }
    }

    /// Returns the shorter of two distances to a win. The result is exact if rounding cannot change
    /// it.
    #[must_use]
    pub(crate) fn sooner(self, other: Self) -> Self {
        Self::from_bounds(self.plies().min(other.plies()), self.longest().min(other.longest()))
    }

    /// Returns the longer of two distances to a loss.
    #[must_use]
    pub(crate) fn later(self, other: Self) -> Self {
        -(Self::from_bounds(
            (-self.plies()).max(-other.plies()),
            (-self.longest()).max(-other.longest()),
        ))
    }

    const fn from_bounds(shortest: i32, longest: i32) -> Self {
        if shortest == longest { Self::Exact(shortest) } else { Self::Rounded(shortest) }
    }
}

impl Neg for Dtz {
    type Output = Self;

    /// Returns the distance from the other side's point of view.
    fn neg(self) -> Self {
        match self {
            Self::Exact(plies) => Self::Exact(-plies),
            Self::Rounded(plies) => Self::Rounded(-plies),
        }
    }
}

impl fmt::Display for Dtz {
    /// Writes the number of plies, or both possible numbers if the distance is rounded: `20` or
    /// `20 or 21`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(plies) => write!(f, "{plies}"),
            Self::Rounded(plies) => write!(f, "{plies} or {}", self.longest()),
        }
    }
}
