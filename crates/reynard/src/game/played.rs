//! Moves of a game with their undo information.

use core::num::NonZeroU32;

use crate::{Move, Undo};

/// Number of a position in the game, counted from 1.
pub(super) type Place = NonZeroU32;

/// A move of a game, with its undo information.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) undo: Undo,
    pub(super) mv: Move,
    /// Number of occurrences of the position before this move, limited by the range of the type.
    pub(super) repetitions: u16,
    /// The previous position in the same chain of the index.
    pub(super) earlier: Option<Place>,
}

const _: () = assert!(size_of::<Played>() <= 32);
