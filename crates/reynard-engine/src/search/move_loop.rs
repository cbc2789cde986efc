//! The loop over the moves of a node.

use reynard::Move;

use super::move_picker::GenMode;
use super::node::{Node, NodeType, Window};
use super::steps::Singular;
use super::{PAST, Search};
use crate::score::{DRAW, INFINITE, TABLEBASE_BOUND, blend_fail_high, mated_in};

/// Moves that were looked at and did not cut, for the history to learn from.
#[derive(Default)]
pub(crate) struct SearchedMoves {
    pub(crate) quiets: MoveBuffer,
    pub(crate) captures: MoveBuffer,
}

/// The first few moves of a kind.
#[derive(Default)]
pub(crate) struct MoveBuffer {
    moves: [Option<Move>; 32],
    len: usize,
}

impl MoveBuffer {
    fn push(&mut self, mv: Move) {
        if let Some(cell) = self.moves.get_mut(self.len) {
            *cell = Some(mv);
            self.len += 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }
}

/// How the loop stands.
struct Progress {
    alpha: i32,
    best: i32,
    best_move: Option<Move>,
    /// Legal moves so far, those left out included.
    number: usize,
    searched: SearchedMoves,
}

impl Search<'_> {
    /// The value of a node by its moves.
    pub(super) fn search_moves(&mut self, node: &mut Node) -> i32 {
        let picker = self.new_picker(node.ply, GenMode::All, self.first_guess(node));
        let mut progress = Progress {
            alpha: node.window.alpha,
            best: -INFINITE,
            best_move: None,
            number: 0,
            searched: SearchedMoves::default(),
        };
        let cut = self.try_moves(node, picker, &mut progress);
        self.drop_picker();
        if self.w.stopped {
            return DRAW;
        }
        if let Some(score) = cut {
            return score;
        }
        if progress.number == 0 {
            // A search without one move is about the others: there are none.
            return match node.excluded {
                Some(_) => node.window.alpha,
                None if node.check => mated_in(node.ply),
                None => DRAW,
            };
        }
        let [least, most] = node.limits;
        progress.best = progress.best.clamp(least, most);
        if let Some(mv) = progress.best_move
            && progress.best >= node.window.beta
        {
            self.update_histories(node, mv, &progress.searched);
        }
        if progress.best <= node.window.alpha {
            self.prior_countermove_bonus(node);
        }
        if !node.is_pv() {
            progress.best = blend_fail_high(progress.best, node.window.beta, node.depth);
        }
        self.store(node, progress.best_move, progress.best);
        progress.best
    }

    /// The move to begin with.
    fn first_guess(&self, node: &Node) -> Option<Move> {
        if node.is_root() {
            return self.w.root_moves.get(self.w.first_root_move).map(|root| root.mv);
        }
        node.tt_move()
    }

    /// Looks at the moves of a node until one is too good. The answer is a score that decides the
    /// node whatever the moves are worth.
    fn try_moves(
        &mut self,
        node: &mut Node,
        picker: usize,
        progress: &mut Progress,
    ) -> Option<i32> {
        let Node { ply, .. } = *node;
        while let Some(mv) = self.next_move(ply, picker) {
            if Some(mv) == node.excluded || node.is_root() && !self.is_root_move(mv) {
                continue;
            }
            progress.number += 1;
            let kept = node.is_root() || progress.best <= -TABLEBASE_BOUND;
            if !kept && self.prunes(node, mv, progress.number, progress.alpha, picker) {
                continue;
            }
            let extension = match self.singular(node, mv) {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => return Some(score),
            };
            if node.is_root() {
                self.report_root_move(mv, progress.number);
            }
            let nodes = self.w.nodes;
            let score = self.try_move(node, mv, progress.number, progress.alpha, extension);
            if self.w.stopped {
                return None;
            }
            if node.is_root() {
                let window = Window { alpha: progress.alpha, beta: node.window.beta };
                self.note_root_move(mv, progress.number, score, window, nodes);
            }
            if score > progress.best {
                progress.best = score;
                if score > progress.alpha {
                    progress.best_move = Some(mv);
                    if node.is_pv() {
                        self.extend_line(ply, mv);
                    }
                    if score >= node.window.beta {
                        return None;
                    }
                    progress.alpha = score;
                }
            }
            if mv.is_quiet() {
                progress.searched.quiets.push(mv);
            } else {
                progress.searched.captures.push(mv);
            }
        }
        None
    }

    /// The value of a move: first whether it beats the best, and only then by how much.
    fn try_move(
        &mut self,
        node: &Node,
        mv: Move,
        number: usize,
        alpha: i32,
        extension: i32,
    ) -> i32 {
        let Node { ply, depth, window, kind, .. } = *node;
        self.shared.tt.prefetch(self.pos(ply).likely_key_after(mv));
        let full = depth - 1 + extension;
        let double_extensions =
            self.w.frames[ply + PAST].double_extensions + u8::from(extension > 1);
        self.w.frames[ply + PAST + 1].double_extensions = double_extensions;
        let promise = self.promise(node, mv, number);
        self.play(ply, mv);
        let narrow = Window::below(alpha + 1).flipped();
        let mut score = -INFINITE;
        let mut is_open = number == 1 && node.is_pv();
        if !is_open {
            if node.is_pv() {
                // A narrow search finds no line, and the one of an previous_moves move does not qsearch_node this one.
                self.w.lines[ply + 1].clear();
            }
            let reduced =
                promise.map_or(full, |promise| self.reduced(node, mv, number, full, promise));
            let below = if reduced < full { NodeType::Cut } else { kind.below() };
            score = -self.search(ply + 1, narrow, reduced, below);
            if score > alpha && reduced < full {
                score = -self.search(ply + 1, narrow, full, kind.below());
            }
            is_open = node.is_pv() && score > alpha && score < window.beta;
        }
        if is_open {
            let rest = Window { alpha, beta: window.beta }.flipped();
            score = -self.search(ply + 1, rest, full, NodeType::Pv);
        }
        self.unplay();
        score
    }

    /// Puts a move in best_iteration of the best line of the next ply.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.w.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}
