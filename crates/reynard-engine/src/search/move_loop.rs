//! The loop over the moves of a node.

use std::ops::ControlFlow;

use reynard::Move;

use super::move_picker::GenMode;
use super::node::{Node, NodeType, Window};
use super::steps::{LateMove, Singular};
use super::{PAST, Search};
use crate::score::{DRAW, INFINITE, TABLEBASE_BOUND, blend_fail_high, mated_in};

/// Moves searched without a cutoff, to be used in the history update.
#[derive(Default)]
pub(crate) struct SearchedMoves {
    pub(crate) quiets: MoveBuffer,
    pub(crate) captures: MoveBuffer,
}

impl SearchedMoves {
    /// Returns `true` if no move has been searched.
    pub(crate) const fn is_empty(&self) -> bool {
        self.quiets.len == 0 && self.captures.len == 0
    }
}

/// A list of up to 32 moves; further moves are dropped.
#[derive(Default)]
pub(crate) struct MoveBuffer {
    moves: [Option<Move>; 32],
    len: usize,
}

impl MoveBuffer {
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(cell) = self.moves.get_mut(self.len) {
            *cell = Some(mv);
            self.len += 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }
}

/// A move to be searched.
struct Candidate {
    mv: Move,
    /// Number of the move in search order at its node, from 1.
    number: usize,
    /// Extension, in plies.
    extension: i32,
    /// Properties of the move; `None` if it may not be reduced.
    late: Option<LateMove>,
}

/// The state of the loop over the moves.
struct Progress {
    alpha: i32,
    best: i32,
    best_move: Option<Move>,
    /// Number of legal moves reached so far, including pruned ones.
    number: usize,
    searched: SearchedMoves,
}

impl Search<'_> {
    /// Searches the moves of a node and returns its score.
    pub(super) fn search_moves(&mut self, node: &mut Node) -> i32 {
        let picker = self.start_picker(node.ply, GenMode::All, self.first_move(node));
        let mut progress = Progress {
            alpha: node.window.alpha,
            best: -INFINITE,
            best_move: None,
            number: 0,
            searched: SearchedMoves::default(),
        };
        let cutoff = self.try_moves(node, picker, &mut progress);
        self.end_picker();
        if self.thread.stopped {
            return DRAW;
        }
        if let Some(score) = cutoff {
            return score;
        }
        if progress.number == 0 {
            return match node.excluded {
                // A singular extension search without another move fails low.
                Some(_) => node.window.alpha,
                None if node.check => mated_in(node.ply),
                None => self.draw_score(node.ply),
            };
        }
        let [least, greatest] = node.score_bounds;
        progress.best = progress.best.clamp(least, greatest);
        if let Some(mv) = progress.best_move
            && progress.best >= node.window.beta
        {
            self.update_histories(node, mv, &progress.searched);
        }
        if progress.best <= node.window.alpha {
            self.prior_countermove_bonus(node);
            self.inherit_tt_pv(node);
        }
        if !node.is_pv() {
            progress.best = blend_fail_high(progress.best, node.window.beta, node.depth);
        }
        self.store(node, progress.best_move, progress.best);
        progress.best
    }

    /// Returns the move to search first.
    fn first_move(&self, node: &Node) -> Option<Move> {
        if node.is_root() {
            return self.thread.root_moves.get(self.thread.first_root_move).map(|root| root.mv);
        }
        node.tt_move()
    }

    /// Searches the moves of a node until one fails high. Returns a score if multi-cut ends the
    /// node.
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
            // Nothing is pruned at the root, nor before a move is known that does not lose.
            let kept = node.is_root() || progress.best <= -TABLEBASE_BOUND;
            let history = if kept {
                None
            } else {
                match self.pruned_move(node, mv, progress.number, progress.alpha, picker) {
                    ControlFlow::Continue(history) => history,
                    ControlFlow::Break(reachable) => {
                        // Without it the score of the node would be no bound, but lower than what
                        // the move might bring.
                        progress.best = progress.best.max(reachable);
                        continue;
                    }
                }
            };
            let extension = match self.singular(node, mv) {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => return Some(score),
            };
            if node.is_root() {
                self.report_root_move(mv, progress.number);
            }
            let nodes = self.thread.nodes;
            let late = self.late_move(node, mv, progress.number, history);
            let candidate = Candidate { mv, number: progress.number, extension, late };
            let score = self.search_move(node, progress.alpha, &candidate);
            if self.thread.stopped {
                return None;
            }
            if node.is_root() {
                let window = Window { alpha: progress.alpha, beta: node.window.beta };
                self.update_root_move(mv, progress.number, score, window, nodes);
            }
            if score > progress.best {
                progress.best = score;
                if score > progress.alpha {
                    progress.best_move = Some(mv);
                    if node.is_pv() {
                        self.update_pv(ply, mv);
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

    /// Returns the score of a move. The move is searched with a null window first, possibly at
    /// reduced depth, and with the full window if it may be the best.
    fn search_move(&mut self, node: &Node, alpha: i32, candidate: &Candidate) -> i32 {
        let Node { ply, depth, window, node_type, .. } = *node;
        let Candidate { mv, number, extension, late } = *candidate;
        self.shared.tt.prefetch(self.pos(ply).likely_key_after(mv));
        let full = depth - 1 + extension;
        let doubles = self.thread.frames[ply + PAST].double_extensions + u8::from(extension > 1);
        self.thread.frames[ply + PAST + 1].double_extensions = doubles;
        self.thread.frames[ply + PAST].number = number;
        self.play(ply, mv);
        let null_window = Window::null(alpha + 1).flipped();
        let mut score = -INFINITE;
        let mut is_open = number == 1 && node.is_pv();
        if !is_open {
            if node.is_pv() {
                // A null-window search finds no variation, and that of an earlier move does not
                // belong to this one.
                self.thread.pv[ply + 1].clear();
            }
            let reduced =
                late.map_or(full, |late| self.reduced_depth(node, mv, number, full, late));
            let child = if reduced < full { NodeType::Cut } else { node_type.child() };
            self.thread.frames[ply + PAST].reduction = full - reduced;
            score = -self.search(ply + 1, null_window, reduced, child);
            self.thread.frames[ply + PAST].reduction = 0;
            if score > alpha && reduced < full {
                score = -self.search(ply + 1, null_window, full, node_type.child());
                if score > alpha {
                    self.confirmed_move_bonus(ply, mv, full);
                }
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

    /// Sets the principal variation at a ply to a move followed by the variation of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.thread.pv.split_at_mut(ply + 1);
        let pv = &mut before[ply];
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&after[0]);
    }
}
