//! Late move reductions: a move late in the order is first searched to a reduced depth. The
//! reduction depends on the logarithms of depth and move number and on other properties of the node
//! and the move.
//!
//! Disabling late move reductions costs 108 ± 38 Elo (300 games, 4,000 nodes per move). Reducing
//! more after several cutoffs at sibling nodes gained 19 ± 25 (600 games). A larger reduction if
//! the transposition table move is a capture gained 7 ± 8 (5,000 games of several changes
//! combined). Both ideas are Stockfish's, the first from 2022.
//!
//! Two more ideas from Stockfish gained 3 ± 9 (2,640 games of several changes combined, 20,000
//! nodes per move). Near the principal variation, the reduction shrinks with the score and the
//! depth of the transposition table entry; at cut nodes without a transposition table move, it
//! grows.
//!
//! At nodes of the principal variation the reduction shrinks with the share of the root's window
//! that the node's window is. This gained 4 ± 8 Elo (4,039 games of six changes combined, 20,000
//! nodes per move). The idea is Stockfish's.
//!
//! Source: <https://www.chessprogramming.org/Late_Move_Reductions>.

use reynard::Move;

use crate::search::node::{Node, NodeType};
use crate::search::{PAST, Search};
use crate::technique::Technique;

/// Natural logarithms for the reductions, in 1024ths.
#[derive(Clone, Debug)]
pub(crate) struct Reductions([i32; 64]);

/// The natural logarithm of 2, in 1024ths.
const LN_2: u64 = 710;

impl Reductions {
    /// Computes the logarithms with integers, so that they are the same on every machine.
    pub(crate) fn new() -> Self {
        let mut logarithms = [0; 64];
        for (number, cell) in logarithms.iter_mut().enumerate().skip(1) {
            *cell = (log2(number as u64) * LN_2 / 1024) as i32;
        }
        Self(logarithms)
    }

    /// Returns the product of the logarithms of depth and move number, in 1024ths.
    #[inline]
    pub(crate) fn product(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(1, 63) as usize] * self.0[number.min(63)] / 1024
    }
}

/// Computes the binary logarithm in 1024ths, bit by bit.
fn log2(number: u64) -> u64 {
    let whole = u64::from(number.ilog2());
    let mut mantissa = (number << 32) >> whole;
    let mut result = whole;
    for _ in 0..10 {
        mantissa = ((mantissa >> 1) * (mantissa >> 1)) >> 30;
        result <<= 1;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            result |= 1;
        }
    }
    result
}

/// The properties of a late move before it is made.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct LateMove {
    history: i32,
    killer_or_countermove: bool,
}

impl Search<'_> {
    /// Returns the properties of a move that may be reduced. Its history score is computed if it is
    /// not yet known.
    pub(in crate::search) fn late_move(
        &self,
        node: &Node,
        mv: Move,
        number: usize,
        history: Option<i32>,
    ) -> Option<LateMove> {
        let late = node.depth >= 2 && number > 1 + usize::from(node.is_root());
        (late && self.shared.uses(Technique::LateMoveReduction)).then(|| LateMove {
            history: history.unwrap_or_else(|| self.history_score(node.ply, mv)),
            killer_or_countermove: self.is_killer_or_countermove(node.ply, mv),
        })
    }

    /// Returns the depth of the first search of a late move. The move has already been made.
    pub(in crate::search) fn reduced_depth(
        &self,
        node: &Node,
        mv: Move,
        number: usize,
        full: i32,
        late_move: LateMove,
    ) -> i32 {
        let params = self.shared.params;
        let product = self.shared.reductions.product(node.depth, number);
        let mut reduction = params.reduction_base + params.reduction_factor * product / 1024;
        if self.thread.id % 2 == 1 {
            reduction += params.reduction_helper;
        }
        if i32::from(self.thread.frames[node.ply + PAST + 1].cutoffs)
            >= params.reduction_cutoffs_from
        {
            reduction += params.reduction_cutoffs;
        }
        if !mv.is_quiet() {
            reduction /= 2;
        }
        if node.node_type == NodeType::Cut {
            reduction += params.reduction_cut;
            if node.tt_move().is_none() {
                reduction += params.reduction_no_tt_move;
            }
        }
        if node.is_root() {
            reduction -= params.reduction_root;
        }
        if node.tt_pv {
            reduction -= self.pv_decrease(node);
        }
        if !node.improving {
            reduction += params.reduction_not_improving;
        }
        if node.tt_move().is_some_and(|mv| !mv.is_quiet()) {
            reduction += params.reduction_tt_capture;
        }
        if late_move.killer_or_countermove {
            reduction -= params.reduction_killer;
        }
        if self.pos(node.ply + 1).is_check() {
            reduction -= params.reduction_check;
        }
        if node.is_pv() {
            reduction -= self.window_decrease(node);
        }
        reduction -= params.reduction_correction * node.correction_size();
        reduction -= late_move.history / params.reduction_history;
        (full - reduction / 1024).clamp(1, full.max(1))
    }

    /// Returns the decrease in the reduction by the share of the root's window, in 1024ths of a ply.
    /// It is negative below a third.
    fn window_decrease(&self, node: &Node) -> i32 {
        let most = self.shared.params.reduction_window;
        let size = node.window.beta - node.window.alpha;
        let root = self.thread.root_window;
        most * size.min(root) / root - most / 3
    }

    /// Returns the decrease in the reduction on or near the principal variation, in 1024ths of a
    /// ply.
    fn pv_decrease(&self, node: &Node) -> i32 {
        let params = self.shared.params;
        let Some(entry) = node.entry else { return params.reduction_pv };
        let mut decrease = params.reduction_pv;
        if entry.score > node.window.alpha {
            decrease += params.reduction_pv_score;
        }
        if entry.depth >= node.depth {
            decrease += params.reduction_pv_depth;
        }
        decrease
    }
}

