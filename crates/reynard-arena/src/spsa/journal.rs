//! The text format of a run's settings and results, used to resume the run.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::optimizer::{Spsa, SpsaSettings};
use super::parameter::{InvalidSpsaParameter, SpsaParameter};

/// First line of a journal.
const TITLE: &str = "reynard-spsa 1";
/// Line before the list of results.
const RESULTS: &str = "results";

/// Separator between the half points of a pair and its number of forfeits.
const FORFEITS: &str = " forfeits ";

/// The journal of a run. The header contains the settings, the parameters and a description of the
/// games. It is followed by one line per pair, which contains the pair's half points and, if there
/// are any forfeits, their number: `4 forfeits 2`.
///
/// ```
/// use reynard_arena::spsa::{Spsa, SpsaJournal, SpsaSettings};
///
/// let spsa = Spsa::new(vec!["a,1,0,9,1".parse()?], SpsaSettings::default());
/// let text =
///     SpsaJournal::head(&spsa, "engine,nodes=2000") + SpsaJournal::line(4, 0).as_str();
/// let journal = SpsaJournal::parse(&text)?;
/// assert_eq!(
///     (journal.results.as_slice(), journal.games.as_str()),
///     ([4].as_slice(), "engine,nodes=2000")
/// );
/// assert_eq!(journal.replay().pairs(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaJournal {
    /// Parameters at the start of the run.
    pub parameters: Vec<SpsaParameter>,
    /// Settings of the run.
    pub settings: SpsaSettings,
    /// One-line description of the engine, limits and openings.
    pub games: String,
    /// Half points scored by the first side of each pair.
    pub results: Vec<u8>,
    /// Number of games lost by forfeit.
    pub forfeits: u64,
    /// Length of the complete lines in bytes. A partial last line left by a killed process is
    /// ignored.
    pub length: usize,
}

/// The error returned by [`SpsaJournal::parse`], with the line number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpsaJournalError {
    /// The first line is not the title of a journal.
    Title,
    /// A line of the header is missing or invalid.
    Head(usize),
    /// A parameter is invalid.
    Parameter(usize, InvalidSpsaParameter),
    /// A line does not contain the half points of a pair.
    Result(usize),
}

impl fmt::Display for SpsaJournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Title => f.write_str("not the journal of an SPSA run"),
            Self::Head(line) => write!(f, "line {line}: a setting is missing or invalid"),
            Self::Parameter(line, error) => write!(f, "line {line}: {error}"),
            Self::Result(line) => write!(f, "line {line}: not the half points of a pair, 0 to 4"),
        }
    }
}

impl std::error::Error for SpsaJournalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Parameter(_, error) => error.source(),
            Self::Title | Self::Head(_) | Self::Result(_) => None,
        }
    }
}

impl SpsaJournal {
    /// Returns the header of a run's journal, including its line end. `games` describes the engine,
    /// limits and openings; line ends in it become blanks.
    pub fn head(spsa: &Spsa, games: &str) -> String {
        let SpsaSettings { pairs, gain, seed, concurrency } = spsa.settings();
        let games = games.replace(['\n', '\r'], " ");
        let mut text = format!(
            "{TITLE}\npairs {pairs}\ngain {gain}\nseed {seed}\nconcurrency {concurrency}\ngames {games}\n"
        );
        for parameter in spsa.parameters() {
            let _ = writeln!(text, "parameter {parameter}");
        }
        text + RESULTS + "\n"
    }

    /// Returns the line for a pair's result and its number of forfeits, including the line end.
    pub fn line(half_points: u8, forfeits: u64) -> String {
        match forfeits {
            0 => format!("{half_points}\n"),
            forfeits => format!("{half_points}{FORFEITS}{forfeits}\n"),
        }
    }

