//! `reynard pgn crosstable`: standings with tie-breaks, and who scored what against whom.

use std::io::{self, Write};

use reynard_games::{Crosstable, EncounterCollector, Query, Standing};

use super::input::{CONTINUE, Inputs, Lints, OnErrors};
use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::{Output, Status, printable};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn crosstable tournament.pgn
  reynard pgn crosstable --where 'event~candidates year=2024' games.pgn.zst
  reynard pgn crosstable --json tournament.pgn

Players are ordered by points, then by direct encounter (the points in games among those level on \
points), Sonneborn-Berger, Buchholz, and name. The performance rating follows the table of FIDE. Games \
without a result do not count.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Games that count, in the filter language: `event~candidates year=2024`
    #[arg(long = "where", value_name = "FILTER", value_parser = Query::parse)]
    filter: Option<Query>,
    #[command(flatten)]
    format: Format,
}

/// The most players for whom the results against each other are shown.
const MAX_MATRIX: usize = 24;

/// The longest name that is shown, in characters.
const MAX_NAME: usize = 28;

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let query = args.filter.clone().unwrap_or_default();
    let (mut encounters, mut unfinished) = (Vec::new(), 0);
    let collector = || EncounterCollector::new(&query);
    let sums = args.inputs.read(out.paint_remarks(), Lints::Dropped, collector, |batch| {
        encounters.extend_from_slice(batch.visitor.encounters());
        unfinished += batch.visitor.unfinished();
        batch.remark(out)?;
        CONTINUE
    })?;
    let table = Crosstable::new(&encounters)?;
    if args.format.json {
        out.json(&table)?;
    } else {
        print(&table, out)?;
    }
    if unfinished > 0 {
        let (note, games) = (out.paint_warning("note"), counted(unfinished, "game"));
        out.remark(format_args!("{note}: {games} without a result or a name left out"))?;
    }
    Ok(args.errors.status(&sums, out)?)
}

fn print(table: &Crosstable, out: &mut Output) -> io::Result<()> {
    let name =
        |player: &Standing| -> String { printable(&player.name).chars().take(MAX_NAME).collect() };
    let width = table.players.iter().map(|it| name(it).chars().count()).max().unwrap_or(0).max(6);
    let with_matrix = table.players.len() <= MAX_MATRIX;
    let cells = |player: &Standing| -> Vec<String> {
        let against = |opponent| player.results.iter().find(|it| it.opponent == opponent);
        let cell = |opponent| against(opponent).map_or(String::new(), |it| it.results.clone());
        if with_matrix { (0..table.players.len()).map(cell).collect() } else { Vec::new() }
    };
    let all = table.players.iter().flat_map(cells);
    let cell_width = all.map(|cell| cell.len()).max().unwrap_or(0).max(2);
    write!(out, "{:>4}  {:<width$}  {:>4}  {:>6}  {:>5}", "", "Player", "Elo", "Points", "Games")?;
    write!(out, "  {:>6}  {:>6}  {:>7}  {:>5}", "Direct", "SB", "Buchh.", "Perf.")?;
    for number in 1..=if with_matrix { table.players.len() } else { 0 } {
        write!(out, " {number:>cell_width$}")?;
    }
    writeln!(out)?;
    for (index, player) in table.players.iter().enumerate() {
        let number = |value: Option<i64>| value.map_or("-".to_owned(), |it| it.to_string());
        let elo = number(player.elo.and_then(|elo| i64::try_from(elo).ok()));
        write!(out, "{:>3}.  {:<width$}  {elo:>4}", player.rank, name(player))?;
        write!(out, "  {:>6}  {:>5}  {:>6}", player.points, player.games, player.direct)?;
        write!(out, "  {:>6}  {:>7}", player.sonneborn_berger, player.buchholz)?;
        write!(out, "  {:>5}", number(player.performance))?;
        for (opponent, cell) in cells(player).into_iter().enumerate() {
            let cell = if opponent == index { "*".repeat(cell_width) } else { cell };
            write!(out, " {cell:>cell_width$}")?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "{} of {}",
        counted(table.games, "game"),
        counted(table.players.len() as u64, "player")
    )
}
