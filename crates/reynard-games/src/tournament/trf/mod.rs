//! FIDE's tournament report file (TRF06, TRF16, TRF26) and the extensions of pairing engines.
//!
//! * `columns`: fields of a line located by column;
//! * `player_line`: record 001; `read`: reading a whole file; `point_records`: records of points;
//!   `write`: writing TRF26.

mod columns;
mod player_line;
mod point_records;
mod read;
mod write;

use std::fmt;

use serde::Serialize;

use super::model::TournamentRecord;
use super::tie_break::TieBreak;

pub use write::UnwritableReport;

/// A tournament report file.
///
/// ```
/// use reynard_games::TournamentReport;
///
/// let text = "012 Club night\n\
///     001    1      Anna                                                               1.0    1     2 w 1\n\
///     001    2      Ben                                                                0.0    2     1 b 0\n";
/// let report = TournamentReport::read(text.as_bytes())?;
/// assert_eq!((report.tournament.name.as_str(), report.tournament.rounds), ("Club night", 1));
/// # Ok::<(), reynard_games::ReportFaults>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentReport {
    /// The tournament.
    pub tournament: TournamentRecord,
    /// The flavor of the file.
    pub flavor: ReportFlavor,
    /// The tie-breaks in record 202 or 212, if they can be parsed.
    pub tie_breaks: Option<Vec<TieBreak>>,
    /// All lines except those of players, as they appear in the file.
    pub lines: Vec<ReportLine>,
    /// Peculiarities of the file that are not faults.
    pub notes: Vec<ReportNote>,
}

/// The flavor of a report file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ReportFlavor {
    /// TRF06, or TRF16 without features specific to it.
    #[serde(rename = "TRF06")]
    Trf06,
    /// TRF16, recognized by its codes for byes.
    #[serde(rename = "TRF16")]
    Trf16,
    /// TRF16 with the extensions of pairing engines.
    #[serde(rename = "TRF16x")]
    Trf16Extended,
    /// TRF26.
    #[serde(rename = "TRF26")]
    Trf26,
}

impl fmt::Display for ReportFlavor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trf06 => "TRF06",
            Self::Trf16 => "TRF16",
            Self::Trf16Extended => "TRF16 with extensions of pairing engines",
            Self::Trf26 => "TRF26",
        })
    }
}

/// A line of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportLine {
    /// The number of player lines that precede this line in the file.
    pub after_players: usize,
    /// The text.
    pub text: String,
}

/// A peculiarity of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportNote {
    /// The line, counted from 1; zero for the whole file.
    pub line: usize,
    /// The peculiarity.
    pub text: String,
}

impl fmt::Display for ReportNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.text),
            line => write!(f, "line {line}: {}", self.text),
        }
    }
}

/// A place in a report that does not follow the format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The text found there.
    pub found: String,
    /// The text expected there.
    pub expected: String,
}

impl fmt::Display for ReportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, found, expected } = self;
        write!(f, "line {line}, column {column}: `{found}` stands where {expected} belongs")
    }
}

/// All faults of a report. A report with any fault is rejected, not repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFaults(pub Vec<ReportFault>);

impl fmt::Display for ReportFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The maximum number of faults shown.
        const SHOWN: usize = 20;
        for (index, fault) in self.0.iter().take(SHOWN).enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{fault}")?;
        }
        if self.0.len() > SHOWN {
            write!(f, "\n{} more", self.0.len() - SHOWN)?;
        }
        Ok(())
    }
}

impl std::error::Error for ReportFaults {}

impl TournamentReport {
    /// Returns `true` if the bytes look like a report: the first line that is not a comment begins
    /// with a record of the format.
    ///
    /// ```
    /// use reynard_games::TournamentReport;
    ///
    /// assert!(TournamentReport::is_report(b"012 Club night\r\n"));
    /// assert!(!TournamentReport::is_report(b"[Event \"Club night\"]\n"));
    /// ```
    pub fn is_report(bytes: &[u8]) -> bool {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let mut lines = bytes.split(|byte| matches!(byte, b'\r' | b'\n'));
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"###"));
        first.is_some_and(|line| {
            let is_record = line.len() >= 3
                && (line[..3].iter().all(u8::is_ascii_digit)
                    || line.starts_with(b"XX")
                    || line.starts_with(b"BB"));
            is_record && line.get(3).is_none_or(|byte| matches!(byte, b' ' | b'\t'))
        })
    }
}
