//! Lazy SMP: all threads search the same tree and share the transposition table. Here, exactly two
//! threads also share the deepest completed iteration.
//!
//! A thread that completes an iteration publishes its root moves. The other thread abandons the
//! same iteration and adopts these moves, since the results of the iteration are already in the
//! transposition table. With more than two threads, each continues at its own depth. To make the
//! threads' searches differ, every second thread reduces late moves slightly more.
//!
//! Speed-ups of two threads over one, on forty positions. To depth 16: 1.28 with the transposition
//! table alone, and 1.49 with shared iterations (means of two runs). To depth 17, with differing
//! searches: 1.57 (mean of three runs).
//!
//! Source: <https://www.chessprogramming.org/Lazy_SMP>.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};

use super::vote::THREADS_IN_STEP;
use super::{RootMove, Search};

/// The deepest iteration completed by any thread.
#[derive(Default)]
pub(crate) struct BestIteration {
    depth: AtomicI32,
    root_moves: Mutex<Vec<RootMove>>,
    finished: AtomicBool,
}

impl BestIteration {
    /// Returns the depth of the iteration, or 0 if none has been completed.
    #[inline]
    pub(crate) fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }

    /// Ends the search of all helper threads.
    #[cfg(feature = "threads")]
    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Returns `true` once [`BestIteration::finish`] has been called.
    pub(crate) fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }
}

impl Search<'_> {
    /// Publishes the iteration just completed by this thread.
    pub(super) fn publish(&self) {
        let Some(best) = self.shared.best_iteration else { return };
        if self.shared.counts.len() > THREADS_IN_STEP {
            return;
        }
        let Ok(mut root_moves) = best.root_moves.lock() else { return };
        if best.depth() < self.thread.root_depth {
            root_moves.clone_from(&self.thread.root_moves);
            best.depth.store(self.thread.root_depth, Relaxed);
        }
    }

    /// Adopts another thread's iteration if this thread was stopped because that iteration had been
    /// completed.
    pub(super) fn adopt(&mut self) -> bool {
        let Some(best) = self.shared.best_iteration.filter(|_| self.thread.superseded) else {
            return false;
        };
        let Ok(root_moves) = best.root_moves.lock() else { return false };
        let own: Vec<_> = self.thread.root_moves.iter().map(|root| (root.mv, root.nodes)).collect();
        self.thread.root_moves.clone_from(&root_moves);
        for root in &mut self.thread.root_moves {
            root.nodes = own.iter().find(|own| own.0 == root.mv).map_or(0, |own| own.1);
        }
        self.thread.root_depth = best.depth();
        self.thread.superseded = false;
        self.thread.stopped = false;
        true
    }
}

#[cfg(test)]
#[expect(clippy::redundant_closure_for_method_calls, reason = "a path is not general enough")]
mod tests {
    use super::BestIteration;
    use crate::search::fixture::Fixture;

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    /// Creates a thread in an iteration of the given depth, with the given score for each root
    /// move.
    fn thread(best_iteration: BestIteration, depth: i32, score: i32) -> Fixture {
        let mut fixture = Fixture::new(FEN);
        fixture.best_iteration = Some(best_iteration);
        fixture.worker.root_depth = depth;
        fixture.worker.root_moves.iter_mut().for_each(|root| (root.score, root.nodes) = (score, 3));
        fixture
    }

    #[test]
    fn a_superseded_thread_goes_on_from_the_deeper_iteration_of_another() {
        let mut faster = thread(BestIteration::default(), 7, 42);
        faster.worker.root_moves.reverse();
        faster.run(|search| search.publish());
        let best = faster.best_iteration.take().expect("the iteration");
        assert_eq!(best.depth(), 7);
        let mut slower = thread(best, 7, 11);
        (slower.worker.stopped, slower.worker.superseded) = (true, true);
        slower.worker.root_moves[0].nodes = 99;
        let mv = slower.worker.root_moves[0].mv;
        assert!(slower.run(|search| search.adopt()));
        let worker = &slower.worker;
        assert!(!worker.stopped && !worker.superseded);
        assert!(worker.root_moves.iter().all(|root| root.score == 42));
        assert_eq!(worker.root_moves[0].mv, faster.worker.root_moves[0].mv);
        // The nodes of a thread are its own.
        let nodes = worker.root_moves.iter().find(|root| root.mv == mv).map(|root| root.nodes);
        assert_eq!(nodes, Some(99));
    }

    #[test]
    fn a_shallower_iteration_replaces_no_deeper_one() {
        let mut deep = thread(BestIteration::default(), 7, 42);
        deep.run(|search| search.publish());
        let best = deep.best_iteration.take().expect("the iteration");
        let mut shallow = thread(best, 6, 11);
        shallow.run(|search| search.publish());
        let best = shallow.best_iteration.take().expect("the iteration");
        assert_eq!(best.depth(), 7);
        assert!(best.root_moves.lock().is_ok_and(|moves| moves[0].score == 42));
        // A thread that was stopped for another reason adopts nothing.
        let mut stopped = thread(best, 8, 11);
        stopped.worker.stopped = true;
        assert!(!stopped.run(|search| search.adopt()) && stopped.worker.stopped);
    }
}
