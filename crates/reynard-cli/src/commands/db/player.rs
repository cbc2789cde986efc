//! `reynard db player`: prints statistics about a player, and the openings they play.

use std::path::PathBuf;

use anyhow::Context;
use reynard::Position;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_db::{ExploreAnswer, ExploreLimits, ExploreTable, PlayerReportTable};
use reynard_games::{Query, QueryTerm, TextPattern};

use super::base::{explained, moved, note_near_players, note_none, open, term};
use crate::side::Side;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db player games.rdb 'Carlsen, Magnus'
  reynard db player games.rdb kasparov 'year>=1990'
  reynard db player games.rdb kasparov --side black --explore --moves e4

A name is found by each of its words, whatever case, accents and order.")]
pub(super) struct Args {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// The name of the player
    #[arg(value_name = "NAME")]
    name: String,
    /// Conditions of the filter language
    #[arg(value_name = "FILTER")]
    filter: Vec<String>,
    /// Games of one side
    #[arg(long, value_enum, value_name = "COLOR")]
    side: Option<Side>,
    /// Explore the player's games instead
    #[arg(long)]
    explore: bool,
    /// Moves from the start position on, to explore there: 'e4 c5'
    #[arg(long, value_name = "MOVES", requires = "explore")]
    moves: Option<String>,
    /// Lines of each list
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let base = open(&args.file)?;
    let filter = term(&args.filter)?;
    let named = match args.side {
        Some(Side::White) => "white",
        Some(Side::Black) => "black",
        None => "player",
    };
    let named = QueryTerm::new(named, &args.name).context("NAME")?;
    let query = Query::all([named, filter])?;
    if args.explore {
        let pos = moved(Position::startpos(), args.moves.as_deref())?;
        let explored =
            explained(&args.file, base.explore(&pos, &query, &ExploreLimits::default()))?;
        if args.format.json {
            out.json(&ExploreAnswer::from(&explored))?;
        } else {
            let width = out.width().unwrap_or(super::explore::WIDTH);
            out.text(ExploreTable { explored: &explored, width, most_moves: 30 })?;
        }
        return Ok(status(explored.score.games()));
    }
    let name: TextPattern = args.name.parse().context("NAME")?;
    let report = explained(&args.file, base.player(&name, &query))?;
    if args.format.json {
        out.json(&report)?;
    } else {
        out.text(PlayerReportTable { report: &report, most: args.limit })?;
    }
    let games = report.white.games + report.black.games;
    if games == 0 {
        note_none(&base, "no game matches", out)?;
        note_near_players(&base, &name, out)?;
    }
    Ok(status(games))
}

const fn status(games: u64) -> Status {
    Status::fine_if(games > 0)
}
