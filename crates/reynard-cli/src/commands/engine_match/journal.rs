//! The journal of a match: a header line, followed by one line per game.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use reynard_arena::{GameRecord, MatchFormat, Schedule, check_records};
use reynard_console::opening_args::OpeningRecord;
use reynard_console::whole_file::open_journal;
use reynard_host::{EngineSpec, MatchLimits};
use serde::{Deserialize, Serialize};

/// Version of the format.
pub(super) const VERSION: u32 = 1;

/// The header of a journal. A match can be resumed only if none of these fields has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    #[serde(rename = "reynard-match")]
    pub(super) version: u32,
    pub(super) players: Vec<(EngineSpec, MatchLimits)>,
    pub(super) gauntlet: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) swiss: Option<usize>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) knockout: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) ponder: bool,
    pub(super) openings: OpeningRecord,
    pub(super) chess960: bool,
}

/// The journal file, if a file is given.
pub(super) struct Journal(Option<File>);

impl Journal {
    pub(super) const fn none() -> Self {
        Self(None)
    }

    /// Opens or creates a journal, and reads its games. An incomplete last line is dropped. Returns
    /// an error if the file is not a journal, or if a game is repeated, illegal or not in the
    /// schedule. In that case, the file is left unchanged.
    pub(super) fn open(
        path: &Path,
        header: &Header,
        schedule: &Schedule,
    ) -> anyhow::Result<(Self, Vec<GameRecord>)> {
        let context = || path.display().to_string();
        let mut file = open_journal(path)?;
        let bytes = read(&mut file).with_context(context)?;
        let own = line(header)?;
        let is_new = own.starts_with(&bytes);
        let whole = if is_new { 0 } else { whole_lines(&bytes) };
        let games = if is_new { Vec::new() } else { parse(&bytes[..whole], header, path)? };
        check_games(&games, schedule, path)?;
        file.set_len(whole as u64).with_context(context)?;
        file.seek(SeekFrom::End(0)).with_context(context)?;
        if is_new {
            file.write_all(&own).with_context(context)?;
        }
        Ok((Self(Some(file)), games))
    }

    /// Adds a game in a single write, so that a killed process leaves at most one incomplete line.
    pub(super) fn add(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        file.write_all(&line(record)?).context("cannot write the journal")
    }
}

/// The bytes with which every journal begins.
const BEGINNING: &[u8] = b"{\"reynard-match\":";

/// Reads the whole file if it is a journal, and otherwise only its beginning.
fn read(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Read::by_ref(file).take(BEGINNING.len() as u64).read_to_end(&mut bytes)?;
    if bytes == BEGINNING {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Returns the journal line for a header or a game.
fn line(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Returns the total length of the complete lines.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

/// Parses the complete lines of a journal. The first line must be the header of this match.
fn parse(bytes: &[u8], header: &Header, path: &Path) -> anyhow::Result<Vec<GameRecord>> {
    let mut lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let found: Header = serde_json::from_slice(lines.next().unwrap_or_default()).map_err(|_| {
        anyhow!("{} is not the journal of a match: name a new file with --journal", path.display())
    })?;
    if found != *header {
        bail!(
            "{} is the journal of another match: other engines, limits or openings",
            path.display()
        );
    }
    let games = lines.enumerate().map(|(index, line)| {
        serde_json::from_slice(line)
            .with_context(|| format!("{}: line {} is not a game", path.display(), index + 2))
    });
    games.collect()
}

/// Checks that the games of a journal belong to this schedule.
fn check_games(games: &[GameRecord], schedule: &Schedule, path: &Path) -> anyhow::Result<()> {
    // The other games remain valid if there are fewer rounds than before.
    let rounds = games.iter().map(|game| game.round + 1).max().unwrap_or(0);
    let schedule = match schedule.format {
        MatchFormat::Swiss { .. } | MatchFormat::Knockout => *schedule,
        _ => Schedule { rounds: rounds.max(schedule.rounds), ..*schedule },
    };
    check_records(&schedule, games)
        .map_err(|error| anyhow!("{}: line {}: {error}", path.display(), error.index + 2))
}
