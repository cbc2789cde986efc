//! `notebook.toml`: the settings of a notebook.

use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard_games::TextPattern;
use reynard_learn::{Retention, RolloverHour, UtcOffset};
use reynard_pgn::PieceLetters;
use serde::Deserialize;

use crate::search_options::SearchOptions;

/// Name of the settings file.
pub(super) const FILE: &str = "notebook.toml";

/// Settings of a notebook.
pub(super) struct Settings {
    /// The learner's names, as written in the file.
    pub(super) names: Vec<String>,
    /// The learner's names as patterns.
    pub(super) me: Vec<TextPattern>,
    /// The external engine; `None` for Reynard.
    pub(super) engine: Option<String>,
    /// Folders with endgame tables, as written in the file.
    pub(super) syzygy: Vec<PathBuf>,
    /// Nodes per position.
    pub(super) nodes: NonZeroU64,
    /// New cards per day.
    pub(super) new_a_day: usize,
    pub(super) retention: Retention,
    pub(super) rollover: RolloverHour,
    /// Offset of local time from UTC; `None` to use the system's offset.
    pub(super) offset: Option<UtcOffset>,
    /// Piece letters in answers.
    pub(super) letters: PieceLetters,
}

/// The fields of the settings file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Fields {
    #[serde(default)]
    me: Vec<String>,
    #[serde(default)]
    engine: Option<String>,
    #[serde(default)]
    syzygy: Vec<PathBuf>,
    #[serde(default)]
    nodes: Option<NonZeroU64>,
    #[serde(default)]
    new_cards_a_day: Option<usize>,
    #[serde(default)]
    retention: Option<f64>,
    #[serde(default)]
    rollover_hour: Option<u8>,
    #[serde(default)]
    utc_offset: Option<String>,
    #[serde(default)]
    letters: Option<String>,
}

/// Default number of nodes per position.
const NODES: NonZeroU64 = NonZeroU64::new(20_000).unwrap();
/// Default number of new cards per day.
const NEW_A_DAY: usize = 10;
/// Transposition table size of each engine, in MiB.
const HASH: NonZeroUsize = NonZeroUsize::new(16).unwrap();

impl Settings {
    /// Reads the settings of the notebook in a folder.
    pub(super) fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(FILE);
        let name = || path.display().to_string();
        let text = fs::read_to_string(&path).with_context(name)?;
        Self::parse(&text).with_context(name)
    }

    /// Parses the text of a settings file.
    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        // A Windows editor may add a byte order mark.
        let fields: Fields = toml::from_str(text.trim_start_matches('\u{feff}'))?;
        let me = fields.me.iter().map(|name| name.parse::<TextPattern>()).collect::<Result<_, _>>();
        let retention = match fields.retention.map(Retention::new) {
            Some(None) => bail!("retention: not a number from 0.7 to 0.97"),
            Some(Some(retention)) => retention,
            None => Retention::DEFAULT,
        };
        let rollover = match fields.rollover_hour.map(RolloverHour::new) {
            Some(None) => bail!("rollover-hour: not an hour from 0 to 23"),
            Some(Some(hour)) => hour,
            None => RolloverHour::DEFAULT,
        };
        let letters = match &fields.letters {
            Some(code) => {
                code.parse().ok().context("letters: not the code of a language, like de")?
            }
            None => PieceLetters::ENGLISH,
        };
        Ok(Self {
            me: me.context("me")?,
            names: fields.me,
            engine: fields.engine.filter(|engine| !engine.trim().is_empty()),
            syzygy: fields.syzygy,
            nodes: fields.nodes.unwrap_or(NODES),
            new_a_day: fields.new_cards_a_day.unwrap_or(NEW_A_DAY),
            retention,
            rollover,
            offset: fields.utc_offset.as_deref().map(offset).transpose()?,
            letters,
        })
    }

    /// Returns the options for searching one position.
    pub(super) fn search(&self) -> SearchOptions {
        SearchOptions {
            depth: None,
            time: None,
            nodes: Some(self.nodes),
            threads: Some(NonZeroUsize::MIN),
            hash: HASH,
        }
    }
}

