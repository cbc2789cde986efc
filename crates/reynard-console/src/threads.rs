//! The option for the number of threads.

use std::num::{IntErrorKind, NonZeroUsize};
use std::thread;

/// Maximum number of threads. It exceeds the number of processors of any machine, but is not high
/// enough to overload one. The engine's `Threads` option has the same limit.
pub const MOST: u16 = 1024;

/// Returns the selected number of threads, or one per core.
pub fn threads_or_cores(chosen: Option<NonZeroUsize>) -> NonZeroUsize {
    chosen.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// Parses a number of threads. All commands use this parser.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let too_many = || format!("there can be {MOST} threads at most");
    match text.parse::<NonZeroUsize>() {
        Ok(threads) if threads.get() <= usize::from(MOST) => Ok(threads),
        Ok(_) => Err(too_many()),
        Err(error) => Err(match error.kind() {
            IntErrorKind::Zero => "it has to be 1 or more".to_owned(),
            IntErrorKind::PosOverflow => too_many(),
            _ => "not a whole number from 1 up".to_owned(),
        }),
    }
}
