//! The text in sight.

/// A window of text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'w> {
    pub(super) text: &'w [u8],
    /// Whether nothing follows it.
    pub(super) is_complete: bool,
}

impl Window<'_> {
    /// Whether as many bytes from `at` on can be seen, or else all that there are.
    #[inline]
    pub(super) const fn shows(&self, at: usize, count: usize) -> bool {
        self.is_complete || self.text.len() - at >= count
    }
}
