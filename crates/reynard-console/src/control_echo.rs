//! Control of the terminal's echo of control characters.
//!
//! A terminal echoes Ctrl-C as `^C`. This moves the cursor away from the end of a progress bar,
//! which then cannot erase all of its lines. The echo is therefore turned off while work that
//! Ctrl-C can stop is in progress.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::process::getpgrp;
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcgetpgrp, tcsetattr};

/// `true` while the echo is off.
static IS_OFF: Mutex<bool> = Mutex::new(false);

/// Turns the echo off if standard error is a terminal whose echo is on.
pub(crate) fn hide() {
    let mut is_off = lock();
    if !*is_off && may_change() {
        *is_off = change(LocalModes::contains, LocalModes::remove);
    }
}

/// Turns the echo back on.
pub(crate) fn show() {
    let mut is_off = lock();
    if std::mem::take(&mut *is_off) && may_change() {
        change(|modes, echo| !modes.contains(echo), LocalModes::insert);
    }
}

fn lock() -> MutexGuard<'static, bool> {
    IS_OFF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Changes the terminal's modes if necessary. Returns `true` if it changed them.
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

/// Returns `true` unless the process is in the background of its terminal. The system suspends a
/// background process that changes the terminal's modes.
fn may_change() -> bool {
    match tcgetpgrp(io::stderr()) {
        Ok(group) => group == getpgrp(),
        // Not the terminal that controls the process.
        Err(error) => error == Errno::NOTTY,
    }
}