#[cfg(test)]
mod tests {
    use super::{LateMove, Reductions, log2};
    use crate::search::fixture::{Fixture, entry};
    use crate::search::node::{Node, NodeType, Window};
    use crate::search::{PAST, Search};

    #[test]
    fn logarithms_are_close_to_those_in_floating_point() {
        for number in 1..64_u32 {
            let expected = (f64::from(number).log2() * 1024.0).floor() as u64;
            assert!(log2(number.into()).abs_diff(expected) <= 1, "{number}");
        }
    }

    #[test]
    fn products_grow_with_depth_and_number() {
        let reductions = Reductions::new();
        let product = |depth: f64, number: f64| depth.ln() * number.ln() * 1024.0;
        for depth in [1, 2, 5, 10, 30, 63] {
            for number in [1, 2, 5, 20, 63] {
                let found = f64::from(reductions.product(depth, number));
                let expected = product(f64::from(depth), number as f64);
                assert!((found - expected).abs() < 12.0, "{depth} {number}: {found} {expected}");
            }
        }
        assert_eq!(reductions.product(200, 500), reductions.product(63, 63));
    }

    const FEN: &str = "r2q1rk1/1pp2ppp/p1np1n2/2b1p3/2B1P1b1/2NP1N2/PPP1QPPP/R1B2RK1 w - - 0 1";

