//! The report of `reynard pgn players --mistakes`.

use std::num::NonZeroUsize;

use reynard_analysis::MistakeReport;
use reynard_base::parallel::Workers;
use reynard_base::printable;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_console::threads::threads_or_cores;
use reynard_games::{Query, TextPattern, player_side};
use reynard_pgn::GameTree;

use super::input::{Inputs, OnErrors};
use super::near::note_near_players;
use super::trees::each_tree;

/// The player whose mistakes are reported, and the number of worst mistakes.
pub(super) struct Subject<'a> {
    pub(super) name: &'a str,
    pub(super) most: NonZeroUsize,
}

pub(super) fn run(
    inputs: &Inputs,
    errors: OnErrors,
    query: &Query,
    Subject { name, most }: Subject<'_>,
    format: Format,
    out: &mut Output,
) -> anyhow::Result<Status> {
    let pattern: TextPattern = name.parse()?;
    let mut report = MistakeReport::new(most.get());
    let workers = Workers::new(threads_or_cores(inputs.threads), || ());
    let side = |(): &mut (), tree: &GameTree| player_side(tree, &pattern);
    let sums = each_tree(inputs, query, workers, out, side, |side, tree, number, _, _| {
        if let Some(side) = side {
            report.add(tree, side, number);
        }
        Ok(true)
    })?;
    format.answer(&report, out)?;
    if sums.games > 0 && report.games == 0 && !query.is_empty() {
        let note = out.paint_warning("note");
        out.note(format_args!("{note}: no game matches the filter and the name"))?;
    }
    if report.games > 0 && report.games == report.without_evaluations {
        let note = out.paint_warning("note");
        let hint = "the games have no evaluations: `reynard analyze` writes them";
        out.note(format_args!("{note}: {hint}"))?;
    } else if report.games == 0 && sums.games > 0 {
        let (note, name) = (out.paint_warning("note"), printable(name));
        out.note(format_args!("{note}: no game has a player `{name}`"))?;
        note_near_players(inputs, &name, out)?;
    }
    Ok(errors.status(&sums, out)?)
}
