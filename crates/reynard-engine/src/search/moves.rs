//! The loop over the moves of a node.

use reynard::Move;

use super::node::{Kind, Node, Window};
use super::picker::Wanted;
use super::steps::Singular;
use super::{PAST, Search};
use crate::score::{DRAW, INFINITE, TABLEBASE_BOUND, mated_in, tempered};

/// Moves that were looked at and did not cut, for the history to learn from.
#[derive(Default)]
pub(crate) struct Tried {
    pub(crate) quiets: Few,
    pub(crate) captures: Few,
}

/// The first few moves of a kind.
#[derive(Default)]
pub(crate) struct Few {
    moves: [Option<Move>; 32],
    len: usize,
}

impl Few {
    fn push(&mut self, m: Move) {
        if let Some(cell) = self.moves.get_mut(self.len) {
            *cell = Some(m);
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
    tried: Tried,
}

impl Search<'_> {
    /// The value of a node by its moves.
    pub(super) fn search_moves(&mut self, node: &mut Node) -> i32 {
        let slot = self.open_slot(node.ply, Wanted::All, self.first_guess(node));
        let mut progress = Progress {
            alpha: node.window.alpha,
            best: -INFINITE,
            best_move: None,
            number: 0,
            tried: Tried::default(),
        };
        let cut = self.try_moves(node, slot, &mut progress);
        self.close_slot();
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
        if let Some(m) = progress.best_move
            && progress.best >= node.window.beta
        {
            self.learn_from_cut(node, m, &progress.tried);
        }
        if progress.best <= node.window.alpha {
            self.learn_from_no_answer(node);
        }
        if !node.is_pv() {
            progress.best = tempered(progress.best, node.window.beta, node.depth);
        }
        self.file(node, progress.best_move, progress.best);
        progress.best
    }

    /// The move to begin with.
    fn first_guess(&self, node: &Node) -> Option<Move> {
        if node.is_root() {
            return self.w.root_moves.get(self.w.first_root_move).map(|root| root.m);
        }
        node.table_move()
    }

    /// Looks at the moves of a node until one is too good. The answer is a score that decides the
    /// node whatever the moves are worth.
    fn try_moves(&mut self, node: &mut Node, slot: usize, progress: &mut Progress) -> Option<i32> {
        let Node { ply, .. } = *node;
        while let Some(m) = self.next_move(ply, slot) {
            if Some(m) == node.excluded || node.is_root() && !self.is_root_move(m) {
                continue;
            }
            progress.number += 1;
            let kept = node.is_root() || progress.best <= -TABLEBASE_BOUND;
            if !kept && self.leaves_out(node, m, progress.number, progress.alpha, slot) {
                continue;
            }
            let extension = match self.singular(node, m) {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => return Some(score),
            };
            if node.is_root() {
                self.tell_move(m, progress.number);
            }
            let nodes = self.w.nodes;
            let score = self.try_move(node, m, progress.number, progress.alpha, extension);
            if self.w.stopped {
                return None;
            }
            if node.is_root() {
                let window = Window { alpha: progress.alpha, beta: node.window.beta };
                self.note_root_move(m, progress.number, score, window, nodes);
            }
            if score > progress.best {
                progress.best = score;
                if score > progress.alpha {
                    progress.best_move = Some(m);
                    if node.is_pv() {
                        self.extend_line(ply, m);
                    }
                    if score >= node.window.beta {
                        return None;
                    }
                    progress.alpha = score;
                }
            }
            if m.is_quiet() {
                progress.tried.quiets.push(m);
            } else {
                progress.tried.captures.push(m);
            }
        }
        None
    }

    /// The value of a move: first whether it beats the best, and only then by how much.
    fn try_move(&mut self, node: &Node, m: Move, number: usize, alpha: i32, extension: i32) -> i32 {
        let Node { ply, depth, window, kind, .. } = *node;
        self.shared.table.prefetch(self.pos(ply).likely_key_after(m));
        let full = depth - 1 + extension;
        let doubles = self.w.frames[ply + PAST].doubles + u8::from(extension > 1);
        self.w.frames[ply + PAST + 1].doubles = doubles;
        let promise = self.promise(node, m, number);
        self.play(ply, m);
        let narrow = Window::below(alpha + 1).flipped();
        let mut score = -INFINITE;
        let mut is_open = number == 1 && node.is_pv();
        if !is_open {
            if node.is_pv() {
                // A narrow search finds no line, and the one of an earlier move does not follow this one.
                self.w.lines[ply + 1].clear();
            }
            let reduced =
                promise.map_or(full, |promise| self.reduced(node, m, number, full, promise));
            let below = if reduced < full { Kind::Cut } else { kind.below() };
            score = -self.node(ply + 1, narrow, reduced, below);
            if score > alpha && reduced < full {
                score = -self.node(ply + 1, narrow, full, kind.below());
            }
            is_open = node.is_pv() && score > alpha && score < window.beta;
        }
        if is_open {
            let rest = Window { alpha, beta: window.beta }.flipped();
            score = -self.node(ply + 1, rest, full, Kind::Pv);
        }
        self.unplay();
        score
    }

    /// Puts a move in front of the best line of the next ply.
    fn extend_line(&mut self, ply: usize, m: Move) {
        let (before, after) = self.w.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&after[0]);
    }
}
