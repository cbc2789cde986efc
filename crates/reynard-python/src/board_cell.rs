//! A cell that can be borrowed for reading or for writing. It uses no atomic instructions if the
//! interpreter has a global lock.
//!
//! The borrow flag of PyO3 objects is always atomic, and each borrow also counts a reference.
//! Together, the two take a third of the time of an empty method call.

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicIsize, Ordering};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// `true` if only one thread at a time can run Python code. The objects of free-threaded
/// interpreters have a longer header.
pub(crate) const LOCKED: bool = size_of::<pyo3::ffi::PyObject>() == 2 * size_of::<usize>();

/// A value with several readers or a single writer.
pub(crate) struct BoardCell<T> {
    /// The number of readers, or [`CHANGING`].
    flag: AtomicIsize,
    value: UnsafeCell<T>,
}

const CHANGING: isize = -1;

// SAFETY: `flag` lets several threads read, or one change. It is only touched by threads that are
// attached to the interpreter. Where they are one at a time, the lock of the interpreter orders
// what they do; elsewhere the operations are atomic.
unsafe impl<T: Send + Sync> Sync for BoardCell<T> {}

impl<T> BoardCell<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { flag: AtomicIsize::new(0), value: UnsafeCell::new(value) }
    }

    /// Borrows the value. Raises RuntimeError while it is being changed.
    #[inline]
    pub(crate) fn read<'a>(&'a self, _attached: Python<'a>) -> PyResult<Reading<'a, T>> {
        let mut readers = self.flag.load(Ordering::Relaxed);
        loop {
            if readers == CHANGING {
                return Err(in_use("Already mutably borrowed"));
            }
            if LOCKED {
                self.flag.store(readers + 1, Ordering::Relaxed);
                break;
            }
            let (success, failure) = (Ordering::Acquire, Ordering::Relaxed);
            match self.flag.compare_exchange_weak(readers, readers + 1, success, failure) {
                Ok(_) => break,
                Err(now) => readers = now,
            }
        }
        Ok(Reading { cell: self, stays: PhantomData })
    }

    /// Borrows the value for writing. Raises RuntimeError while it is in use.
    #[inline]
    pub(crate) fn write<'a>(&'a self, _attached: Python<'a>) -> PyResult<Writing<'a, T>> {
        let free = if LOCKED {
            let free = self.flag.load(Ordering::Relaxed) == 0;
            if free {
                self.flag.store(CHANGING, Ordering::Relaxed);
            }
            free
        } else {
            let (success, failure) = (Ordering::Acquire, Ordering::Relaxed);
            self.flag.compare_exchange(0, CHANGING, success, failure).is_ok()
        };
        if free {
            Ok(Writing { cell: self, stays: PhantomData })
        } else {
            Err(in_use("Already borrowed"))
        }
    }

    /// Shows the value to the garbage collector, unless it is being changed.
    pub(crate) fn traverse<R>(&self, visit: impl FnOnce(&T) -> R) -> Option<R> {
        if self.flag.load(Ordering::Acquire) == CHANGING {
            return None;
        }
        // SAFETY: no one changes the value, and no one begins to: all other threads wait for the
        // collector, and `visit` must not run Python.
        Some(visit(unsafe { &*self.value.get() }))
    }
}

#[cold]
fn in_use(message: &'static str) -> PyErr {
    PyRuntimeError::new_err(message)
}

/// A value that is being read.
pub(crate) struct Reading<'a, T> {
    cell: &'a BoardCell<T>,
    /// Prevents the value from leaving its thread, which is attached.
    stays: PhantomData<*const ()>,
}

/// A value that is being changed.
pub(crate) struct Writing<'a, T> {
    cell: &'a BoardCell<T>,
    stays: PhantomData<*const ()>,
}

impl<T> Deref for Reading<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: no one changes the value while the flag counts this reader.
        unsafe { &*self.cell.value.get() }
    }
}

impl<T> Deref for Writing<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: no one else has the value while the flag is `CHANGING`.
        unsafe { &*self.cell.value.get() }
    }
}

impl<T> DerefMut for Writing<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: no one else has the value while the flag is `CHANGING`.
        unsafe { &mut *self.cell.value.get() }
    }
}

impl<T> Drop for Reading<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if LOCKED {
            let readers = self.cell.flag.load(Ordering::Relaxed);
            self.cell.flag.store(readers - 1, Ordering::Relaxed);
        } else {
            self.cell.flag.fetch_sub(1, Ordering::Release);
        }
    }
}

impl<T> Drop for Writing<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.cell.flag.store(0, Ordering::Release);
    }
}
