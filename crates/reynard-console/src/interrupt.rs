//! Ctrl-C stops the work in progress, and its partial results are still printed. A second Ctrl-C,
//! at least half a second later, ends the process; SIGTERM ends it at once. Unfinished files are
//! removed.

use std::collections::BTreeMap;
use std::fmt;
#[cfg(unix)]
use std::io;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::control_echo;
use anyhow::Context;
use reynard_engine::Control;
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
#[cfg(unix)]
use signal_hook::{iterator::Signals, low_level::emulate_default_handler};

/// Exit code of a process ended by Ctrl-C, as used by shells.
pub const INTERRUPTED: u8 = 130;

/// The error returned by a command that Ctrl-C has ended. The exit code is [`INTERRUPTED`]. If the
/// message is empty, nothing is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interrupted(pub String);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Interrupted {}

/// The process's handler, once it has been installed.
static LISTENING: Mutex<Option<Interrupt>> = Mutex::new(None);

/// A function that cleans up and then calls its argument, which ends the process.
pub type CleanUp = fn(end: &mut dyn FnMut());

/// Functions that run before a signal ends the process, in reverse order of registration.
static CLEAN_UPS: Mutex<Vec<CleanUp>> = Mutex::new(Vec::new());

/// Registers a function that cleans up when a signal ends the process.
pub fn on_end(clean_up: CleanUp) {
    CLEAN_UPS.lock().unwrap_or_else(PoisonError::into_inner).push(clean_up);
}

/// Runs the clean-up functions, and then ends the process with `end`.
fn end_by(mut end: impl FnMut()) {
    fn end_after(clean_ups: &[CleanUp], end: &mut dyn FnMut()) {
        match clean_ups.split_last() {
            Some((last, others)) => last(&mut || end_after(others, end)),
            None => end(),
        }
    }
    let clean_ups = CLEAN_UPS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    end_after(&clean_ups, &mut end);
}

/// Time within which two signals count as one Ctrl-C: `timeout -s INT` and process managers send
/// one to the process and one to its group.
const SAME_PRESS: Duration = Duration::from_millis(500);

/// A Ctrl-C handler. If no work is in progress, Ctrl-C ends the process as usual.
#[derive(Clone)]
pub struct Interrupt(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The work in progress, by number.
    work: BTreeMap<u64, Control>,
    /// The number of the next piece of work.
    next: u64,
    stopped: bool,
    /// Time of the last Ctrl-C.
    pressed: Option<Instant>,
}

impl Interrupt {
    /// Installs the handler. A process has only one handler; later calls return the same one.
    pub fn install() -> anyhow::Result<Self> {
        let mut listening = LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(interrupt) = &*listening {
            return Ok(interrupt.clone());
        }
        let interrupt = Self(Arc::default());
        listen(interrupt.clone()).context("cannot listen to Ctrl-C")?;
        *listening = Some(interrupt.clone());
        Ok(interrupt)
    }

    /// Returns `true` if Ctrl-C was pressed.
    pub fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Runs work that Ctrl-C can stop: a search through its control, other work by polling the
    /// control or [`Self::is_stopped`]. If Ctrl-C has already been pressed, the work is stopped
    /// from the start.
    pub fn during<T>(&self, work: impl FnOnce(&Control) -> T) -> T {
        let control = Control::new();
        let number = self.begin(&control);
        let found = work(&control);
        self.end(number);
        found
    }

    fn begin(&self, control: &Control) -> u64 {
        let mut state = self.lock();
        if state.stopped {
            control.stop();
        }
        let number = state.next;
        state.next += 1;
        state.work.insert(number, control.clone());
        #[cfg(unix)]
        control_echo::hide();
        number
    }

    fn end(&self, number: u64) {
        let mut state = self.lock();
        state.work.remove(&number);
        #[cfg(unix)]
        if state.work.is_empty() {
            control_echo::show();
        }
    }

    /// Resets the state, as if Ctrl-C had not been pressed.
    pub fn forget(&self) {
        let mut state = self.lock();
        (state.stopped, state.pressed) = (false, None);
    }

    /// Stops all current and future work.
    pub fn stop(&self) {
        let mut state = self.lock();
        state.stopped = true;
        state.work.values().for_each(Control::stop);
    }

    fn press(&self) {
        let mut state = self.lock();
        if state.stopped && state.pressed.is_some_and(|last| last.elapsed() < SAME_PRESS) {
            return;
        }
        state.pressed = Some(Instant::now());
        if state.work.is_empty() || state.stopped {
            end_by(|| process::exit(INTERRUPTED.into()));
        }
        drop(state);
        self.stop();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts to listen for Ctrl-C and for the signals that end the process: SIGTERM, and SIGHUP unless
/// `nohup` has disabled it. After the clean-up, the latter signals end the process as usual.
#[cfg(unix)]
fn listen(interrupt: Interrupt) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    on_end(|end| {
        control_echo::show();
        end();
    });
    if !is_ignored(SIGHUP) {
        signals.add_signal(SIGHUP)?;
    }
    let wait = move || {
        for signal in signals.forever() {
            if signal == SIGINT {
                interrupt.press();
                continue;
            }
            end_by(|| {
                // The signal has a default action, so this call does not return.
                let _ = emulate_default_handler(signal);
            });
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// Starts to listen for Ctrl-C.
#[cfg(windows)]
fn listen(interrupt: Interrupt) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || interrupt.press())
}

/// Makes writes beyond the file size limit fail with an error that names the file. Otherwise a
/// signal would end the process without a message.
#[cfg(unix)]
pub fn report_file_size_limit() {
    // If there is no handler, only the message is missing.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// Returns `true` if a signal is ignored, or if this cannot be determined.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}
