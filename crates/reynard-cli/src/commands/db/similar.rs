//! `reynard db similar`: lists games with the same pawn structures and pieces as a given game.

use std::io::Write;
use std::path::PathBuf;

use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_db::HeadAnswer;
use serde::Serialize;

use super::base::{explained, note_none, open, query_in};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db similar games.rdb 17
  reynard db similar games.rdb 17 'elo>=2600' --limit 5

Games are similar if they have pawn structures of the game on the board, each with the same pieces. Those of its \
first eight moves do not count.")]
pub(super) struct Args {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Number of the game, as `reynard db games` prints it
    #[arg(value_name = "NUMBER")]
    game: u64,
    /// Conditions of the filter language for the other games
    #[arg(value_name = "FILTER")]
    filter: Vec<String>,
    /// Maximum number of games to print
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    #[command(flatten)]
    format: Format,
}

/// The JSON object printed for a similar game.
#[derive(Serialize)]
struct Similar {
    #[serde(flatten)]
    game: HeadAnswer,
    /// Number of structures that both games have in common.
    shared: usize,
    structures: usize,
    /// The move of the given game at which the last shared structure appears.
    until: usize,
}

/// Line width if there is no terminal.
const WIDTH: usize = 120;

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let base = open(&args.file)?;
    let query = query_in(&args.filter, &base)?;
    let (structures, found) = explained(&args.file, base.similar_games(args.game, &query))?;
    let width = out.width().unwrap_or(WIDTH);
    for it in found.iter().take(args.limit) {
        let head = explained(&args.file, it.game.head())?;
        let (shared, until) = (it.shared, it.last_ply.div_ceil(2));
        if args.format.json {
            out.json(&Similar { game: HeadAnswer::from(&head), shared, structures, until })?;
            continue;
        }
        out.text(format_args!("{}\n", head.line(width)))?;
        writeln!(out, "          {shared} of {structures} structures, up to move {until}")?;
    }
    if found.is_empty() {
        let reason = if structures == 0 {
            "the game has no pawn structure after its first eight moves"
        } else {
            "no other game that fulfills the filter has a pawn structure of this one with its pieces"
        };
        return Ok(note_none(&base, reason, out)?);
    }
    Ok(Status::Fine)
}
