//! A wrapper for redb values whose destructors can panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// A redb value whose panics on drop are caught. Without this wrapper, closing a damaged file or
/// aborting a transaction in one could panic.
///
/// The value; `None` once the drop has begun.
pub(crate) struct Contained<T>(Option<T>);

impl<T> Contained<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(Some(value))
    }

    /// Returns the value.
    pub(crate) fn get(&self) -> Result<&T, redb::Error> {
        self.0.as_ref().ok_or(redb::Error::DatabaseClosed)
    }

    /// Returns a mutable reference to the value.
    pub(crate) fn get_mut(&mut self) -> Result<&mut T, redb::Error> {
        self.0.as_mut().ok_or(redb::Error::DatabaseClosed)
    }

    /// Replaces the value. If that fails, the wrapper is empty.
    pub(crate) fn replace(
        &mut self,
        replace: impl FnOnce(T) -> Result<T, redb::Error>,
    ) -> Result<(), redb::Error> {
        let value = self.0.take().ok_or(redb::Error::DatabaseClosed)?;
        self.0 = Some(replace(value)?);
        Ok(())
    }

    /// Takes the value out of the wrapper. If dropping the value panics, the panic is no longer
    /// caught.
    pub(crate) fn take(mut self) -> Result<T, redb::Error> {
        self.0.take().ok_or(redb::Error::DatabaseClosed)
    }
}

impl<T> Drop for Contained<T> {
    fn drop(&mut self) {
        let value = self.0.take();
        // Nothing is lost: committed data is on disk, and the next process that opens the file
        // finds the damage.
        let _ = catch_unwind(AssertUnwindSafe(move || drop(value)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Panics;

    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("a damaged page");
        }
    }

    #[test]
    fn a_panic_while_a_value_is_dropped_stays_inside() {
        drop(Contained::new(Panics));
    }

    #[test]
    fn a_value_that_was_taken_out_is_its_owners() {
        assert_eq!(Contained::new(7).take().expect("there"), 7);
    }
}
