//! Results of all threads, received by one thread in item order.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A numbered result, or the payload of a panic.
pub(super) type Message<R> = Result<(u64, R), Box<dyn Any + Send>>;

/// Results on their way to the merging thread.
///
/// This type replaces a channel, whose implementation the compiler would instantiate for each
/// result type.
pub(super) struct Results<R> {
    pending: Mutex<Pending<R>>,
    /// Notified when a result arrives, a thread panics or a thread ends.
    arrived: Condvar,
}

struct Pending<R> {
    /// Results that arrived out of order. The first element belongs to the next result to take.
    early: VecDeque<Option<R>>,
    /// Number of results taken so far.
    taken: u64,
    panic: Option<Box<dyn Any + Send>>,
    /// Number of threads that have ended.
    ended: usize,
}

impl<R> Results<R> {
    pub(super) const fn new() -> Self {
        let pending = Pending { early: VecDeque::new(), taken: 0, panic: None, ended: 0 };
        Self { pending: Mutex::new(pending), arrived: Condvar::new() }
    }

    /// Sends a result or a panic.
    pub(super) fn send(&self, message: Message<R>) {
        let mut pending = self.pending();
        let is_awaited = match message {
            Ok((number, result)) => {
                let place = usize::try_from(number - pending.taken).unwrap_or(usize::MAX);
                if pending.early.len() <= place {
                    pending.early.resize_with(place + 1, || None);
                }
                pending.early[place] = Some(result);
                place == 0
            }
            Err(panic) => {
                pending.panic.get_or_insert(panic);
                true
            }
        };
        drop(pending);
        if is_awaited {
            self.arrived.notify_one();
        }
    }

    /// Records that a thread has ended.
    pub(super) fn end_thread(&self) {
        self.pending().ended += 1;
        self.arrived.notify_one();
    }

    /// Waits for the next result, and takes it. Returns `None` if all threads have ended without
    /// sending that result.
    ///
    /// # Panics
    ///
    /// Resumes the panic of a thread.
    pub(super) fn take(&self, threads: usize) -> Option<R> {
        let mut pending = self.pending();
        loop {
            if let Some(panic) = pending.panic.take() {
                drop(pending);
                resume_unwind(panic);
            }
            if let Some(result) = pending.early.front_mut().and_then(Option::take) {
                pending.early.pop_front();
                pending.taken += 1;
                return Some(result);
            }
            if pending.ended >= threads {
                return None;
            }
            pending = self.arrived.wait(pending).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Locks the pending results. Holders of this lock never panic.
    fn pending(&self) -> MutexGuard<'_, Pending<R>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
