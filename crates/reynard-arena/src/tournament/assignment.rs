//! The games of a schedule.

/// A game in a [`Schedule`](super::Schedule).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Game number, from 0.
    pub number: usize,
    /// Round, from 0; also the index of the opening.
    pub round: usize,
    /// Index of the pairing, from 0.
    pub pairing: usize,
    /// Index of the player with White.
    pub white: usize,
    /// Index of the player with Black.
    pub black: usize,
}
