//! Frames that any thread can decompress.

/// Compressed frames of an [`Input`](crate::Input) that threads decompress while another one reads
/// it.
pub(crate) struct DecompressionPool(Box<dyn Fn() -> bool + Send + Sync>);

impl DecompressionPool {
    pub(super) fn new(step: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Box::new(step))
    }

    /// Decompresses a little, which takes less than a millisecond; returns `false` if there is
    /// nothing to do.
    pub(crate) fn step(&self) -> bool {
        (self.0)()
    }
}
