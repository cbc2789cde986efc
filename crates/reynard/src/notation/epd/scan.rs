//! Splitting of EPD lines into parts with their positions.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{EpdDiagnostic, EpdDiagnosticKind, EpdMode, EpdOperand};

/// A part of a line and its start offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) is_quoted: bool,
}

impl Word<'_> {
    /// Returns the text, with the escapes of a string removed.
    pub(super) fn value(self) -> String {
        if self.is_quoted { unescaped(self.text) } else { self.text.to_string() }
    }

    /// Converts the part to an operand.
    pub(super) fn to_operand(self) -> EpdOperand {
        let text = self.value();
        if self.is_quoted { EpdOperand::Text(text) } else { EpdOperand::Word(text) }
    }
}

/// A line, the read position, and the diagnostics so far.
pub(super) struct Scanner<'a> {
    line: &'a str,
    offset: usize,
    mode: EpdMode,
    pub(super) diagnostics: Vec<EpdDiagnostic>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(line: &'a str, mode: EpdMode) -> Self {
        Self { line, offset: 0, mode, diagnostics: Vec::new() }
    }

    pub(super) const fn mode(&self) -> EpdMode {
        self.mode
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.line[self.offset..]
    }

    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    /// Creates a diagnostic at an offset in the line. The caller sets the line number.
    pub(super) fn diagnostic(&self, offset: usize, kind: EpdDiagnosticKind) -> EpdDiagnostic {
        let before = self.line.get(..offset).unwrap_or(self.line);
        EpdDiagnostic { line: 1, column: before.chars().count() + 1, kind }
    }

    /// Records a diagnostic in tolerant mode, or returns it as an error in strict mode.
    pub(super) fn report(
        &mut self,
        offset: usize,
        kind: EpdDiagnosticKind,
    ) -> Result<(), EpdDiagnostic> {
        let diagnostic = self.diagnostic(offset, kind);
        match self.mode {
            EpdMode::Strict => Err(diagnostic),
            EpdMode::Tolerant => {
                self.diagnostics.push(diagnostic);
                Ok(())
            }
        }
    }

    /// Skips `length` bytes, which must end at a character boundary.
    pub(super) const fn skip(&mut self, length: usize) {
        self.offset += length;
    }

    /// Skips blanks, and reports a diagnostic unless there are `expected` of them.
    pub(super) fn blanks(&mut self, expected: usize) -> Result<(), EpdDiagnostic> {
        let blanks = self.rest().len() - self.rest().trim_start_matches(is_blank).len();
        let fits = blanks == expected && self.rest()[..blanks].bytes().all(|byte| byte == b' ');
        let start = self.offset;
        self.offset += blanks;
        if fits { Ok(()) } else { self.report(start, EpdDiagnosticKind::Spacing) }
    }

    /// Returns `true` if only blanks remain in the line.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest().trim_start_matches(is_blank).is_empty()
    }

    /// Takes the part up to the next blank or semicolon, which may be empty.
    pub(super) fn word(&mut self) -> Word<'a> {
        let end = self.rest().find(|c| is_blank(c) || c == ';').unwrap_or(self.rest().len());
        let word = Word { text: &self.rest()[..end], start: self.offset, is_quoted: false };
        self.offset += end;
        word
    }

    /// Takes the string that begins at the current quotation mark.
    ///
    /// A quotation mark ends the string if it is followed by a blank, a semicolon or the end of the
    /// line. Other quotation marks are part of the string.
    pub(super) fn text(&mut self) -> Result<Word<'a>, EpdDiagnostic> {
        let start = self.offset;
        self.offset += 1;
        let body = self.rest();
        let is_end = |at: usize| {
            body[at + 1..].chars().next().is_none_or(|next| is_blank(next) || next == ';')
        };
        let marks = || body.match_indices('"').map(|(at, _)| at);
        // Other programs escape a mark within the text; but a text may also end in a backslash.
        let end = marks().find(|&at| is_end(at) && !is_escaped(body, at));
        let end = end.or_else(|| marks().find(|&at| is_end(at)));
        let inner_quote = marks().next().filter(|&first| end.is_none_or(|end| first < end));
        if let Some(at) = inner_quote {
            self.report(start + 1 + at, EpdDiagnosticKind::QuoteInText)?;
        }
        let text = if let Some(end) = end {
            self.offset += end + 1;
            &body[..end]
        } else {
            self.report(start, EpdDiagnosticKind::UnterminatedText)?;
            // The rest may contain more operations, but none can be recognized with certainty.
            self.offset += body.len();
            body.trim_end()
        };
        if let Some(at) = text.find('\t') {
            self.report(start + 1 + at, EpdDiagnosticKind::NotText)?;
        }
        if text.len() > 255 {
            self.report(start, EpdDiagnosticKind::LongText)?;
        }
        Ok(Word { text, start, is_quoted: true })
    }

    /// Takes the string or word that begins at the current offset.
    pub(super) fn operand(&mut self) -> Result<Word<'a>, EpdDiagnostic> {
        if self.rest().starts_with('"') { self.text() } else { Ok(self.word()) }
    }

    /// Takes the operands of an operation, up to its semicolon or the end of the line.
    pub(super) fn operands(&mut self) -> Result<Vec<Word<'a>>, EpdDiagnostic> {
        let mut words = Vec::new();
        loop {
            if self.is_at_end() {
                self.report(self.offset, EpdDiagnosticKind::MissingSemicolon)?;
                self.offset = self.line.len();
                return Ok(words);
            }
            if self.rest().starts_with(';') {
                self.offset += 1;
                return Ok(words);
            }
            if self.rest().trim_start_matches(is_blank).starts_with(';') {
                self.blanks(0)?;
                continue;
            }
            self.blanks(1)?;
            words.push(self.operand()?);
        }
    }
}

/// Returns `true` if the character at an offset is escaped, that is, preceded by an odd number of
/// backslashes.
pub(super) fn is_escaped(text: &str, at: usize) -> bool {
    text[..at].bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

/// Removes the escapes of quotation marks from a string.
fn unescaped(text: &str) -> String {
    if !text.contains("\\\"") {
        return text.to_string();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        match (letter, rest.as_str().chars().next()) {
            ('\\', Some(escaped @ ('"' | '\\'))) => {
                plain.push(escaped);
                rest.next();
            }
            _ => plain.push(letter),
        }
    }
    plain
}

pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace() || character.is_control()
}

/// Joins the words into one string, separated by spaces.
pub(super) fn joined(words: &[Word<'_>]) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&word.value());
    }
    text
}
