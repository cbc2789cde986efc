//! A child process that ends when its owner is dropped.

use std::io;
use std::process::Child;
use std::thread;
use std::time::Duration;

use reynard_host::ChildProcess;

/// Time that a program has to obey `quit` before it is killed.
const QUITTING: Duration = Duration::from_secs(1);

/// A running program, which ends when this value is dropped.
#[derive(Debug)]
pub(super) struct Process(Option<ChildProcess>);

impl Process {
    pub(super) fn new(child: Child) -> io::Result<Self> {
        ChildProcess::new(child).map(Some).map(Self)
    }
}

impl Drop for Process {
    /// Waits on another thread for the program to end. A program that ignores `quit` is killed.
    fn drop(&mut self) {
        let Some(child) = self.0.take() else { return };
        let ending = thread::Builder::new().name("end of an engine".to_owned());
        // Without a thread it is killed at once.
        let _ = ending.spawn(move || child.wait(QUITTING));
    }
}
