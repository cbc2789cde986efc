//! Child processes, each with a thread that waits for its end.

use std::io;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A child process that does not outlive its owner: it is killed when this value is dropped.
///
/// A thread waits for the process to end, so that callers can wait for a limited time, or for
/// several processes at once, without polling.
///
/// ```
/// use std::process::{Command, Stdio};
/// use std::sync::mpsc::channel;
/// use std::time::Duration;
///
/// use reynard_host::ChildProcess;
///
/// let (ended, ends) = channel();
/// let mut command = Command::new(if cfg!(windows) { "hostname" } else { "true" });
/// let child = command.stdout(Stdio::null()).spawn()?;
/// let child = ChildProcess::notifying(child, move || {
///     let _ = ended.send("true");
/// })?;
/// assert_eq!(ends.recv()?, "true");
/// assert!(child.wait(Duration::ZERO).is_some_and(|end| end.is_ok_and(|it| it.success())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ChildProcess {
    id: u32,
    shared: Arc<Shared>,
    waiter: Option<JoinHandle<()>>,
}

/// The end of a process: its exit status, or the error if the system cannot report a status.
type End = Result<ExitStatus, io::ErrorKind>;

#[derive(Debug)]
struct Shared {
    /// The child. The lock is held only briefly. It is also held while the child is reaped, because
    /// its id may belong to another process afterwards.
    child: Mutex<Child>,
    end: Mutex<Option<End>>,
    ended: Condvar,
}

impl ChildProcess {
    /// Starts a thread that waits for the child to end.
    ///
    /// # Errors
    ///
    /// Returns an error if the thread cannot be started. In that case, the child is killed.
    pub fn new(child: Child) -> io::Result<Self> {
        Self::notifying(child, || {})
    }

    /// Starts a thread that waits for the child to end and then calls `notify`.
    ///
    /// # Errors
    ///
    /// Returns an error if the thread cannot be started. In that case, the child is killed.
    pub fn notifying(child: Child, notify: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let id = child.id();
        let (child, end, ended) = (Mutex::new(child), Mutex::new(None), Condvar::new());
        let shared = Arc::new(Shared { child, end, ended });
        let of_thread = Arc::clone(&shared);
        let waiter = thread::Builder::new().name("end of a process".to_owned()).spawn(move || {
            of_thread.await_end(id);
            notify();
        });
        match waiter {
            Ok(waiter) => Ok(Self { id, shared, waiter: Some(waiter) }),
            Err(error) => {
                let mut child = locked(&shared.child);
                // Both fail only for a process that has ended.
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }

    /// Returns the id of the process.
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// Waits at most `most` for the process to end. Returns `None` if it is still running, and an
    /// error if the system cannot report its status.
    pub fn wait(&self, most: Duration) -> Option<Result<ExitStatus, io::ErrorKind>> {
        let end = locked(&self.shared.end);
        let is_running = |end: &mut Option<End>| end.is_none();
        let waited = self.shared.ended.wait_timeout_while(end, most, is_running);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Kills the process, but not its own children, and waits for its end. Does nothing if the
    /// process has already ended.
    pub fn kill(&mut self) {
        // It fails only for a process that has ended.
        let _ = locked(&self.shared.child).kill();
        if let Some(waiter) = self.waiter.take() {
            // A panic of `notify` has been reported.
            let _ = waiter.join();
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Shared {
    /// Waits for the process to end, and stores its status.
    fn await_end(&self, id: u32) {
        if !has_ended(id) {
            self.poll();
        }
        let status = locked(&self.child).wait().map_err(|error| error.kind());
        *locked(&self.end) = Some(status);
        self.ended.notify_all();
    }

    /// Polls for the end of the process, on systems that cannot wait without reaping it.
    fn poll(&self) {
        while let Ok(None) = locked(&self.child).try_wait() {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Blocks until a process has ended, but does not reap it. Returns `false` if the system does not
/// support waiting without reaping.
#[cfg(all(unix, not(target_os = "openbsd")))]
fn has_ended(id: u32) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) else { return false };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    rustix::io::retry_on_intr(|| waitid(WaitId::Pid(pid), options)).is_ok()
}

#[cfg(not(all(unix, not(target_os = "openbsd"))))]
const fn has_ended(_: u32) -> bool {
    false
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
    use std::time::Instant;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    /// Reads standard input to its end. The other tests run this test as their child process.
    #[test]
    #[ignore = "the other tests start it"]
    fn reads_its_input_to_the_end() {
        io::copy(&mut io::stdin(), &mut io::sink()).expect("an input");
    }

    /// Starts a child that ends when its input ends.
    fn reader() -> Child {
        let program = std::env::current_exe().expect("this program");
        let mut command = Command::new(program);
        command.args(["--ignored", "--exact", "child_process::tests::reads_its_input_to_the_end"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("this program")
    }

    /// Wraps a child so that its end is reported to a channel.
    fn notifying(child: Child, ended: Sender<()>) -> ChildProcess {
        let notify = move || ended.send(()).expect("a receiver");
        ChildProcess::notifying(child, notify).expect("a thread")
    }

    #[test]
    fn the_end_of_a_process_is_notified_when_it_comes() {
        let mut child = reader();
        let input = child.stdin.take();
        let (ended, ends) = channel();
        let child = notifying(child, ended);
        let early = ends.recv_timeout(Duration::from_millis(50));
        assert_eq!(early, Err(RecvTimeoutError::Timeout));
        assert_eq!(child.wait(Duration::ZERO), None);
        drop(input);
        ends.recv_timeout(LONG).expect("an end");
        assert!(child.wait(Duration::ZERO).expect("an end").expect("a status").success());
    }

    #[test]
    fn a_wait_ends_with_the_process_or_with_its_time() {
        let mut child = reader();
        let input = child.stdin.take();
        let child = ChildProcess::new(child).expect("a thread");
        let start = Instant::now();
        assert_eq!(child.wait(Duration::from_millis(50)), None);
        assert!(start.elapsed() >= Duration::from_millis(50));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| child.wait(LONG));
            drop(input);
            assert!(waiting.join().expect("no panic").expect("an end").is_ok());
        });
        assert!(start.elapsed() < LONG);
    }

    #[test]
    fn a_process_is_killed_with_its_owner_and_reaped() {
        let (ended, ends) = channel();
        let child = notifying(reader(), ended);
        drop(child);
        // The waiting thread has ended.
        assert_eq!(ends.try_recv(), Ok(()));
        let mut child = ChildProcess::new(reader()).expect("a thread");
        child.kill();
        let status = child.wait(Duration::ZERO).expect("an end").expect("a status");
        assert!(!status.success());
        child.kill();
    }
}
