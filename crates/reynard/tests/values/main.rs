//! Positions and moves as numbers, bytes and texts that can be stored: what has once been written
//! must always be read to the same.

mod full_move;
mod games;
mod packed;
mod policy_index;
#[cfg(feature = "serde")]
mod serialize;
