//! Processor affinity of engines.

use std::io;

/// Set of logical processors to which an engine is pinned.
///
/// ```
/// use reynard_host::Processors;
///
/// if let Ok(processors) = Processors::available() {
///     assert_eq!(processors.split(1).map(|parts| parts.len()), Some(1));
///     assert!(processors.split(100_000).is_none(), "there are too few");
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processors(Vec<usize>);

impl Processors {
    /// Returns the processors that the current thread may use, in ascending order.
    ///
    /// # Errors
    ///
    /// Returns the error of the system, or, on systems other than Linux,
    /// [`io::ErrorKind::Unsupported`].
    ///
    /// ```
    /// use reynard_host::Processors;
    ///
    /// assert_eq!(Processors::available().is_ok(), cfg!(target_os = "linux"));
    /// ```
    pub fn available() -> io::Result<Self> {
        system::available().map(Self)
    }

    /// Returns the numbers of the processors.
    pub fn numbers(&self) -> &[usize] {
        &self.0
    }

    /// Splits the set into parts of equal size, each with at least one processor. Any processors
    /// left over belong to none of the parts. Returns `None` if there are fewer processors than
    /// parts, or if `parts` is 0.
    ///
    /// ```
    /// use reynard_host::Processors;
    ///
    /// if let Ok(processors) = Processors::available() {
    ///     assert_eq!(processors.split(1), Some(vec![processors.clone()]));
    /// }
    /// ```
    pub fn split(&self, parts: usize) -> Option<Vec<Self>> {
        let size = self.0.len().checked_div(parts).filter(|&size| size > 0)?;
        Some(self.0.chunks_exact(size).take(parts).map(|part| Self(part.to_vec())).collect())
    }

    /// Calls a function while the current thread is pinned to the set. Processes and threads
    /// started by the function remain pinned.
    pub(super) fn pinned<T>(&self, f: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let before = Self::available()?;
        system::pin(&self.0)?;
        let result = f();
        system::pin(&before.0)?;
        result
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::io;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    pub(super) fn available() -> io::Result<Vec<usize>> {
        let set = sched_getaffinity(None)?;
        Ok((0..CpuSet::MAX_CPU).filter(|&number| set.is_set(number)).collect())
    }

    pub(super) fn pin(numbers: &[usize]) -> io::Result<()> {
        let mut set = CpuSet::new();
        for &number in numbers {
            set.set(number);
        }
        Ok(sched_setaffinity(None, &set)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;

    pub(super) fn available() -> io::Result<Vec<usize>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "it is supported on Linux only"))
    }

    pub(super) fn pin(_numbers: &[usize]) -> io::Result<()> {
        available().map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_disjoint_and_of_equal_size() {
        let processors = Processors(vec![0, 2, 3, 5, 8]);
        let parts = processors.split(2).unwrap();
        assert_eq!(parts, [Processors(vec![0, 2]), Processors(vec![3, 5])]);
        assert_eq!(processors.split(5).unwrap().len(), 5);
        assert_eq!((processors.split(6), processors.split(0)), (None, None));
    }
}
