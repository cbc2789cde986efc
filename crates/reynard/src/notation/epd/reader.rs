//! Reading of many records, one per line.

use alloc::string::String;
use alloc::vec::Vec;
use core::iter::FusedIterator;

use super::{Epd, EpdDiagnostic, EpdDiagnosticKind, EpdMode, EpdOptions};

/// An iterator over EPD records, one per line. The input need not be UTF-8.
///
/// Lines may end with LF or CR LF. Empty lines are skipped; the tolerant reader also skips lines
/// that begin with `#`. After an error, reading continues with the next line.
///
/// ```
/// use reynard::epd::{EpdOptions, EpdReader};
///
/// let text = "8/8/8/8/8/8/8/8 w - - id \"empty\";\n\n4k3/8/8/8/8/8/8/4K3 w - - id \"bare\";\n";
/// let mut reader = EpdReader::new(text, EpdOptions::STRICT);
/// assert_eq!(reader.next().unwrap().unwrap_err().line, 1);
/// let record = reader.next().unwrap()?;
/// assert_eq!((record.line, record.epd.id()), (3, Some("bare")));
/// assert!(reader.next().is_none());
/// # Ok::<(), reynard::epd::EpdDiagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct EpdReader<'a> {
    rest: &'a [u8],
    line: usize,
    options: EpdOptions,
}

/// A record read by [`EpdReader`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdRecord {
    /// Line number, from 1.
    pub line: usize,
    /// The record.
    pub epd: Epd,
    /// The tolerated mistakes; empty in strict mode.
    pub diagnostics: Vec<EpdDiagnostic>,
}

impl<'a> EpdReader<'a> {
    /// Creates a reader for the records in `text`.
    ///
    /// ```
    /// use reynard::epd::{EpdOptions, EpdReader};
    ///
    /// let text = "4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+;\n4k3/8/8/8/8/8/8/4K3 w - -\n";
    /// let records = EpdReader::new(text, EpdOptions::STRICT);
    /// assert_eq!(records.count(), 2);
    /// ```
    pub fn new(text: &'a (impl AsRef<[u8]> + ?Sized), options: EpdOptions) -> Self {
        let text = text.as_ref();
        Self { rest: text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text), line: 0, options }
    }

    /// Takes the next line, without its line end.
    fn next_line(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|&byte| byte == b'\n').unwrap_or(self.rest.len());
        let line = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        self.line += 1;
        Some(line)
    }

    fn is_skipped(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii();
        line.is_empty() || self.options.mode == EpdMode::Tolerant && line.starts_with(b"#")
    }

    fn read(&self, line: &[u8]) -> Result<EpdRecord, EpdDiagnostic> {
        let text = String::from_utf8_lossy(line);
        let mut diagnostics = Vec::new();
        if let Some(at) = core::str::from_utf8(line).err().map(|error| error.valid_up_to()) {
            let column = text.get(..at).unwrap_or_default().chars().count() + 1;
            let diagnostic =
                EpdDiagnostic { line: self.line, column, kind: EpdDiagnosticKind::NotText };
            match self.options.mode {
                EpdMode::Strict => return Err(diagnostic),
                EpdMode::Tolerant => diagnostics.push(diagnostic),
            }
        }
        let here = |diagnostic| EpdDiagnostic { line: self.line, ..diagnostic };
        let (epd, more) = Epd::read(&text, self.options).map_err(here)?;
        diagnostics.extend(more.into_iter().map(here));
        Ok(EpdRecord { line: self.line, epd, diagnostics })
    }
}

impl Iterator for EpdReader<'_> {
    type Item = Result<EpdRecord, EpdDiagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = self.next_line()?;
            if !self.is_skipped(line) {
                return Some(self.read(line));
            }
        }
    }
}

impl FusedIterator for EpdReader<'_> {}
