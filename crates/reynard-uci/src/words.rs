//! A line as words, with their places in it.

/// The longest line that is read, in bytes. A game of 100,000 moves has room in it.
pub const MAX_LINE: usize = 1 << 20;

/// A word of a line and the byte at which it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

/// Why there are no words to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoWords {
    Empty,
    TooLong,
}

impl NoWords {
    /// The byte of the line at which that is seen.
    pub(crate) const fn offset(self) -> usize {
        match self {
            Self::Empty => 0,
            Self::TooLong => MAX_LINE,
        }
    }
}

/// The words of a line, one after the other. Spaces and all control characters part them, so no
/// word has a line break in it.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// The words of the first line of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        let line = text.split(['\n', '\r']).next().unwrap_or(text);
        let at = if line.starts_with(BOM) { BOM.len_utf8() } else { 0 };
        Self { line, at }
    }

    /// The words of the first line of a text and the first of them.
    pub(crate) fn of_line(text: &'a str) -> Result<(Self, Word<'a>), NoWords> {
        if text.len() > MAX_LINE {
            return Err(NoWords::TooLong);
        }
        let words = Self::new(text);
        let first = words.peek().ok_or(NoWords::Empty)?;
        Ok((words, first))
    }

    pub(crate) fn next(&mut self) -> Option<Word<'a>> {
        let word = self.peek()?;
        self.at = word.offset + word.text.len();
        Some(word)
    }

    pub(crate) fn peek(&self) -> Option<Word<'a>> {
        let bytes = &self.line.as_bytes()[self.at..];
        let offset = self.at + bytes.iter().position(|&byte| !is_blank(byte))?;
        let bytes = &self.line.as_bytes()[offset..];
        let len = bytes.iter().position(|&byte| is_blank(byte)).unwrap_or(bytes.len());
        Some(Word { text: &self.line[offset..offset + len], offset })
    }

    /// What is left of the line, without the blanks around it.
    pub(crate) fn rest(&mut self) -> &'a str {
        self.until(|_| false)
    }

    /// The text up to the first word that ends it, or up to the end of the line, without the blanks
    /// around it. Blanks inside stay as they are.
    pub(crate) fn until(&mut self, ends: impl Fn(&str) -> bool) -> &'a str {
        let Some(first) = self.peek() else { return "" };
        if ends(first.text) {
            return "";
        }
        while self.peek().is_some_and(|word| !ends(word.text)) {
            self.next();
        }
        &self.line[first.offset..self.at]
    }

    /// The end of what has been read.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }
}

const BOM: char = '\u{feff}';

/// Whether a byte parts words: a space or a control character of ASCII.
pub(crate) const fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_words_and_lines_end() {
        let mut words = Words::new("\u{feff}\t  debug \x0b\t on \0x\r\nquit");
        assert_eq!(words.next(), Some(Word { text: "debug", offset: 6 }));
        assert_eq!(words.next().unwrap().text, "on");
        assert_eq!(words.rest(), "x");
        assert_eq!(words.next(), None);
        assert_eq!(Words::new(" \t ").next(), None);
        assert_eq!(Words::new("").rest(), "");
    }

    #[test]
    fn text_keeps_its_inner_blanks() {
        let mut words = Words::new(" Clear   Hash  value é x ");
        assert_eq!(words.until(|word| word == "value"), "Clear   Hash");
        assert_eq!(words.until(|word| word == "value"), "");
        words.next();
        assert_eq!(words.rest(), "é x");
    }
}
