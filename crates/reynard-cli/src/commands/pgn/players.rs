//! `reynard pgn players`: lists the players of a collection, or reports the mistakes of one player.

use std::io::Write;
use std::num::NonZeroUsize;

use anyhow::Context;
use reynard_base::printable;
use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_games::{
    AbbreviatedName, EncounterCollector, PlayerOrder, PlayerRecord, PlayerRecords, PlayerTable,
    Query, QueryTerm,
};

use super::filter::parsed;
use super::input::{Batch, Inputs, OnErrors};
use super::mistakes;
use super::near::{
    Joining, add_fulfilled, note_abbreviated, note_conditions, note_near_players, player_records,
};

#[derive(Clone, clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn players games.pgn.zst
  reynard pgn players --by performance --min-games 20 --limit 50 games.pgn
  reynard pgn players carlsen --where 'year>=2020' --json games.pgn
  reynard pgn players 'Anna Muzychuk' analyzed.pgn --mistakes

A first argument that is not a file is the name, as --name. The performance rating follows the table of FIDE. --mistakes needs games with evaluations in their \
comments, as `reynard analyze` and lichess write them.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Words in the name of the players to list
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Report where the player loses winning chances: by phase, opening and move
    #[arg(long, conflicts_with_all = ["by", "min_games"])]
    mistakes: bool,
    /// Games that count, in the filter language: `year>=2020 tc=blitz`
    #[arg(long = "where", value_name = "FILTER", value_parser = parsed)]
    filter: Option<QueryTerm>,
    /// Order of the list
    #[arg(long, value_name = "ORDER", default_value = "games", value_parser = choice(&ORDERS))]
    by: PlayerOrder,
    /// Minimum number of games of a player
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// Number of players, or of mistakes, that are shown
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN.saturating_add(19))]
    limit: NonZeroUsize,
    #[command(flatten)]
    joining: Joining,
    #[command(flatten)]
    format: Format,
}

/// The orders in which players can be listed.
const ORDERS: [Choice<PlayerOrder>; 5] = [
    ("games", PlayerOrder::Games, "Most games first"),
    ("score", PlayerOrder::Score, "Best score in percent first"),
    ("performance", PlayerOrder::Performance, "Best performance first"),
    ("elo", PlayerOrder::Elo, "Highest rating first"),
    ("name", PlayerOrder::Name, "By name"),
];

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let args = &args.with_name_in_front();
    let query = args.query()?;
    if args.mistakes {
        let name = args.name.as_deref().context(
            "--mistakes needs the name of a player: reynard pgn players NAME FILE --mistakes",
        )?;
        let subject = mistakes::Subject { name, most: args.limit };
        return mistakes::run(&args.inputs, args.errors, &query, subject, args.format, out);
    }
    let paint = out.paint_notes();
    let mut fulfilled = vec![false; query.conditions().len()];
    let note = |batch: &Batch<EncounterCollector<'_>>| {
        add_fulfilled(&mut fulfilled, batch.visitor.fulfilled());
        batch.note(out)
    };
    let (mut records, sums) = player_records(&args.inputs, &query, note, paint)?;
    if args.joining.join_initials {
        records.join_abbreviated();
    }
    let pattern = args.name.as_deref().map(str::parse::<reynard_games::TextPattern>).transpose()?;
    let mut players = records.list(args.by);
    players.retain(|player| {
        player.games() >= args.min_games
            && pattern.as_ref().is_none_or(|pattern| pattern.is_in(&player.name))
    });
    let found = players.len() as u64;
    players.truncate(args.limit.get());
    if args.format.json {
        players.iter().try_for_each(|player| out.json(player))?;
    } else {
        out.text(PlayerTable(&players))?;
        if found > players.len() as u64 {
            writeln!(out, "{} of {}", players.len(), counted(found, "player"))?;
        }
    }
    if records.left_out() > 0 {
        let (note, most) = (out.paint_warning("note"), PlayerRecords::MAX_PLAYERS);
        out.note(format_args!("{note}: only the first {most} players were counted"))?;
    }
    if found == 0 && sums.games > 0 {
        let note = out.paint_warning("note");
        match &args.name {
            Some(name) => {
                let name = printable(name);
                out.note(format_args!("{note}: no game with a result has a player `{name}`"))?;
                note_near_players(&args.inputs, &name, out)?;
            }
            None => out.note(format_args!("{note}: no game with a result and names matches"))?,
        }
        if args.filter.is_some() {
            note_conditions(&args.inputs, &query, &fulfilled, out)?;
        }
    } else if !args.joining.join_initials && args.name.is_some() {
        note_abbreviated(&abbreviated(&players), out)?;
    }
    Ok(args.errors.status(&sums, out)?)
}

/// Returns the abbreviated names in a list of players.
fn abbreviated(players: &[PlayerRecord]) -> Vec<AbbreviatedName> {
    AbbreviatedName::find(players.iter().map(|player| &*player.name))
}

impl Args {
    /// Treats the first file name as the player's name if no such file exists and there are other
    /// files.
    fn with_name_in_front(&self) -> Self {
        let mut args = self.clone();
        if let [first, _, ..] = &*self.inputs.files
            && self.name.is_none()
            && first.as_os_str() != "-"
            && !first.exists()
        {
            args.name = Some(first.to_string_lossy().into_owned());
            args.inputs.files.remove(0);
        }
        args
    }

    /// Combines the filter and the name, where given, into a query.
    fn query(&self) -> anyhow::Result<Query> {
        let name = self.name.as_deref().map(|name| QueryTerm::new("player", name)).transpose()?;
        Ok(Query::all(name.into_iter().chain(self.filter.clone()))?)
    }
}
