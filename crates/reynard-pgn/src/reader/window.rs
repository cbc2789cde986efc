//! The text in sight.

/// A window of text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'w> {
    pub(super) text: &'w [u8],
    /// `true` if nothing follows it.
    pub(super) is_complete: bool,
}

impl Window<'_> {
    /// Returns `true` if `count` bytes from `at` on are in the window, or all that there are.
    #[inline]
    pub(super) const fn shows(&self, at: usize, count: usize) -> bool {
        self.is_complete || self.text.len() - at >= count
    }
}
