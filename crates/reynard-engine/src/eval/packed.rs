//! Middlegame and endgame scores packed into one integer.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame score in centipawns, packed into one 32-bit integer.
///
/// Source: <https://www.chessprogramming.org/Tapered_Eval>.
///
/// ```
/// use reynard_engine::eval::Packed;
///
/// let sum = Packed::new(10, -20) * 3 + Packed::new(1, 1);
/// assert_eq!((sum.middlegame(), sum.endgame()), (31, -59));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Packed(i32);

impl Packed {
    /// Zero for both the middlegame and the endgame.
    pub const ZERO: Self = Self(0);

    /// Packs two scores.
    ///
    /// ```
    /// use reynard_engine::eval::Packed;
    ///
    /// assert_eq!(Packed::new(-7, 9).endgame(), 9);
    /// ```
    #[inline]
    pub const fn new(middlegame: i16, endgame: i16) -> Self {
        Self(((endgame as i32) << 16) + middlegame as i32)
    }

    /// Returns the middlegame score.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the endgame score.
    #[inline]
    pub const fn endgame(self) -> i32 {
        // A negative lower half has borrowed from the upper one.
        self.0.wrapping_add(0x8000) >> 16
    }

    /// Adds two packed scores in a `const` context.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Add for Packed {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Packed {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Packed {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Packed {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Packed {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Packed {
    type Output = Self;
    #[inline]
    fn mul(self, count: i32) -> Self {
        Self(self.0 * count)
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}
