//! A line as tokens, with their places in it.

/// The longest line that is read, in bytes. A game of 100,000 moves has room in it.
pub const MAX_LINE: usize = 1 << 20;

/// A token of a line and the byte at which it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

/// Why there are no tokens to be read.
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

/// The tokens of a line, one after the other. Spaces and all control characters part them, so no
/// token has a line break in it.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of the first line of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        let line = text.split(['\n', '\r']).next().unwrap_or(text);
        let at = if line.starts_with(BOM) { BOM.len_utf8() } else { 0 };
        Self { line, at }
    }

    /// The tokens of the first line of a text and the first of them.
    pub(crate) fn of_line(text: &'a str) -> Result<(Self, Token<'a>), NoWords> {
        if text.len() > MAX_LINE {
            return Err(NoWords::TooLong);
        }
        let tokens = Self::new(text);
        let first = tokens.peek().ok_or(NoWords::Empty)?;
        Ok((tokens, first))
    }

    pub(crate) fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek()?;
        self.at = token.offset + token.text.len();
        Some(token)
    }

    pub(crate) fn peek(&self) -> Option<Token<'a>> {
        let bytes = &self.line.as_bytes()[self.at..];
        let offset = self.at + bytes.iter().position(|&byte| !is_blank(byte))?;
        let bytes = &self.line.as_bytes()[offset..];
        let len = bytes.iter().position(|&byte| is_blank(byte)).unwrap_or(bytes.len());
        Some(Token { text: &self.line[offset..offset + len], offset })
    }

    /// What is left of the line, without the blanks around it.
    pub(crate) fn rest(&mut self) -> &'a str {
        self.until(|_| false)
    }

    /// The text up to the first token that ends it, or up to the end of the line, without the blanks
    /// around it. Blanks inside stay as they are.
    pub(crate) fn until(&mut self, ends: impl Fn(&str) -> bool) -> &'a str {
        let Some(first) = self.peek() else { return "" };
        if ends(first.text) {
            return "";
        }
        while self.peek().is_some_and(|token| !ends(token.text)) {
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

/// Whether a byte parts tokens: a space or a control character of ASCII.
pub(crate) const fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_words_and_lines_end() {
        let mut tokens = Tokens::new("\u{feff}\t  debug \x0b\t on \0x\r\nquit");
        assert_eq!(tokens.next(), Some(Token { text: "debug", offset: 6 }));
        assert_eq!(tokens.next().unwrap().text, "on");
        assert_eq!(tokens.rest(), "x");
        assert_eq!(tokens.next(), None);
        assert_eq!(Tokens::new(" \t ").next(), None);
        assert_eq!(Tokens::new("").rest(), "");
    }

    #[test]
    fn text_keeps_its_inner_blanks() {
        let mut tokens = Tokens::new(" Clear   Hash  value é x ");
        assert_eq!(tokens.until(|token| token == "value"), "Clear   Hash");
        assert_eq!(tokens.until(|token| token == "value"), "");
        tokens.next();
        assert_eq!(tokens.rest(), "é x");
    }
}
