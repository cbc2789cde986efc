//! Breaking words into lines.

/// Text that is broken into lines between words, and that accumulates until it is taken.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    width: usize,
    /// Finished text, to be written.
    text: Vec<u8>,
    /// Number of characters in the last line of the text.
    column: usize,
    /// The current word. It is not finished, since a bracket may close directly after it.
    word: Vec<u8>,
    word_columns: usize,
    /// Number of open brackets before the next word. A pair of brackets without a word is dropped.
    waiting: usize,
}

/// The brackets opened by the beginning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opened {
    /// No brackets.
    Nothing,
    /// The brackets that were waiting for the word.
    Variations,
}

/// The pair of brackets that was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// A pair that contains words.
    Variation,
    /// An empty pair within another pair that is still empty.
    Empty,
    /// The outermost of several nested empty pairs, or a single empty pair.
    LastEmpty,
}

impl Lines {
    pub(super) const fn new(width: usize) -> Self {
        Self { width, text: Vec::new(), column: 0, word: Vec::new(), word_columns: 0, waiting: 0 }
    }

    /// Adds text on separate lines.
    pub(super) fn verbatim(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    /// Begins a word after the brackets that wait for it, without a blank between them.
    pub(super) fn begin_word(&mut self) -> Opened {
        if self.word.last() != Some(&b'(') {
            self.end_word();
        }
        if self.waiting == 0 {
            return Opened::Nothing;
        }
        for _ in 0..std::mem::take(&mut self.waiting) {
            self.extend(b"(");
        }
        Opened::Variations
    }

    /// Appends to the current word.
    pub(super) fn extend(&mut self, part: &[u8]) {
        self.word.extend_from_slice(part);
        self.word_columns += columns(part);
    }

    /// Opens a bracket before the next word.
    pub(super) const fn open(&mut self) {
        self.waiting += 1;
    }

    /// Closes a bracket without a blank before it; an empty pair of brackets is dropped.
    pub(super) fn close(&mut self) -> Closed {
        match self.waiting {
            0 => {
                self.extend(b")");
                Closed::Variation
            }
            1 => {
                self.waiting = 0;
                Closed::LastEmpty
            }
            _ => {
                self.waiting -= 1;
                Closed::Empty
            }
        }
    }

    /// Ends the word and appends it to the current line or, if it does not fit there, to a new one.
    pub(super) fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        if self.column > 0 {
            let fits = self.column + 1 + self.word_columns <= self.width;
            self.text.push(if fits { b' ' } else { b'\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.append(&mut self.word);
        // A word of bytes that are not UTF-8 characters has no columns, but the line is not empty.
        self.column += self.word_columns.max(1);
        self.word_columns = 0;
    }

    /// Ends the line and its word.
    pub(super) fn end_line(&mut self) {
        self.end_word();
        if self.column > 0 {
            self.text.push(b'\n');
            self.column = 0;
        }
    }

    /// Ends the line, even if it is empty.
    pub(super) fn break_line(&mut self) {
        self.end_word();
        self.text.push(b'\n');
        self.column = 0;
    }

    /// Returns the finished text, for the caller to take.
    pub(super) const fn text_mut(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }
}

/// Counts the characters of UTF-8 text; for other text the result is close enough to break lines.
fn columns(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Breaks words of the given lengths into lines of a given width.
    fn lines(width: usize, lengths: &[usize]) -> Vec<String> {
        let mut lines = Lines::new(width);
        for &length in lengths {
            lines.begin_word();
            lines.extend("é".repeat(length).as_bytes());
        }
        lines.end_line();
        String::from_utf8_lossy(&lines.text).lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_word_that_ends_in_the_last_column_fits_and_one_column_more_does_not() {
        let columns = |width, lengths: &[usize]| {
            lines(width, lengths).iter().map(|line| line.chars().count()).collect::<Vec<_>>()
        };
        assert_eq!(columns(10, &[4, 5]), [10]);
        assert_eq!(columns(10, &[4, 6]), [4, 6]);
        assert_eq!(columns(10, &[10, 1]), [10, 1]);
        assert_eq!(columns(10, &[3, 3, 2, 1]), [10, 1]);
        assert_eq!(columns(10, &[1, 30, 1]), [1, 30, 1], "a long word has a line of its own");
    }
}
