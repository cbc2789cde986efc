//! The side to move as a type, so that the generator is compiled separately for each side.

use crate::{Bitboard, Color, Rank};

/// One of the two sides, known at compile time.
pub(super) trait Side {
    /// The side to move.
    const US: Color;
    /// The other side.
    const THEM: Color;
    /// Step from a square to the one ahead.
    const AHEAD: i8;
    /// Step from a square to the one ahead and to the east.
    const AHEAD_EAST: i8 = Self::AHEAD + 1;
    /// Step from a square to the one ahead and to the west.
    const AHEAD_WEST: i8 = Self::AHEAD - 1;
    /// The rank reached by a pawn's first single step.
    const THIRD: Bitboard = Bitboard::rank(Rank::Third.relative_to(Self::US));
}

/// White to move.
pub(super) struct White;

impl Side for White {
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
    const AHEAD: i8 = 8;
}

/// Black to move.
pub(super) struct Black;

impl Side for Black {
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
    const AHEAD: i8 = -8;
}
