//! Ctrl-C: stops the work in progress, whose partial results are still printed. A second Ctrl-C,
//! half a second later or more, ends the process, as SIGTERM does at once. Unfinished files are
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

/// The exit code of a process that Ctrl-C has ended, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// Error of a command that Ctrl-C has ended: the exit code is [`INTERRUPTED`]. An empty message is
/// not printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interrupted(pub String);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Interrupted {}

/// The handler of the process, once it is installed.
static LISTENING: Mutex<Option<Interrupt>> = Mutex::new(None);

/// A function that cleans up, then calls its argument, which ends the process.
pub type CleanUp = fn(end: &mut dyn FnMut());

/// Run before a signal ends the process, the last one first.
static CLEAN_UPS: Mutex<Vec<CleanUp>> = Mutex::new(Vec::new());

/// Registers a function that cleans up when a signal ends the process.
pub fn on_end(clean_up: CleanUp) {
    CLEAN_UPS.lock().unwrap_or_else(PoisonError::into_inner).push(clean_up);
}

/// Ends the process by way of `end`, after the clean-ups.
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

/// Time within which two signals are one Ctrl-C: `timeout -s INT` and process managers send one to
/// the process and one to its group.
const SAME_PRESS: Duration = Duration::from_millis(500);

/// Listens to Ctrl-C. While no work is in progress, it ends the process as usual.
#[derive(Clone)]
pub struct Interrupt(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The work in progress, by number.
    work: BTreeMap<u64, Control>,
    /// The number of the next one.
    next: u64,
    stopped: bool,
    /// The time of the last Ctrl-C.
    pressed: Option<Instant>,
}

impl Interrupt {
    /// Installs the handler. There is one for the process; later calls return it.
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

    /// Runs work that Ctrl-C can stop: a search by its control, other work by asking that or
    /// [`Self::is_stopped`]. If Ctrl-C was pressed before, it is stopped from the beginning.
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

    /// Forgets that Ctrl-C was pressed.
    pub fn forget(&self) {
        let mut state = self.lock();
        (state.stopped, state.pressed) = (false, None);
    }

    /// Stops all work, now and later.
    pub fn stop(&self) {
        let mut state = self.lock();
        state.stopped = true;
        state.work.values().for_each(Control::stop);
    }

    fn press(&self) {
        let mut state = self.lock();
        let last = state.pressed.replace(Instant::now());
        if state.stopped && last.is_some_and(|last| last.elapsed() < SAME_PRESS) {
            return;
        }
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

/// Starts to listen to Ctrl-C, and to the signals that end the process: SIGTERM, and SIGHUP unless
/// `nohup` has turned it off. After the clean-up they have their usual effect.
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
                // It has a default action, so that this does not come back.
                let _ = emulate_default_handler(signal);
            });
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// Starts to listen to Ctrl-C.
#[cfg(windows)]
fn listen(interrupt: Interrupt) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || interrupt.press())
}

/// Makes a write beyond the limit of the size of files an error, which names the file. Otherwise the
/// signal ends the process without a word.
#[cfg(unix)]
pub fn report_file_size_limit() {
    // Without a handler only the message is missing.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// Returns `true` if a signal is ignored, or if the system does not say.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}