/// Parses an offset such as `+01:00`, `+0530` or `-11`.
pub(super) fn offset(text: &str) -> anyhow::Result<UtcOffset> {
    let wrong = || format!("utc-offset: `{text}` is not an offset like +01:00");
    let (sign, digits) = match text.trim().split_at_checked(1) {
        Some(("+", digits)) => (1, digits),
        Some(("-", digits)) => (-1, digits),
        _ => bail!(wrong()),
    };
    let digits = digits.replace(':', "");
    let is_plain = matches!(digits.len(), 2 | 4) && digits.bytes().all(|it| it.is_ascii_digit());
    let (hours, minutes) = digits.split_at_checked(2).filter(|_| is_plain).with_context(wrong)?;
    let hours: i16 = hours.parse().with_context(wrong)?;
    let minutes: i16 = if minutes.is_empty() { 0 } else { minutes.parse().with_context(wrong)? };
    Ok(UtcOffset::from_minutes(sign * (60 * hours + minutes)))
}

/// Returns the text of a new settings file.
pub(super) fn text(names: &[String], engine: Option<&str>, nodes: Option<NonZeroU64>) -> String {
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    let engine = engine.map_or_else(
        || "# engine = \"stockfish\"".to_owned(),
        |engine| format!("engine = {}", quoted(engine)),
    );
    let nodes = nodes.unwrap_or(NODES);
    format!(
        "# Notebook of `reynard learn`.\n\n\
         # Own names, as games have them. Words of a name are enough, as for `player~`.\n\
         me = [{}]\n\n\
         # Engine for games without evaluations: Reynard itself unless one is named.\n\
         {engine}\n\
         # Folders with Syzygy tables, for endgames of up to seven pieces.\n\
         # syzygy = [\"/path/to/tables\"]\n\
         # Nodes for each position.\n\
         nodes = {nodes}\n\n\
         # Cards that were never asked, at most, a day.\n\
         new-cards-a-day = {NEW_A_DAY}\n\
         # Share of due cards that are to be known, from 0.7 to 0.97.\n\
         retention = 0.9\n\
         # Hour at which a new day begins.\n\
         rollover-hour = 4\n\
         # Difference of the local time from UTC, if the system does not say it.\n\
         # utc-offset = \"+01:00\"\n\
         # Language of the piece letters in answers.\n\
         # letters = \"de\"\n",
        names.join(", ")
    )
}

/// Returns text as a TOML basic string, which has the same syntax as a JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_is_read_as_it_was_meant() {
        let names = ["rider85".to_owned(), "O\"Neil, \\ K.".to_owned()];
        let settings = Settings::parse(&text(&names, None, None)).expect("a good file");
        assert_eq!((settings.names.as_slice(), settings.nodes), (&names[..], NODES));
        assert_eq!((settings.new_a_day, settings.engine), (NEW_A_DAY, None));
        let other = text(&names, Some("stockfish"), NonZeroU64::new(5));
        let other = Settings::parse(&format!("\u{feff}{other}").replace('\n', "\r\n"));
        assert_eq!(other.expect("a good file").engine.as_deref(), Some("stockfish"));
    }

    #[test]
    fn wrong_settings_are_named() {
        for (text, word) in [
            ("retention = 1.0", "retention"),
            ("rollover-hour = 24", "rollover-hour"),
            ("utc-offset = \"1\"", "utc-offset"),
            ("utc-offset = \"+é0\"", "utc-offset"),
            ("letters = \"xx\"", "letters"),
            ("nodse = 1", "nodse"),
        ] {
            let error = Settings::parse(text).err().expect("an error");
            assert!(format!("{error:#}").contains(word), "{error:#}");
        }
    }

    #[test]
    fn offsets_are_read() {
        let minutes = |text| offset(text).map(UtcOffset::minutes).ok();
        let read = ["+01:00", "-0330", "+14", "-00:00"].map(minutes);
        assert_eq!(read, [Some(60), Some(-210), Some(840), Some(0)]);
        assert_eq!(["", "01:00", "+1", "+01:0", "+ab"].map(minutes), [None; 5]);
    }
}
