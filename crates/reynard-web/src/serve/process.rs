//! A child process that ends with its owner.

use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

/// Time for a program to obey `quit`; then it is killed.
const QUITTING: Duration = Duration::from_secs(1);

/// A running program, which ends when this value is dropped.
#[derive(Debug)]
pub(super) struct Process(Option<Child>);

impl Process {
    pub(super) const fn new(child: Child) -> Self {
        Self(Some(child))
    }
}

impl Drop for Process {
    /// Waits for the end on another thread: a program that ignores `quit` is killed.
    fn drop(&mut self) {
        let Some(mut child) = self.0.take() else { return };
        let end = Instant::now() + QUITTING;
        let ending = thread::Builder::new().name("end of an engine".to_owned());
        // Without a thread the program sees the end of its input.
        let _ = ending.spawn(move || {
            while Instant::now() < end && matches!(child.try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(20));
            }
            // It may have ended in between.
            let _ = child.kill();
            let _ = child.wait();
        });
    }
}
