//! Games or a report, as a tournament.

use std::collections::HashSet;
use std::sync::Arc;

use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_games::{
    AbbreviatedName, Participant, ReportLine, Tournament, TournamentGame, TournamentGameCollector,
    TournamentNotes, TournamentReport,
};

use super::Args;
use crate::commands::pgn::input::{CONTINUE, Lints, Sums};
use crate::commands::pgn::near::{note_abbreviated, note_conditions};

/// A tournament, and its origin.
pub(super) enum Source {
    /// A report.
    Report(Box<TournamentReport>),
    /// Games.
    Games { tournament: Box<Tournament>, notes: Box<TournamentNotes>, games: GameSums },
}

/// Sums over the games that were read.
pub(super) struct GameSums {
    sums: Sums,
    matching: u64,
    /// Games that lack a name.
    nameless: u64,
    fulfilled: Vec<bool>,
    abbreviated: Vec<AbbreviatedName>,
}

impl Source {
    pub(super) fn read(args: &Args, out: &mut Output) -> anyhow::Result<Self> {
        let mut inputs = args.inputs.clone();
        if let Some(bytes) = inputs.report()? {
            let report = TournamentReport::read(&bytes).map_err(|faults| {
                anyhow::anyhow!("{faults}").context(inputs.files[0].display().to_string())
            })?;
            return Ok(Self::Report(Box::new(report)));
        }
        let query = args.filter.clone().unwrap_or_default();
        let (mut games, mut nameless, mut matching) = (Vec::new(), 0, 0);
        let mut fulfilled = vec![false; query.conditions().len()];
        let collector = || TournamentGameCollector::new(&query);
        let sums = inputs.read(out.paint_notes(), Lints::Dropped, collector, |batch| {
            games.extend_from_slice(batch.visitor.games());
            nameless += batch.visitor.unfinished();
            matching += batch.visitor.matching();
            for (sum, &one) in fulfilled.iter_mut().zip(batch.visitor.fulfilled()) {
                *sum |= one;
            }
            batch.note(out)?;
            CONTINUE
        })?;
        let names = games.iter().flat_map(|game: &TournamentGame| &game.names);
        let abbreviated = AbbreviatedName::find(unique(names));
        if args.joining.join_initials {
            join(&mut games, &abbreviated);
        }
        let (tournament, notes) = Tournament::of_games(&games, &args.of_games());
        let games = GameSums { sums, matching, nameless, fulfilled, abbreviated };
        Ok(Self::Games { tournament: Box::new(tournament), notes: Box::new(notes), games })
    }

    pub(super) const fn tournament(&self) -> &Tournament {
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

    /// Notes what the reader of the table should know, on standard error.
    pub(super) fn note(&self, args: &Args, out: &mut Output) -> anyhow::Result<()> {
        let word = out.paint_warning("note");
        let is_long = |it: &&Participant| it.name.chars().count() > TournamentReport::NAME_LETTERS;
        let long = self.tournament().players.iter().filter(is_long).count();
        if args.to == super::TableFormat::Trf && long > 0 {
            let (names, most) = (counted(long as u64, "name"), TournamentReport::NAME_LETTERS);
            let are = if long == 1 { "is" } else { "are" };
            out.note(format_args!(
                "{word}: {names} {are} longer than the {most} letters of a report, and cut"
            ))?;
        }
        match self {
            Self::Report(report) => {
                for note in &report.notes {
                    out.note(format_args!("{word}: {note}"))?;
                }
            }
            Self::Games { notes, games, .. } => {
                if games.matching == 0 && games.sums.games > 0 {
                    let query = args.filter.clone().unwrap_or_default();
                    note_conditions(&args.inputs, &query, &games.fulfilled, out)?;
                }
                if !args.joining.join_initials {
                    note_abbreviated(&games.abbreviated, out)?;
                }
                super::notes::note(notes, games.nameless, out)?;
            }
        }
        Ok(())
    }

    pub(super) fn status(&self, args: &Args, out: &mut Output) -> anyhow::Result<Status> {
        match self {
            Self::Report(_) => Ok(Status::Fine),
            Self::Games { games, .. } => Ok(args.errors.status(&games.sums, out)?),
        }
    }
}

/// Returns the names, each once.
fn unique<'a>(names: impl Iterator<Item = &'a Arc<str>>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    names.map(|name| &**name).filter(|name| seen.insert(*name)).collect()
}

/// Gives the games under a name with initials to the player whose name it abbreviates.
fn join(games: &mut [TournamentGame], abbreviated: &[AbbreviatedName]) {
    for name in games.iter_mut().flat_map(|game| &mut game.names) {
        let known = abbreviated.iter().find(|it| *it.name == **name);
        if let Some([full]) = known.map(|it| &*it.full) {
            *name = Arc::from(full.as_str());
        }
    }
}
