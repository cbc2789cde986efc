//! Late move reductions: a move that comes late is searched less deep at first, by the logarithms of
//! depth and number of the move, and by what else is known about it.
//!
//! Switched off it costs 108 ± 38 Elo (300 games, 4,000 nodes a move). Reducing more after several refuted
//! sister moves brought 19 ± 25 (600 games); that idea is Stockfish's (2022).
//!
//! Source: <https://www.chessprogramming.org/Late_Move_Reductions>.

use reynard::Move;

use crate::search::node::{Node, NodeType};
use crate::search::{PAST, Search};
use crate::technique::Technique;

/// What was known about a move before it was played.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Promise {
    /// By its history.
    pub(in crate::search) history: i32,
    /// Whether it is the killer or the countermove move.
    pub(in crate::search) killer: bool,
}

impl Search<'_> {
    /// What is known about a move that may be reduced; nothing about one that may not.
    pub(in crate::search) fn promise(
        &self,
        node: &Node,
        mv: Move,
        number: usize,
    ) -> Option<Promise> {
        let late = node.depth >= 2 && number > 1 + usize::from(node.is_root());
        (late && self.shared.uses(Technique::LateMoveReduction)).then(|| Promise {
            history: self.move_history(node.ply, mv),
            killer: self.is_killer(node.ply, mv),
        })
    }

    /// The depth at which a move that may be reduced, and is played already, is looked at first.
    pub(in crate::search) fn reduced(
        &self,
        node: &Node,
        mv: Move,
        number: usize,
        full: i32,
        promise: Promise,
    ) -> i32 {
        let params = self.shared.params;
        let product = self.shared.reductions.product(node.depth, number);
        let mut reduction = params.reduction_base + params.reduction_factor * product / 1024;
        if self.w.id % 2 == 1 {
            reduction += params.reduction_helper;
        }
        if i32::from(self.w.frames[node.ply + PAST + 1].cutoffs) >= params.reduction_cutoffs_from {
            reduction += params.reduction_cutoffs;
        }
        if !mv.is_quiet() {
            reduction /= 2;
        }
        if node.kind == NodeType::Cut {
            reduction += params.reduction_cut;
        }
        if node.is_root() {
            reduction -= params.reduction_root;
        }
        if node.near_pv {
            reduction -= params.reduction_pv;
        }
        if !node.improving {
            reduction += params.reduction_not_improving;
        }
        if promise.killer {
            reduction -= params.reduction_killer;
        }
        if self.pos(node.ply + 1).is_check() {
            reduction -= params.reduction_check;
        }
        reduction -= promise.history / params.reduction_history;
        (full - reduction / 1024).clamp(1, full.max(1))
    }
}
