//! A value that is created on first use.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::DatabaseError;

/// A value that is created on first use, once for all threads. An error is not cached: the next
/// caller tries again.
#[derive(Debug)]
pub(crate) struct LazyCell<T> {
    value: OnceLock<T>,
    making: Mutex<()>,
}

impl<T> Default for LazyCell<T> {
    fn default() -> Self {
        Self { value: OnceLock::new(), making: Mutex::new(()) }
    }
}

impl<T> LazyCell<T> {
    /// Returns the value, if it has been created.
    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.get()
    }

    /// Returns the value, creating it on first use.
    #[inline]
    pub(crate) fn get_or_make(
        &self,
        make: impl FnOnce() -> Result<T, DatabaseError>,
    ) -> Result<&T, DatabaseError> {
        match self.value.get() {
            Some(value) => Ok(value),
            None => self.make(make),
        }
    }

    #[cold]
    fn make(&self, make: impl FnOnce() -> Result<T, DatabaseError>) -> Result<&T, DatabaseError> {
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let value = make()?;
        Ok(self.value.get_or_init(|| value))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn threads_make_a_value_once_and_an_error_is_tried_again() {
        let (cell, made) = (LazyCell::default(), AtomicU32::new(0));
        assert!(cell.get_or_make(|| Err(DatabaseError::Stopped)).is_err());
        let make = || {
            made.fetch_add(1, Ordering::Relaxed);
            std::thread::yield_now();
            Ok(7)
        };
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert_eq!(cell.get_or_make(make).ok(), Some(&7)));
            }
        });
        assert_eq!(made.into_inner(), 1);
    }
}
