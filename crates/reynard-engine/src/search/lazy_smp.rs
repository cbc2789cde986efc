//! How far the fastest of several threads has come.
//!
//! All threads search the same tree and meet in the transposition table. A thread that has completed an
//! iteration leaves its root moves here; the others give up the same iteration and go on from there,
//! for what they have found out is in the table. So that threads differ, every second one reduces late
//! moves a little more.
//!
//! The time to depth 16 on two threads, over forty positions, was 1.28 times shorter than on one with
//! the table alone and 1.49 times with a best_iteration (means of two runs). The time to depth 17 is 1.57 times
//! shorter with threads that differ (mean of three runs).
//!
//! Source: <https://www.chessprogramming.org/Lazy_SMP>.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};

use super::{RootMove, Search};

/// The deepest iteration that any thread has completed, and what it has come to.
#[derive(Default)]
pub(crate) struct BestIteration {
    depth: AtomicI32,
    root_moves: Mutex<Vec<RootMove>>,
    done: AtomicBool,
}

impl BestIteration {
    /// The depth of that iteration; 0 if there is none.
    #[inline]
    pub(crate) fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }

    /// The first thread is done: the others need not go on.
    pub(crate) fn end(&self) {
        self.done.store(true, Relaxed);
    }

    /// Whether the first thread is done.
    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }
}

impl Search<'_> {
    /// Lets the other threads go on from the iteration that this one has completed.
    pub(super) fn publish(&self) {
        let Some(best_iteration) = self.shared.best_iteration else { return };
        let Ok(mut root_moves) = best_iteration.root_moves.lock() else { return };
        if best_iteration.depth() < self.w.root_depth {
            root_moves.clone_from(&self.w.root_moves);
            best_iteration.depth.store(self.w.root_depth, Relaxed);
        }
    }

    /// Goes on from what another thread has come to, if that is why the iteration was given up.
    pub(super) fn adopt(&mut self) -> bool {
        let Some(best_iteration) = self.shared.best_iteration.filter(|_| self.w.superseded) else {
            return false;
        };
        let Ok(root_moves) = best_iteration.root_moves.lock() else { return false };
        let own: Vec<_> = self.w.root_moves.iter().map(|root| (root.mv, root.nodes)).collect();
        self.w.root_moves.clone_from(&root_moves);
        for root in &mut self.w.root_moves {
            root.nodes = own.iter().find(|own| own.0 == root.mv).map_or(0, |own| own.1);
        }
        self.w.root_depth = best_iteration.depth();
        self.w.superseded = false;
        self.w.stopped = false;
        true
    }
}
