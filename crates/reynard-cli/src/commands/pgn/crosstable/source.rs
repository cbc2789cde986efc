//! Reads a tournament from games or from a report.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use reynard_console::output::{Output, Status};
use reynard_console::source;
use reynard_games::{
    AbbreviatedName, KnownBye, ReportLine, TournamentGame, TournamentNotes, TournamentRecord,
    TournamentReport,
};

use super::args::Args;
use crate::commands::pgn::tournament_games::TournamentGames;

/// A tournament read from a report or from games.
pub(super) enum Source {
    /// The tournament of a report.
    Report(Box<TournamentReport>),
    /// The tournament formed by a list of games.
    Games {
        tournament: Box<TournamentRecord>,
        notes: Box<TournamentNotes>,
        read: TournamentGames,
        abbreviated: Vec<AbbreviatedName>,
    },
}

impl Source {
    pub(super) fn read(args: &Args, out: &mut Output) -> anyhow::Result<Self> {
        let mut inputs = args.inputs.clone();
        let mut settings = args.of_games();
        // Those of the command line come later, and take precedence.
        settings.byes.splice(0..0, take_byes(&mut inputs.files)?);
        if let Some(bytes) = inputs.report()? {
            let report = TournamentReport::read(&bytes).map_err(|faults| {
                anyhow::anyhow!("{faults}").context(inputs.files[0].display().to_string())
            })?;
            return Ok(Self::Report(Box::new(report)));
        }
        let query = args.filter.clone().unwrap_or_default();
        let mut read = TournamentGames::read(&inputs, &query, out)?;
        let games = &mut read.games;
        let names = games.iter().flat_map(|game: &TournamentGame| &game.names);
        let abbreviated = AbbreviatedName::find(unique(names));
        if args.joining.join_initials {
            join(games, &abbreviated);
        }
        let (tournament, notes) = TournamentRecord::of_games(games, &settings);
        let (tournament, notes) = (Box::new(tournament), Box::new(notes));
        Ok(Self::Games { tournament, notes, read, abbreviated })
    }

    pub(super) const fn tournament(&self) -> &TournamentRecord {
        match self {
            Self::Report(report) => &report.tournament,
            Self::Games { tournament, .. } => tournament,
        }
    }

    pub(super) fn kept_lines(&self) -> &[ReportLine] {
        match self {
            Self::Report(report) => &report.lines,
            Self::Games { .. } => &[],
        }
    }

    pub(super) fn status(&self, args: &Args, out: &mut Output) -> anyhow::Result<Status> {
        match self {
            Self::Report(_) => Ok(Status::Fine),
            Self::Games { read, .. } => Ok(args.errors.status(&read.sums, out)?),
        }
    }
}

/// Removes the report files from a list with several inputs, and returns the byes and forfeits in
/// the reports.
fn take_byes(files: &mut Vec<PathBuf>) -> anyhow::Result<Vec<KnownBye>> {
    let mut byes = Vec::new();
    if files.len() < 2 {
        return Ok(byes);
    }
    let mut games = Vec::new();
    for path in files.drain(..) {
        if !is_report(&path) {
            games.push(path);
            continue;
        }
        let name = path.display().to_string();
        let bytes = source::read_all(&path).with_context(|| name.clone())?;
        let report = TournamentReport::read(&bytes)
            .map_err(|faults| anyhow::anyhow!("{faults}").context(name))?;
        byes.extend(KnownBye::of_report(&report.tournament));
    }
    if games.is_empty() {
        bail!("several reports: name one, or games and the report that has their byes");
    }
    *files = games;
    Ok(byes)
}

/// Returns `true` if the file begins like a report. Read errors are reported later, when the file
/// is read.
fn is_report(path: &Path) -> bool {
    /// Number of bytes to examine.
    const HEAD: u64 = 4 << 10;
    let mut head = Vec::new();
    path.is_file()
        && source::open(path).is_ok_and(|file| file.take(HEAD).read_to_end(&mut head).is_ok())
        && TournamentReport::is_report(&head)
}

/// Returns the distinct names.
fn unique<'a>(names: impl Iterator<Item = &'a Arc<str>>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    names.map(|name| &**name).filter(|name| seen.insert(*name)).collect()
}

/// Assigns games under an abbreviated name to the player with the full name.
fn join(games: &mut [TournamentGame], abbreviated: &[AbbreviatedName]) {
    for name in games.iter_mut().flat_map(|game| &mut game.names) {
        let known = abbreviated.iter().find(|it| *it.name == **name);
        if let Some([full]) = known.map(|it| &*it.full) {
            *name = Arc::from(full.as_str());
        }
    }
}
