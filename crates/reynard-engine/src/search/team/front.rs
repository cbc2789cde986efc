//! How far the fastest of several threads has come.
//!
//! A thread that has completed an iteration leaves its root moves here. The others give up the same
//! iteration and go on from there: what they have found out is in the table.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use crate::search::{RootMove, Search};

/// The deepest iteration that any thread has completed, and what it has come to.
#[derive(Default)]
pub(crate) struct Front {
    depth: AtomicI32,
    root_moves: Mutex<Vec<RootMove>>,
}

impl Front {
    /// The depth of that iteration; 0 if there is none.
    #[inline]
    pub(crate) fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }
}

impl Search<'_> {
    /// Lets the other threads go on from the iteration that this one has completed.
    pub(in crate::search) fn lead(&self) {
        let Some(front) = self.shared.team.map(|team| &team.front) else { return };
        let Ok(mut root_moves) = front.root_moves.lock() else { return };
        if front.depth() < self.w.root_depth {
            root_moves.clone_from(&self.w.root_moves);
            front.depth.store(self.w.root_depth, Relaxed);
        }
    }

    /// Goes on from what another thread has come to, if that is why the iteration was given up.
    pub(in crate::search) fn follow_lead(&mut self) -> bool {
        let Some(front) = self.shared.team.map(|team| &team.front) else { return false };
        if !self.w.overtaken {
            return false;
        }
        let Ok(root_moves) = front.root_moves.lock() else { return false };
        let own: Vec<_> = self.w.root_moves.iter().map(|root| (root.m, root.nodes)).collect();
        self.w.root_moves.clone_from(&root_moves);
        for root in &mut self.w.root_moves {
            root.nodes = own.iter().find(|own| own.0 == root.m).map_or(0, |own| own.1);
        }
        self.w.root_depth = front.depth();
        self.w.overtaken = false;
        self.w.stopped = false;
        true
    }
}
