//! The echo of control characters on a terminal.
//!
//! A terminal shows Ctrl-C as `^C` and so moves the cursor away from the end of a progress bar,
//! which then cannot remove all of its lines. While work goes on that Ctrl-C stops, this echo is
//! off.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::process::getpgrp;
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcgetpgrp, tcsetattr};

/// Set while the echo is off.
static IS_OFF: Mutex<bool> = Mutex::new(false);

/// Turns the echo off, if standard error is a terminal that has it.
pub(crate) fn hide() {
    let mut is_off = lock();
    if !*is_off && may_change() {
        *is_off = change(LocalModes::contains, LocalModes::remove);
    }
}

/// Turns the echo on again.
pub(crate) fn show() {
    let mut is_off = lock();
    if std::mem::take(&mut *is_off) && may_change() {
        change(|modes, echo| !modes.contains(echo), LocalModes::insert);
    }
}

fn lock() -> MutexGuard<'static, bool> {
    IS_OFF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Changes the modes of the terminal if they need it; returns `true` if it did.
fn change(
    needs_change: impl Fn(&LocalModes, LocalModes) -> bool,
    apply: impl Fn(&mut LocalModes, LocalModes),
) -> bool {
    let Ok(mut terminal) = tcgetattr(io::stderr()) else { return false };
    if !needs_change(&terminal.local_modes, LocalModes::ECHOCTL) {
        return false;
    }
    apply(&mut terminal.local_modes, LocalModes::ECHOCTL);
    tcsetattr(io::stderr(), OptionalActions::Now, &terminal).is_ok()
}

/// Returns `true` unless the process is in the background of its terminal: the system stops such a
/// process if it changes the modes.
fn may_change() -> bool {
    match tcgetpgrp(io::stderr()) {
        Ok(group) => group == getpgrp(),
        // Not the terminal that controls the process.
        Err(error) => error == Errno::NOTTY,
    }
}
