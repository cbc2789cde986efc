//! The text visible to the reader.

/// The part of the text that is visible to the reader.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'w> {
    pub(super) text: &'w [u8],
    /// `true` if the input ends with the window.
    pub(super) is_complete: bool,
}

impl Window<'_> {
    /// Returns `true` if the window contains `count` bytes from `at` on, or all bytes up to the end
    /// of the input.
    #[inline]
    pub(super) const fn shows(&self, at: usize, count: usize) -> bool {
        self.is_complete || self.text.len() - at >= count
    }
}

/// Returns `true` if a game ends at a place in its movetext: the line ends there, followed by an
/// empty line, a tag or nothing. Returns `None` if the window does not show enough text to decide.
pub(super) fn ends_game(window: Window<'_>, at: usize) -> Option<bool> {
    const SIGHT: usize = 64;
    if !window.shows(at, SIGHT) {
        return None;
    }
    let rest = &window.text[at..window.text.len().min(at + SIGHT)];
    let line = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(rest.len());
    let rest = &rest[line..];
    let next = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n"));
    let next = next.or_else(|| rest.strip_prefix(b"\r"));
    let is_over =
        |next: &[u8]| next.first().is_none_or(|byte| matches!(byte, b'\n' | b'\r' | b'['));
    Some(rest.is_empty() || next.is_some_and(is_over))
}