    /// Returns the reduction of the 20th move at a node of depth 20, in 1024ths of a ply.
    fn reduction(text: &str, change: impl FnOnce(&mut Search<'_>, &mut Node)) -> i32 {
        let mut fixture = Fixture::new(FEN);
        let mv = fixture.mv(text);
        // With divisor 1 the history counts in 1024ths, too.
        fixture.params.reduction_history = 1;
        fixture.at_node(0, 20, NodeType::All, |search, mut node| {
            (node.ply, node.improving) = (0, true);
            node.ply = 1;
            search.thread.positions[1] = search.thread.positions[0].clone();
            change(search, &mut node);
            let late = search.late_move(&node, mv, 20, None).expect("a late move");
            search.play(1, mv);
            // Finds the reduction to the 1024th by the history that makes up for it.
            let depth = |history: i32| {
                let late = LateMove { history: late.history + history, ..late };
                search.reduced_depth(&node, mv, 20, 40, late)
            };
            let base = depth(0);
            let rest = (0..1024).find(|&more| depth(-more - 1) < base).unwrap_or(1023);
            (40 - base) * 1024 + 1023 - rest
        })
    }

    #[test]
    fn a_late_quiet_move_is_reduced_by_depth_and_number() {
        // 700 + 420 ln(20) ln(20) and its parts.
        let base = reduction("a2a3", |_, _| {});
        assert!((4_400..4_500).contains(&base), "{base}");
    }

    #[test]
    fn each_property_changes_the_reduction_in_its_direction() {
        let base = reduction("a2a3", |_, _| {});
        let changed = |change: fn(&mut Search<'_>, &mut Node)| reduction("a2a3", change) - base;
        assert_eq!(changed(|_, node| node.eval = node.raw_eval - 10), -160);
        assert_eq!(changed(|_, node| node.improving = false), 900);
        assert_eq!(changed(|search, _| search.thread.frames[PAST + 2].cutoffs = 4), 1_024);
        assert_eq!(changed(|search, _| search.thread.frames[PAST + 2].cutoffs = 3), 0);
        assert_eq!(changed(|search, _| search.thread.id = 1), 200);
        let killer = |search: &mut Search<'_>, _: &mut Node| {
            let pos = &search.thread.positions[1];
            search.thread.frames[PAST + 1].killer = pos.parse_uci("a2a3").ok();
        };
        assert_eq!(changed(killer), -1_000);
        let cut = |tt_move: Option<&str>| {
            reduction("a2a3", |search, node| {
                node.node_type = NodeType::Cut;
                let pos = &search.thread.positions[1];
                node.entry = tt_move.map(|text| entry(pos.parse_uci(text).ok(), 0, 1));
            }) - base
        };
        assert_eq!([cut(None), cut(Some("h2h3"))], [1_500 + 1_024, 1_500]);
        let tt_move = |text: &str| {
            reduction("a2a3", |search, node| {
                let mv = search.thread.positions[1].parse_uci(text).ok();
                node.entry = Some(entry(mv, 0, 1));
            }) - base
        };
        assert_eq!([tt_move("c4f7"), tt_move("h2h3")], [800, 0]);
    }

    #[test]
    fn near_the_principal_variation_the_table_says_how_much_less_is_reduced() {
        let base = reduction("a2a3", |_, _| {});
        let near = |found: Option<(i32, i32)>| {
            reduction("a2a3", |_, node| {
                node.tt_pv = true;
                node.entry = found.map(|(score, depth)| entry(None, score, depth));
            }) - base
        };
        assert_eq!(near(None), -500);
        // Alpha is -1, the depth 20.
        assert_eq!(near(Some((-1, 19))), -500);
        assert_eq!(near(Some((0, 19))), -1_000);
        assert_eq!(near(Some((-1, 20))), -1_100);
        assert_eq!(near(Some((0, 20))), -1_600);
    }

    #[test]
    fn at_the_principal_variation_a_wide_window_is_reduced_less() {
        let base = reduction("a2a3", |_, _| {});
        for (node_type, size, change) in [
            (NodeType::Pv, 20, 250 - 750),
            (NodeType::Pv, 10, 250 - 375),
            (NodeType::Pv, 1, 250 - 37),
            // A search again with an open window can be wider than the root's.
            (NodeType::Pv, 40, 250 - 750),
            (NodeType::All, 20, 0),
        ] {
            let found = reduction("a2a3", |search, node| {
                search.thread.root_window = 20;
                (node.node_type, node.window) = (node_type, Window { alpha: 0, beta: size });
            });
            assert_eq!(found - base, change, "{node_type:?} {size}");
        }
    }

    #[test]
    fn checks_and_captures_are_reduced_less() {
        let base = reduction("a2a3", |_, _| {});
        assert_eq!(reduction("c4f7", |_, _| {}), base / 2 - 900);
    }

    #[test]
    fn good_history_reduces_less() {
        let base = reduction("a2a3", |_, _| {});
        let learned = reduction("a2a3", |search, _| {
            search.compute_threats(1);
            search.correction_keys(1);
            let mv = search.thread.positions[1].parse_uci("a2a3").expect("a move");
            search.update_quiet(1, mv, 500);
        });
        // Butterfly and pawn history.
        assert_eq!(learned - base, -1_000);
    }

    #[test]
    fn first_moves_and_leaves_are_not_reduced() {
        let mut fixture = Fixture::new(FEN);
        let mv = fixture.mv("a2a3");
        for (depth, number, ply, late) in
            [(1, 5, 1, false), (2, 1, 1, false), (2, 2, 1, true), (2, 2, 0, false), (2, 3, 0, true)]
        {
            let found = fixture.at_node(0, depth, NodeType::Cut, |search, mut node| {
                search.thread.positions[1] = search.thread.positions[0].clone();
                node.ply = ply;
                search.late_move(&node, mv, number, None).is_some()
            });
            assert_eq!(found, late, "depth {depth}, move {number}, ply {ply}");
        }
    }
}
