//! `reynard learn repertoire check`: checks the repertoire for contradictions, and compares it with
//! the learner's games.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Subcommand;
use reynard_base::printable;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_learn::{Departure, DepartureBy};

use super::full_report::repertoire_of;
use super::notebook::{Notebook, NotebookArg};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn repertoire check")]
pub(super) struct Args {
    #[command(subcommand)]
    command: RepertoireCommand,
}

#[derive(Subcommand)]
enum RepertoireCommand {
    /// Find contradictions between files, and where your games leave the repertoire
    Check(CheckArgs),
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn repertoire check
  reynard learn repertoire check --limit 20

The exit code is 1 if two files have different moves for a position. A game that comes back to the \
repertoire by another order of moves has not left it.")]
struct CheckArgs {
    #[command(flatten)]
    notebook: NotebookArg,
    /// Maximum number of positions in each list
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        RepertoireCommand::Check(args) => check(args, out),
    }
}

fn check(args: &CheckArgs, out: &mut Output) -> anyhow::Result<Status> {
    let notebook = args.notebook.open()?;
    for note in notebook.contents()?.notes {
        out.note(note)?;
    }
    let repertoire = repertoire_of(&notebook)?;
    let positions = counted(repertoire.own_positions() as u64, "position");
    if repertoire.own_positions() == 0 {
        let folder = notebook.folder.join("repertoire");
        out.note(format_args!("no repertoire: put PGN files into {}", folder.display()))?;
        return Ok(Status::Fine);
    }
    writeln!(out, "{positions} with a move of yours.")?;
    let conflicts = repertoire.conflicts();
    for conflict in conflicts.iter().take(args.limit) {
        let moves = conflict
            .moves
            .iter()
            .map(|(mv, file)| format!("{} in {}", conflict.position.san(*mv), printable(file)));
        let moves: Vec<String> = moves.collect();
        writeln!(out, "\nDifferent moves: {}\n  {}", moves.join(", "), conflict.position)?;
    }
    more(conflicts.len(), args.limit, out)?;
    for by in [DepartureBy::Opponent, DepartureBy::Learner] {
        print_departures(&departures(&notebook, by)?, by, args.limit, out)?;
    }
    Ok(Status::fine_if(conflicts.is_empty()))
}

/// Moves with which games leave the repertoire, each with its position and number of games.
type Departures = Vec<(Departure, u64)>;

fn departures(notebook: &Notebook, by: DepartureBy) -> anyhow::Result<Departures> {
    let repertoire = repertoire_of(notebook)?;
    let mut found: BTreeMap<(u64, u16), (Departure, u64)> = BTreeMap::new();
    notebook.each_game(|tree, side| {
        let departure = repertoire.departure(tree, side).filter(|departure| departure.by == by);
        if let Some(departure) = departure {
            let key = (departure.position.key(), departure.mv.bits());
            found.entry(key).or_insert((departure, 0)).1 += 1;
        }
    })?;
    let mut found: Departures = found.into_values().collect();
    found.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    Ok(found)
}

fn print_departures(
    departures: &Departures,
    by: DepartureBy,
    limit: usize,
    out: &mut Output,
) -> anyhow::Result<()> {
    if departures.is_empty() {
        return Ok(());
    }
    let title = match by {
        DepartureBy::Opponent => "Moves of opponents without an answer",
        DepartureBy::Learner => "Moves of yours that are not in the repertoire",
    };
    writeln!(out, "\n{title}")?;
    for (departure, games) in departures.iter().take(limit) {
        let Departure { position, mv, known, .. } = departure;
        let known: Vec<String> = known.iter().map(|&mv| position.san(mv).to_string()).collect();
        let mv = position.numbered_move(*mv);
        writeln!(out, "  {:>9}  {mv:<12} known: {}", counted(*games, "game"), known.join(", "))?;
    }
    more(departures.len(), limit, out)
}

fn more(all: usize, limit: usize, out: &mut Output) -> anyhow::Result<()> {
    if all > limit {
        writeln!(out, "  {} more", all - limit)?;
    }
    Ok(())
}
