//! One node of the tree: what can be said before its moves are looked at.

use reynard::{Move, PieceType};

use super::{MAX_PLY, PAST, Search};
use crate::history::{CorrectionHistory, CorrectionKeys};
use crate::score::{Bound, DRAW, INFINITE, MATE, TABLEBASE_BOUND, is_decisive, mated_in};
use crate::technique::Technique;
use crate::tt::TtEntry;

/// What is expected of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeType {
    /// Its exact value is mode.
    Pv,
    /// One of its moves will be too good for the other side.
    Cut,
    /// None of its moves will be good enough.
    All,
}

impl NodeType {
    /// What is expected of the nodes below, as long as things go as expected.
    pub(crate) const fn below(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Pv | Self::All => Self::Cut,
        }
    }
}

/// The scores that matter: at most `alpha` is no better than what is known, at least `beta` is too
/// good to be allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The window that only tells whether a score is at least `beta`.
    pub(crate) const fn below(beta: i32) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Whether a score with such a bound says all that the window asks for.
    #[inline]
    pub(crate) const fn causes_cutoff(self, score: i32, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }

    /// The window as the other side sees it.
    pub(crate) const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What is known about a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) window: Window,
    pub(crate) kind: NodeType,
    pub(crate) check: bool,
    /// The move left out, while it is searched whether it is the only good one.
    pub(crate) excluded: Option<Move>,
    pub(crate) entry: Option<TtEntry>,
    /// The evaluation as it came out.
    pub(crate) raw: i32,
    /// The evaluation corrected by what was learned.
    pub(crate) eval: i32,
    /// The evaluation, or what the table says where that is more certain.
    pub(crate) estimate: i32,
    /// Whether the evaluation is better than at the side's last move.
    pub(crate) improving: bool,
    /// Whether the position is or was on a principal variation.
    pub(crate) near_pv: bool,
    pub(crate) keys: CorrectionKeys,
    /// The least and the most that it can be worth, as far as endgame tables know.
    pub(crate) limits: [i32; 2],
}

impl Node {
    pub(crate) fn is_pv(&self) -> bool {
        self.kind == NodeType::Pv
    }

    pub(crate) const fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// The move that the table knows.
    pub(crate) fn tt_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.best)
    }
}

