//! Journal of a match: a header line, and a line for each game.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use reynard_arena::{GameRecord, MatchFormat, Schedule, check_records};
use reynard_console::opening_args::OpeningRecord;
use reynard_console::whole_file::open_journal;
use reynard_host::{EngineSpec, MatchLimits};
use serde::{Deserialize, Serialize};

/// Version of the layout.
pub(super) const VERSION: u32 = 1;

/// Header of a journal. A match resumes only if nothing of this has changed.
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

/// Journal file, if one is given.
pub(super) struct Journal(Option<File>);

impl Journal {
    pub(super) const fn none() -> Self {
        Self(None)
    }

    /// Opens or creates a journal and reads its games. An incomplete last line is dropped. A game
    /// that is there twice, has an illegal move or is not in the schedule is an error.
    pub(super) fn open(
        path: &Path,
        header: &Header,
        schedule: &Schedule,
    ) -> anyhow::Result<(Self, Vec<GameRecord>)> {
        let context = || path.display().to_string();
        let mut file = open_journal(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(context)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).with_context(context)?;
        file.seek(SeekFrom::End(0)).with_context(context)?;
        let mut journal = Self(Some(file));
        let mut lines = bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let Some(first) = lines.next() else {
            journal.line(header)?;
            return Ok((journal, Vec::new()));
        };
        let found: Header = serde_json::from_slice(first)
            .with_context(|| format!("{} is not the journal of a match", path.display()))?;
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
        let games = games.collect::<anyhow::Result<Vec<GameRecord>>>()?;
        // Fewer rounds than before do not make the other games wrong.
        let rounds = games.iter().map(|game| game.round + 1).max().unwrap_or(0);
        let schedule = match schedule.format {
            MatchFormat::Swiss { .. } | MatchFormat::Knockout => *schedule,
            _ => Schedule { rounds: rounds.max(schedule.rounds), ..*schedule },
        };
        check_records(&schedule, &games)
            .map_err(|error| anyhow!("{}: line {}: {error}", path.display(), error.index + 2))?;
        Ok((journal, games))
    }

    pub(super) fn add(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        self.line(record)
    }

    /// Writes a line with one call, so that a killed process leaves at most one incomplete line.
    fn line(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        file.write_all(&line).context("cannot write the journal")
    }
}
