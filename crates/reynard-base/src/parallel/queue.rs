//! A source of items that is shared by all threads.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};

/// Ordered items, with a limit on the number in flight.
pub(crate) struct Queue<'a, N> {
    source: Mutex<Source<N>>,
    progress: Mutex<Progress>,
    /// Notified when merging makes progress.
    moved: Condvar,
    in_flight: u64,
    idle: Option<&'a (dyn Fn() -> bool + Sync)>,
}

/// The function that produces items.
struct Source<N> {
    next: N,
    /// Number of items produced so far.
    given: u64,
    is_over: bool,
}

/// Progress of merging. It has a separate lock, because the source may block on input while the
/// source is locked.
#[derive(Default)]
struct Progress {
    /// Number of results merged so far.
    merged: u64,
    is_closed: bool,
}

impl<'a, N> Queue<'a, N> {
    pub(crate) fn new(
        next: N,
        in_flight: usize,
        idle: Option<&'a (dyn Fn() -> bool + Sync)>,
    ) -> Self {
        Self {
            source: Mutex::new(Source { next, given: 0, is_over: false }),
            progress: Mutex::default(),
            moved: Condvar::new(),
            in_flight: in_flight.max(1) as u64,
            idle,
        }
    }

    /// Waits until another item may be in flight, and returns the next item with its number.
    /// Returns `None` at the end, after [`Queue::close`], or if the source has panicked on another
    /// thread.
    pub(crate) fn take<W, T>(&self, worker: &mut W) -> Option<(u64, T)>
    where
        N: FnMut(&mut W) -> Option<T>,
    {
        let mut source = self.source()?;
        if source.is_over {
            return None;
        }
        let is_full =
            |it: &mut Progress| !it.is_closed && source.given - it.merged >= self.in_flight;
        let progress = self.moved.wait_while(self.progress(), is_full).ok()?;
        if progress.is_closed {
            return None;
        }
        drop(progress);
        let Some(item) = (source.next)(worker) else {
            source.is_over = true;
            return None;
        };
        source.given += 1;
        Some((source.given - 1, item))
    }

    /// Makes room for one more item.
    pub(crate) fn count_merged(&self) {
        self.progress().merged += 1;
        self.moved.notify_one();
    }

    /// Stops producing items.
    pub(crate) fn close(&self) {
        self.progress().is_closed = true;
        self.moved.notify_all();
    }

    /// Returns the function that produces items, for use on the calling thread alone.
    pub(crate) fn into_next(self) -> N {
        self.source.into_inner().unwrap_or_else(PoisonError::into_inner).next
    }

    /// Locks the source. Does idle work while another thread holds the lock. Returns `None` if the
    /// source has panicked.
    fn source(&self) -> Option<MutexGuard<'_, Source<N>>> {
        loop {
            match self.source.try_lock() {
                Ok(source) => return Some(source),
                Err(TryLockError::Poisoned(_)) => return None,
                Err(TryLockError::WouldBlock) if self.idle.is_some_and(|idle| idle()) => {}
                Err(TryLockError::WouldBlock) => return self.source.lock().ok(),
            }
        }
    }

    /// Locks the progress. Holders of this lock never panic.
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes a queue at the end of a scope, even on a panic.
pub(crate) struct CloseOnDrop<'q, 'a, N>(pub(crate) &'q Queue<'a, N>);

impl<N> Drop for CloseOnDrop<'_, '_, N> {
    fn drop(&mut self) {
        self.0.close();
    }
}
