//! Line numbers, counted on demand.

use memchr::{memchr_iter, memrchr2};

/// Counts the lines before a given byte. The counter only moves forward, so all queries together
/// take no more than one pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCounter {
    /// File offset up to which lines are counted.
    counted_to: u64,
    /// Number of lines that end before that offset.
    ended: u64,
    /// Offset of the current line.
    line_start: u64,
}

impl LineCounter {
    /// Creates a counter whose first line begins at an offset of the file.
    pub(crate) const fn at(offset: u64) -> Self {
        Self { counted_to: offset, ended: 0, line_start: offset }
    }

    /// Counts up to the byte at `to` in a window that begins at file offset `base`. Bytes already
    /// counted are not examined again.
    pub(crate) fn count_to(&mut self, window: &[u8], base: u64, to: usize) {
        let from = usize::try_from(self.counted_to.saturating_sub(base)).unwrap_or(usize::MAX);
        let Some(passed) = window.get(from..to) else { return };
        let mut ended = memchr_iter(b'\n', passed).count();
        for at in memchr_iter(b'\r', passed) {
            ended += usize::from(window.get(from + at + 1) != Some(&b'\n'));
        }
        let is_end = |at: usize| passed[at] == b'\n' || window.get(from + at + 1) != Some(&b'\n');
        if let Some(last) = memrchr2(b'\n', b'\r', passed) {
            let last =
                if is_end(last) { Some(last) } else { memrchr2(b'\n', b'\r', &passed[..last]) };
            if let Some(last) = last {
                self.line_start = base + (from + last) as u64 + 1;
            }
        }
        self.ended += ended as u64;
        self.counted_to = base + to as u64;
    }

    /// Returns the line and the column of a byte in a window, both counted from 1.
    pub(crate) fn locate(&mut self, window: &[u8], base: u64, at: usize) -> (u64, u64) {
        self.count_to(window, base, at);
        let column = (base + at as u64).saturating_sub(self.line_start);
        (self.ended + 1, column + 1)
    }
}
