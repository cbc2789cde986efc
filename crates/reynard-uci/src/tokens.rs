//! The tokens of a line, with their offsets.

/// Maximum length of a line in bytes: enough for a game of 100,000 moves.
pub const MAX_LINE: usize = 1 << 20;

/// A token and its byte offset in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

/// The reason why a line has no tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoWords {
    Empty,
    TooLong,
}

impl NoWords {
    /// Returns the token's byte offset in the line.
    pub(crate) const fn offset(self) -> usize {
        match self {
            Self::Empty => 0,
            Self::TooLong => MAX_LINE,
        }
    }
}

/// The tokens of a line. They are separated by spaces and control characters, so no token contains
/// a line break.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Splits the first line of `text` into tokens.
    pub(crate) fn new(text: &'a str) -> Self {
        let line = text.split(['\n', '\r']).next().unwrap_or(text);
        let at = if line.starts_with(BOM) { BOM.len_utf8() } else { 0 };
        Self { line, at }
    }

    /// Splits the first line of `text` into tokens, and also returns the first token.
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

    /// Returns the rest of the line, trimmed.
    pub(crate) fn rest(&mut self) -> &'a str {
        self.until(|_| false)
    }

    /// Returns the text up to a terminating token or the end of the line, trimmed. Inner blanks are
    /// kept.
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

    /// Returns the byte offset of the end of the previous token.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }
}

const BOM: char = '\u{feff}';

/// Returns `true` if a byte is a separator: a space or an ASCII control character.
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
