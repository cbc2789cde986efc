//! The techniques of the search, one a file.

mod internal_reduction;
mod late_moves;
mod learning;
mod null_move;
mod probcut;
mod razoring;
mod reductions;
mod reverse_futility;
mod singular;
mod tablebase;
mod upcoming;

pub(super) use singular::Singular;
pub(crate) use upcoming::Returns;