impl Search<'_> {
    /// The value of the position at a ply, searched so many plies deep.
    pub(super) fn search(&mut self, ply: usize, window: Window, depth: i32, kind: NodeType) -> i32 {
        if depth <= 0 {
            return self.leaf(ply, window, kind);
        }
        let mut window = window;
        if kind == NodeType::Pv {
            self.w.lines[ply].clear();
            self.w.seldepth = self.w.seldepth.max(ply);
        }
        if ply > 0 {
            if self.w.stopped {
                return DRAW;
            }
            if self.is_draw(ply) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.too_deep(ply);
            }
            // No mate in more moves than one already known is of interest.
            window.alpha = window.alpha.max(mated_in(ply));
            window.beta = window.beta.min(-mated_in(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
            if self.has_upcoming_repetition(ply, window.alpha) {
                if window.beta <= DRAW {
                    return DRAW;
                }
                // The draw is there even if the table or a pruned move would deny it.
                window.alpha = DRAW;
                return self.search_node(ply, window, depth, kind).max(DRAW);
            }
        }
        self.search_node(ply, window, depth, kind)
    }

    /// The value of a node that is not decided by the rules.
    fn search_node(&mut self, ply: usize, window: Window, depth: i32, kind: NodeType) -> i32 {
        let mut node = self.new_node(ply, window, depth, kind);
        if let Some(score) = self.tt_cutoff(&node) {
            return score;
        }
        if let Some(score) = self.probe_tablebase(&mut node) {
            return score;
        }
        self.evaluate_node(&mut node);
        if let Some(score) = self.prune_node(&node) {
            return score;
        }
        if self.w.stopped {
            return DRAW;
        }
        self.reduce_without_move(&mut node);
        self.search_moves(&mut node)
    }

    /// A node with no depth left.
    fn leaf(&mut self, ply: usize, window: Window, kind: NodeType) -> i32 {
        if self.shared.uses(Technique::Quiescence) {
            return self.qsearch(ply, window, kind);
        }
        self.w.lines[ply].clear();
        if self.is_draw(ply) {
            return DRAW;
        }
        if !self.pos(ply).has_legal_move() {
            return if self.pos(ply).is_check() { mated_in(ply) } else { DRAW };
        }
        self.evaluate(ply)
    }

    /// The keys under which a position's evaluation is filed. What is filed there will be needed soon,
    /// and is fetched while the table is asked.
    pub(super) fn correction_keys(&mut self, ply: usize) -> CorrectionKeys {
        let pos = &self.w.positions[ply];
        let [one, two, _] = self.previous_moves(ply);
        let keys = CorrectionHistory::keys(pos, [one, two]);
        self.w.correction_history.prefetch(pos.turn(), &keys);
        self.w.evaluator.prefetch(pos, keys.pawns);
        self.w.pawn_keys[ply] = keys.pawns;
        keys
    }

    fn new_node(&mut self, ply: usize, window: Window, depth: i32, kind: NodeType) -> Node {
        let excluded = self.w.frames[ply + PAST].excluded;
        let grandchild = &mut self.w.frames[ply + PAST + 2];
        grandchild.killer = None;
        grandchild.cutoffs = 0;
        let keys = self.correction_keys(ply);
        let pos = &self.w.positions[ply];
        let entry = self.shared.tt.probe(pos.key(), ply);
        Node {
            ply,
            depth,
            window,
            kind,
            check: pos.is_check(),
            excluded,
            near_pv: kind == NodeType::Pv || entry.is_some_and(|entry| entry.pv),
            entry,
            raw: DRAW,
            eval: DRAW,
            estimate: DRAW,
            improving: false,
            keys,
            limits: [-INFINITE, INFINITE],
        }
    }

    /// The table's score, if it decides the node.
    fn tt_cutoff(&mut self, node: &Node) -> Option<i32> {
        let entry = node.entry?;
        let uses = self.shared.uses(Technique::TtCutoffs) && node.excluded.is_none();
        // Near the fifty-move rule the way to a position matters.
        let clock = self.pos(node.ply).halfmove_clock();
        if !uses || node.is_pv() || entry.depth < node.depth || clock >= 90 {
            return None;
        }
        if !node.window.causes_cutoff(entry.score, entry.bound) {
            return None;
        }
        if entry.score >= node.window.beta
            && let Some(mv) = entry.best
            && mv.is_quiet()
            && self.pos(node.ply).is_legal(mv)
        {
            self.note_threats(node.ply);
            self.update_quiet(node.ply, mv, self.bonus(node.depth) / 2);
        }
        Some(entry.score)
    }

    /// The static evaluation, and what follows from it.
    fn evaluate_node(&mut self, node: &mut Node) {
        let frame = node.ply + PAST;
        if node.check {
            self.w.frames[frame].eval = None;
            return;
        }
        node.raw = match node.entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.evaluate(node.ply),
        };
        node.eval = self.corrected(node.ply, node.raw, &node.keys);
        node.estimate = node.eval;
        if let Some(entry) = node.entry
            && self.shared.uses(Technique::TtCutoffs)
            && entry.bound.contradicts(entry.score, node.eval)
        {
            node.estimate = entry.score;
        }
        self.w.frames[frame].eval = Some(node.eval);
        self.update_by_static_eval(node);
        let before = self.w.frames[frame - 2].eval.or(self.w.frames[frame - 4].eval);
        node.improving = before.is_some_and(|before| node.eval > before);
    }

    /// The evaluation with what was learned added; never a certain win or loss.
    pub(super) fn corrected(&self, ply: usize, raw: i32, keys: &CorrectionKeys) -> i32 {
        let turn = self.pos(ply).turn();
        let correction = if self.shared.uses(Technique::CorrectionHistory) {
            self.w.correction_history.get(turn, keys)
        } else {
            0
        };
        (raw + correction).clamp(1 - TABLEBASE_BOUND, TABLEBASE_BOUND - 1)
    }

    /// The techniques that decide a whole node by its evaluation or a shallower search.
    fn prune_node(&mut self, node: &Node) -> Option<i32> {
        if node.check || node.is_pv() || node.excluded.is_some() {
            return None;
        }
        if let Some(score) = self.razor(node) {
            return Some(score);
        }
        if let Some(score) = self.reverse_futility(node) {
            return Some(score);
        }
        if let Some(score) = self.null_move(node) {
            return Some(score);
        }
        self.probcut(node)
    }

    /// Whether the side to move has more than pawns.
    pub(super) fn has_pieces(&self, ply: usize) -> bool {
        let pos = self.pos(ply);
        let pawns_and_king = pos.by_type(PieceType::Pawn) | pos.by_type(PieceType::King);
        !pos.by_color(pos.turn()).is_subset(pawns_and_king)
    }

    /// Files what a node was found to be worth, and learns how far its evaluation was off.
    pub(super) fn store(&mut self, node: &Node, best: Option<Move>, score: i32) {
        if node.excluded.is_some() || node.is_root() && self.w.first_root_move > 0 {
            return;
        }
        let Window { alpha, beta } = node.window;
        let bound = if score >= beta {
            Bound::Lower
        } else if score > alpha && node.is_pv() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TtEntry {
            best,
            score,
            eval: (!node.check).then_some(node.raw),
            depth: node.depth,
            bound,
            pv: node.near_pv,
        };
        let (turn, key) = (self.pos(node.ply).turn(), self.pos(node.ply).key());
        self.shared.tt.store(key, node.ply, entry);
        let noisy = best.is_some_and(|mv| !mv.is_quiet());
        if !node.check && !noisy && bound.contradicts(score, node.eval) && !is_decisive(score) {
            self.w.correction_history.update(turn, &node.keys, score - node.eval, node.depth);
        }
    }
}

const _: () = assert!(MATE < i16::MAX as i32);
