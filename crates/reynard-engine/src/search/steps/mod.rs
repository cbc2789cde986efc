//! Search techniques, one per file.

mod hindsight;
mod history_update;
mod inherit_tt_pv;
mod internal_iterative_reduction;
mod late_move_reductions;
mod move_pruning;
mod null_move;
mod probcut;
mod razoring;
mod reverse_futility;
mod singular;
mod tablebase;
mod upcoming_repetition;

pub(super) use late_move_reductions::LateMove;
pub(crate) use late_move_reductions::Reductions;
pub(super) use singular::Singular;
pub(crate) use upcoming_repetition::ReversibleMoves;
