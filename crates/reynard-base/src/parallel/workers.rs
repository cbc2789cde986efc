//! Processes items on several threads, each with its own worker.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use super::queue::{CloseOnDrop, Queue};
use super::results::Results;
use super::threads::on_threads;

/// Workers, one per thread, and the settings of their threads.
///
/// A worker is the state that a thread keeps across items: a buffer, an engine, a random number
/// generator, or `()`.
pub struct Workers<'a, W> {
    states: Vec<W>,
    in_flight: usize,
    stack_size: Option<usize>,
    idle: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl<'a, W: Send> Workers<'a, W> {
    /// Creates a worker for each thread, on the calling thread.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use std::ops::ControlFlow;
    ///
    /// use reynard_base::parallel::Workers;
    ///
    /// let (mut numbers, mut squares) = (1..=4, Vec::new());
    /// let workers = Workers::new(NonZeroUsize::new(2).unwrap(), || ());
    /// let flow: ControlFlow<()> = workers.ordered(
    ///     |()| numbers.next(),
    ///     |(), number| number * number,
    ///     |square| {
    ///         squares.push(square);
    ///         ControlFlow::Continue(())
    ///     },
    /// );
    /// assert!(flow.is_continue());
    /// assert_eq!(squares, [1, 4, 9, 16]);
    /// ```
    pub fn new(threads: NonZeroUsize, mut make: impl FnMut() -> W) -> Self {
        Self::of((0..threads.get()).map(|_| make()).collect())
    }

    /// Creates a worker for each thread, on the calling thread, with a function that can fail.
    ///
    /// # Errors
    ///
    /// Returns the first error of `make`.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use reynard_base::parallel::Workers;
    ///
    /// let make = || "12".parse::<u32>();
    /// assert!(Workers::try_new(NonZeroUsize::MIN, make).is_ok());
    /// ```
    pub fn try_new<E>(
        threads: NonZeroUsize,
        mut make: impl FnMut() -> Result<W, E>,
    ) -> Result<Self, E> {
        Ok(Self::of((0..threads.get()).map(|_| make()).collect::<Result<_, _>>()?))
    }

    fn of(states: Vec<W>) -> Self {
        Self { in_flight: 2 * states.len() + 1, states, stack_size: None, idle: None }
    }

    /// Sets the number of items that may be in flight, which means taken but not yet merged. The
    /// default is twice the number of threads plus one. With a larger number, threads wait less if
    /// some items take longer than others.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use reynard_base::parallel::Workers;
    ///
    /// let threads = NonZeroUsize::new(2).unwrap();
    /// let workers = Workers::new(threads, || ()).in_flight(64).stack_size(8 << 20);
    /// ```
    #[must_use]
    pub const fn in_flight(mut self, items: usize) -> Self {
        self.in_flight = items;
        self
    }

    /// Sets the stack size of the threads in bytes. It has no effect if no threads are started.
    #[must_use]
    pub const fn stack_size(mut self, bytes: usize) -> Self {
        self.stack_size = Some(bytes);
        self
    }

    /// Sets the work that a thread does while it would otherwise wait for another thread to take an
    /// item. The thread calls `step`, which performs one step of that work, until `step` returns
    /// `false`, and only then waits.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use reynard_base::parallel::Workers;
    ///
    /// let nothing_to_do = || false;
    /// let workers = Workers::new(NonZeroUsize::MIN, || ()).idle(&nothing_to_do);
    /// ```
    #[must_use]
    pub const fn idle(mut self, step: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.idle = Some(step);
        self
    }

    /// Processes all items that `next` produces and merges the results in order, until `next`
    /// returns `None` or `merge` breaks. Returns the last return value of `merge`.
    ///
    /// The threads take turns calling `next`, which is not called again after it has returned
    /// `None`. `merge` runs on the calling thread. After a break, the threads finish the items that
    /// they have taken, and the call waits for them. If `work` can take long, it therefore needs
    /// its own way to be stopped.
    ///
    /// With one worker, or if no thread can be started, everything runs on the calling thread.
    ///
    /// # Panics
    ///
    /// Propagates a panic of `next`, `work` or `merge` once all threads have ended.
    pub fn ordered<T, R: Send, B>(
        self,
        next: impl FnMut(&mut W) -> Option<T> + Send,
        work: impl Fn(&mut W, T) -> R + Sync,
        mut merge: impl FnMut(R) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let queue = Queue::new(next, self.in_flight, self.idle);
        let threads = if self.states.len() > 1 { self.states.len() } else { 0 };
        let workers = Mutex::new(self.states);
        let take_worker = || workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let results = Results::new();
        let body = || {
            if let Some(worker) = take_worker() {
                run_worker(worker, &queue, &work, &results);
            }
            results.end_thread();
        };
        let mut flow = None;
        on_threads(threads, self.stack_size, &body, &mut |started| {
            // The threads end however the merging ends, with a panic as well.
            let _close = CloseOnDrop(&queue);
            flow = Some(merge_in_order(&results, started, &queue, &mut merge));
        });
        if let Some(flow) = flow {
            return flow;
        }
        let Some(mut worker) = take_worker() else { return ControlFlow::Continue(()) };
        let mut next = queue.into_next();
        while let Some(item) = next(&mut worker) {
            merge(work(&mut worker, item))?;
        }
        ControlFlow::Continue(())
    }
}

impl<W> fmt::Debug for Workers<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers")
            .field("threads", &self.states.len())
            .field("in_flight", &self.in_flight)
            .field("stack_size", &self.stack_size)
            .finish_non_exhaustive()
    }
}

/// Processes items until none are left.
fn run_worker<W, T, R, N: FnMut(&mut W) -> Option<T>>(
    mut worker: W,
    queue: &Queue<'_, N>,
    work: &impl Fn(&mut W, T) -> R,
    results: &Results<R>,
) {
    loop {
        let step = || {
            let (number, item) = queue.take(&mut worker)?;
            Some((number, work(&mut worker, item)))
        };
        // After a panic the worker is not used again.
        let Some(message) = catch_unwind(AssertUnwindSafe(step)).transpose() else { return };
        let has_panicked = message.is_err();
        results.send(message);
        if has_panicked {
            return;
        }
    }
}

/// Merges the results in the order of their numbers, as they arrive.
fn merge_in_order<R, N, B>(
    results: &Results<R>,
    threads: usize,
    queue: &Queue<'_, N>,
    merge: &mut impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    while let Some(result) = results.take(threads) {
        merge(result)?;
        queue.count_merged();
    }
    ControlFlow::Continue(())
}

/// Returns the results of `work` for all items, in order.
///
/// # Panics
///
/// Propagates a panic of `items` or `work`.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use reynard_base::parallel::map;
///
/// let threads = NonZeroUsize::new(3).unwrap();
/// assert_eq!(map(threads, 1..=4, |number| number * number), [1, 4, 9, 16]);
/// ```
pub fn map<T, R: Send>(
    threads: NonZeroUsize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut items = items.into_iter();
    // No more threads than items, where their number is known.
    let most = items.size_hint().1.map_or(threads.get(), |most| most.max(1));
    let threads = NonZeroUsize::new(threads.get().min(most)).unwrap_or(threads);
    let mut results = Vec::with_capacity(items.size_hint().0);
    let flow: ControlFlow<()> = Workers::new(threads, || ()).ordered(
        |()| items.next(),
        |(), item| work(item),
        |result| {
            results.push(result);
            ControlFlow::Continue(())
        },
    );
    debug_assert!(flow.is_continue(), "nothing breaks");
    results
}
