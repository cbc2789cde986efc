//! Suites of positions with known counts, and their verification.
//!
//! A suite is a text file in the usual format of perft collections. A line has a FEN, followed by
//! any number of `;D<depth> <count>` fields. Spacing is free. Blank lines and lines that start with
//! `#` are skipped.

use core::fmt;

use reynard::{ParsePositionError, Position, Setup, SetupFaults};

use crate::{Perft, PerftError};

/// One line of a suite.
#[derive(Clone, Debug)]
pub struct SuiteEntry {
    /// The line number, from 1.
    pub line: usize,
    /// The position.
    pub position: Position,
    /// Depths and counts, in the order in which they appear on the line.
    pub counts: Vec<(u32, u64)>,
}

/// The error returned for an invalid line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteError {
    /// The line number, from 1.
    pub line: usize,
    /// The kind of error.
    pub kind: SuiteErrorKind,
}

/// Kind of error in a line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SuiteErrorKind {
    /// The FEN is malformed, or the position is not accepted.
    Position(ParsePositionError),
    /// The line has no counts.
    NoCounts,
    /// A field does not have the form `D<depth> <count>`.
    Count {
        /// The number of the field, from 1.
        field: usize,
    },
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for SuiteErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::NoCounts => f.write_str("no counts (;D1 20 ;D2 400 ..)"),
            Self::Count { field } => {
                write!(f, "field {field} is not a depth and a count (D4 197281)")
            }
        }
    }
}

impl core::error::Error for SuiteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            SuiteErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}

/// Parses a suite line by line. For an invalid line, the iterator yields an error and continues
/// with the next line.
///
/// ```
/// let text = "# the start\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;D1 20 ; D2 400\n";
/// let entries = reynard_perft::parse_suite(text).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(entries[0].line, 2);
/// assert_eq!(entries[0].counts, [(1, 20), (2, 400)]);
/// # Ok::<(), reynard_perft::SuiteError>(())
/// ```
pub fn parse_suite(text: &str) -> impl Iterator<Item = Result<SuiteEntry, SuiteError>> {
    parse_suite_waiving(text, SetupFaults::EMPTY)
}

/// Parses a suite as [`parse_suite`] does, but accepts positions that have the given faults.
///
/// ```
/// use reynard::SetupFaults;
///
/// let nine_queens = "4k3/8/8/8/8/QQQQQ3/QQQQPPPP/4K3 w - - 0 1 ;D1 119";
/// assert!(reynard_perft::parse_suite(nine_queens).next().unwrap().is_err());
/// let mut suite = reynard_perft::parse_suite_waiving(nine_queens, SetupFaults::WAIVABLE);
/// assert!(suite.next().unwrap().is_ok());
/// ```
pub fn parse_suite_waiving(
    text: &str,
    waived: SetupFaults,
) -> impl Iterator<Item = Result<SuiteEntry, SuiteError>> {
    text.lines().zip(1..).filter_map(move |(text, line)| {
        let text = text.trim();
        (!text.is_empty() && !text.starts_with('#')).then(|| {
            parse_line(text, waived)
                .map(|(position, counts)| SuiteEntry { line, position, counts })
                .map_err(|kind| SuiteError { line, kind })
        })
    })
}

fn parse_line(
    text: &str,
    waived: SetupFaults,
) -> Result<(Position, Vec<(u32, u64)>), SuiteErrorKind> {
    let mut fields = text.split(';');
    let fen = fields.next().unwrap_or_default().trim();
    let position = Setup::from_fen(fen)
        .map_err(ParsePositionError::from)
        .and_then(|setup| Ok(Position::from_setup_waiving(&setup, waived)?))
        .map_err(SuiteErrorKind::Position)?;
    let counts = fields
        .zip(1..)
        .filter(|(text, _)| !text.trim().is_empty())
        .map(|(text, field)| parse_count(text).ok_or(SuiteErrorKind::Count { field }))
        .collect::<Result<Vec<_>, _>>()?;
    if counts.is_empty() {
        return Err(SuiteErrorKind::NoCounts);
    }
    Ok((position, counts))
}

/// Parses a field such as `D4 197281`.
fn parse_count(text: &str) -> Option<(u32, u64)> {
    // Some collections have NUL bytes at the ends of their lines.
    let blank = |c: char| c.is_whitespace() || c.is_control();
    let mut words = text.split(blank).filter(|word| !word.is_empty());
    let depth = words.next()?.strip_prefix(['D', 'd'])?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    words.next().is_none().then_some((depth, nodes))
}

/// A comparison of a count with the one in the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The depth.
    pub depth: u32,
    /// The count in the suite.
    pub expected: u64,
    /// The actual count.
    pub found: u64,
}

impl Check {
    /// Returns `true` if the two counts agree.
    pub const fn is_ok(&self) -> bool {
        self.expected == self.found
    }
}

/// The result of a verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of positions with at least one checked count.
    pub positions: u64,
    /// Number of counts checked.
    pub checked: u64,
    /// Number of wrong counts.
    pub failed: u64,
    /// Number of leaves counted.
    pub nodes: u64,
}

impl Perft {
    /// Counts every position of a suite to every depth at which the suite expects at most
    /// `max_nodes` leaves, and calls `on_check` after each count.
    ///
    /// # Errors
    ///
    /// [`PerftError::Overflow`] if a count does not fit into 64 bits.
    ///
    /// ```
    /// use reynard_perft::{Perft, PerftOptions, parse_suite};
    ///
    /// let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;D1 20;D2 401";
    /// let entries: Vec<_> = parse_suite(text).collect::<Result<_, _>>()?;
    /// let summary = Perft::new(&PerftOptions::default())?.verify(
    ///     &entries,
    ///     u64::MAX,
    ///     |entry, check| {
    ///         assert_eq!(
    ///             (entry.line, check.found),
    ///             (1, if check.depth == 1 { 20 } else { 400 })
    ///         );
    ///     },
    /// )?;
    /// assert_eq!((summary.checked, summary.failed), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(
        &self,
        entries: &[SuiteEntry],
        max_nodes: u64,
        mut on_check: impl FnMut(&SuiteEntry, &Check),
    ) -> Result<Summary, PerftError> {
        let mut summary = Summary::default();
        for entry in entries {
            let before = summary.checked;
            for &(depth, expected) in entry.counts.iter().filter(|count| count.1 <= max_nodes) {
                let check = Check { depth, expected, found: self.count(&entry.position, depth)? };
                summary.checked += 1;
                summary.failed += u64::from(!check.is_ok());
                summary.nodes = summary.nodes.saturating_add(check.found);
                on_check(entry, &check);
            }
            summary.positions += u64::from(summary.checked > before);
        }
        Ok(summary)
    }
}
