//! Fields of a line, located by column.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::ReportFault;

/// The filler for the additional columns of a character that occupies several columns.
const TAKEN: char = '\0';

/// A line split into columns.
pub(super) struct Columns {
    line: usize,
    cells: Vec<char>,
}

/// A way to count the columns of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// In characters.
    Characters,
    /// In characters, where an accent and its letter count as one.
    Composed,
    /// In bytes of UTF-8.
    Bytes,
}

impl Columns {
    /// Splits a line into columns.
    pub(super) fn new(line: usize, text: &str, counting: Counting) -> Self {
        let cells = match counting {
            Counting::Characters => text.chars().collect(),
            Counting::Composed => text.nfc().collect(),
            Counting::Bytes => {
                let taken = |letter: char| std::iter::repeat_n(TAKEN, letter.len_utf8() - 1);
                text.chars()
                    .flat_map(|letter| std::iter::once(letter).chain(taken(letter)))
                    .collect()
            }
        };
        Self { line, cells }
    }

    /// Returns the ways of counting that may divide a line into different columns.
    pub(super) fn ways(text: &str) -> Vec<Counting> {
        if text.is_ascii() {
            return vec![Counting::Characters];
        }
        let mut ways = vec![Counting::Characters];
        if text.chars().any(is_combining_mark) {
            ways.push(Counting::Composed);
        }
        ways.push(Counting::Bytes);
        ways
    }

    /// Returns the number of columns.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the text from one column to another, both counted from 1 and inclusive.
    pub(super) fn text(&self, from: usize, to: usize) -> String {
        let end = to.min(self.cells.len());
        let cells = self.cells.get(from - 1..end).unwrap_or(&[]);
        let text: String = cells.iter().filter(|cell| **cell != TAKEN).collect();
        text.trim().to_owned()
    }

    /// Returns the character of a column; a blank after the end of the line.
    pub(super) fn at(&self, column: usize) -> char {
        self.cells.get(column - 1).copied().unwrap_or(' ')
    }

    /// Creates a fault for the text from one column to another.
    pub(super) fn fault(&self, from: usize, to: usize, expected: &str) -> ReportFault {
        let found = self.text(from, to);
        let found = if found.is_empty() { " ".to_owned() } else { found };
        ReportFault { line: self.line, column: from, found, expected: expected.to_owned() }
    }

    /// Parses a number. Returns `None` if the columns are blank.
    pub(super) fn number<T: std::str::FromStr>(
        &self,
        from: usize,
        to: usize,
        expected: &str,
    ) -> Result<Option<T>, ReportFault> {
        let text = self.text(from, to);
        if text.is_empty() {
            return Ok(None);
        }
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_number);
        number.map(Some).ok_or_else(|| self.fault(from, to, expected))
    }

    /// Checks that columns are blank.
    pub(super) fn blank(&self, from: usize, to: usize) -> Result<(), ReportFault> {
        if (from..=to).all(|column| matches!(self.at(column), ' ' | '\t')) {
            Ok(())
        } else {
            Err(self.fault(from, to, "a blank"))
        }
    }
}