    /// Parses a journal. A last line without a line end is ignored.
    ///
    /// # Errors
    ///
    /// [`SpsaJournalError`] for the first invalid line.
    pub fn parse(text: &str) -> Result<Self, SpsaJournalError> {
        let length = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..length].lines().enumerate().map(|(index, line)| (index + 1, line));
        if lines.next().is_none_or(|(_, line)| line != TITLE) {
            return Err(SpsaJournalError::Title);
        }
        let mut field = |name: &str| -> Result<(usize, &str), SpsaJournalError> {
            let (number, line) = lines.next().ok_or(SpsaJournalError::Head(0))?;
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            value.map(|value| (number, value)).ok_or(SpsaJournalError::Head(number))
        };
        let settings = SpsaSettings {
            pairs: number(field("pairs")?)?,
            gain: number(field("gain")?)?,
            seed: number(field("seed")?)?,
            concurrency: number(field("concurrency")?)?,
        };
        let games = field("games")?.1.to_owned();
        let mut parameters = Vec::new();
        loop {
            let Some((number, line)) = lines.next() else { return Err(SpsaJournalError::Head(0)) };
            if line == RESULTS {
                break;
            }
            let text = line.strip_prefix("parameter ").ok_or(SpsaJournalError::Head(number))?;
            let error = |error| SpsaJournalError::Parameter(number, error);
            parameters.push(text.parse().map_err(error)?);
        }
        let (mut results, mut forfeits) = (Vec::new(), 0);
        for (number, line) in lines {
            let error = || SpsaJournalError::Result(number);
            let (points, lost) = line.split_once(FORFEITS).unwrap_or((line, "0"));
            let points = points.parse().ok().filter(|points| *points <= 4_u8);
            results.push(points.ok_or_else(error)?);
            forfeits += lost.parse::<u64>().map_err(|_| error())?;
        }
        Ok(Self { parameters, settings, games, results, forfeits, length })
    }

    /// Returns the state of the run after all results have been added.
    pub fn replay(&self) -> Spsa {
        let mut spsa = Spsa::new(self.parameters.clone(), self.settings);
        self.results.iter().for_each(|&half_points| spsa.add(half_points));
        spsa
    }
}

/// Parses the value of a setting.
fn number<T: FromStr>((line, value): (usize, &str)) -> Result<T, SpsaJournalError> {
    value.parse().map_err(|_| SpsaJournalError::Head(line))
}

#[cfg(test)]
mod tests {
    use super::super::{Spsa, SpsaSettings};
    use super::{SpsaJournal, SpsaJournalError};

    fn text() -> String {
        let parameters = ["a,50,0,100,5", "b,10,0,20,1"].map(|text| text.parse().expect(text));
        let spsa = Spsa::new(parameters.into(), SpsaSettings::default());
        let results = [4, 0, 2, 3].map(|points| SpsaJournal::line(points, 0)).concat();
        SpsaJournal::head(&spsa, "engine,nodes=100\nbook") + &results
    }

    #[test]
    fn a_journal_gives_the_run_again() {
        let journal = SpsaJournal::parse(&text()).expect("a journal");
        assert_eq!(journal.games, "engine,nodes=100 book");
        let mut spsa = Spsa::new(journal.parameters.clone(), SpsaSettings::default());
        for points in [4, 0, 2, 3] {
            spsa.add(points);
        }
        assert_eq!(journal.replay(), spsa);
        assert_eq!(journal.length, text().len());
    }

    #[test]
    fn forfeits_are_counted() {
        let text = text() + &SpsaJournal::line(4, 2) + &SpsaJournal::line(2, 1);
        let journal = SpsaJournal::parse(&text).expect("a journal");
        assert_eq!((journal.results, journal.forfeits), (vec![4, 0, 2, 3, 4, 2], 3));
    }

    #[test]
    fn an_incomplete_last_line_is_left_out() {
        let whole = text();
        let journal = SpsaJournal::parse(&format!("{whole}1")).expect("a journal");
        assert_eq!((journal.results.len(), journal.length), (4, whole.len()));
    }

    #[test]
    fn an_invalid_parameter_is_reported_with_its_line() {
        let error = SpsaJournal::parse(&text().replace("b,10,0,20,1", "b,10")).unwrap_err();
        assert_eq!(error, SpsaJournalError::Parameter(8, crate::spsa::InvalidSpsaParameter::Form));
    }

    #[test]
    fn foreign_lines_are_errors_with_their_number() {
        assert_eq!(SpsaJournal::parse("x\n"), Err(SpsaJournalError::Title));
        assert_eq!(SpsaJournal::parse(""), Err(SpsaJournalError::Title));
        let lines = text().lines().count();
        let error = |text: String| SpsaJournal::parse(&text).expect_err("an error");
        assert_eq!(error(text() + "5\n"), SpsaJournalError::Result(lines + 1));
        assert_eq!(error(text().replace("gain 0.002", "gain x")), SpsaJournalError::Head(3));
        let broken = error(text().replace("a,50", "a,500"));
        assert!(matches!(broken, SpsaJournalError::Parameter(7, _)), "{broken:?}");
    }
}
