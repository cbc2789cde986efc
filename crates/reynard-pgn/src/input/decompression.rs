//! Frames that any thread can decompress.

/// The compressed frames of an [`Input`](crate::Input), which idle threads can decompress while
/// another thread reads the input.
pub(crate) struct DecompressionPool(Box<dyn Fn() -> bool + Send + Sync>);

impl DecompressionPool {
    pub(super) fn new(step: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Box::new(step))
    }

    /// Decompresses part of a frame, in less than a millisecond. Returns `false` if there is
    /// nothing to decompress.
    pub(crate) fn step(&self) -> bool {
        (self.0)()
    }
}
