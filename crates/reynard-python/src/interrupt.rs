//! Work that ends within a tenth of a second of a Python signal, such as the one sent by Ctrl-C.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(50);

/// A request to stop, shared with the workers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the workers to stop.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the workers should stop.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Returns the exception raised by a pending signal, if any.
fn signal(py: Python<'_>) -> Option<PyErr> {
    py.check_signals().err()
}

/// Does work in a separate thread, without the interpreter lock. If a signal handler raises an
/// exception, `stop` is called once, and the exception is returned after the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, ended) = sync_channel::<()>(1);
            let worker = scope.spawn(move || {
                let done = work();
                drop(sender);
                done
            });
            let mut raised = None;
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    raised = Python::attach(signal);
                    if raised.is_some() {
                        stop();
                    }
                }
            }
            let done = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            raised.map_or(Ok(done), Err)
        })
    })
}

/// Processes rows without the interpreter lock: on this thread if there are few rows, otherwise so
/// that a signal can interrupt the work. The work must check the stop request.
pub(crate) fn rows<T: Send>(
    py: Python<'_>,
    count: usize,
    work: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    /// The maximum number of rows that are processed on this thread, which takes a few hundredths
    /// of a second.
    const FEW: usize = 8_192;
    let stop = Stop::default();
    if count <= FEW {
        return Ok(py.detach(|| work(&stop)));
    }
    interruptible(py, || stop.set(), || work(&stop))
}

/// An input that fails once its readers are to stop.
pub(crate) struct Stoppable<R> {
    inner: R,
    stop: Stop,
}

impl<R> Stoppable<R> {
    /// Wraps an input so that it fails when `stop` is set.
    pub(crate) const fn new(inner: R, stop: Stop) -> Self {
        Self { inner, stop }
    }
}

impl<R: Read> Read for Stoppable<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_set() {
            return Err(io::Error::other("interrupted"));
        }
        self.inner.read(out)
    }
}
