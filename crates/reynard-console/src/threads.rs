//! The option for the number of threads.

use std::num::{IntErrorKind, NonZeroUsize};
use std::thread;

/// More than any machine has processors for, and less than it takes to bring one down. The engine
/// has the same bound for its option.
pub const MOST: u16 = 1024;

/// Returns the chosen number of threads, or one for each core.
pub fn threads_or_cores(chosen: Option<NonZeroUsize>) -> NonZeroUsize {
    chosen.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// Parses a number of threads, for every command.
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
