//! `reynard db edit`: tags of games, with a record of each change.

use std::io::Write;
use std::path::PathBuf;

use reynard_base::printable;
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_db::{GameOrder, TagChange, TagEdit};
use reynard_games::Query;
use serde::Serialize;

use super::base::{Missed, explained, note_none, open, open_writable, trim};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db edit games.rdb 17 --tag 'White=Carlsen, Magnus' --tag WhiteElo=2882
  reynard db edit games.rdb --where 'white=Calrsen' --tag 'White=Carlsen, Magnus' --yes
  reynard db edit games.rdb 17 --remove Annotator
  reynard db edit games.rdb

With --where the games are listed, and edited only with --yes. The database records each change with the value \
before; without numbers and a filter the changes are listed.")]
pub(super) struct Args {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Numbers of games, as `reynard db games` prints them
    #[arg(value_name = "NUMBER", requires = "changes")]
    games: Vec<u64>,
    #[command(flatten)]
    changes: Changes,
    /// Condition of the filter language that the games to edit fulfill
    #[arg(long = "where", value_name = "FILTER", conflicts_with = "games", requires = "changes")]
    filter: Option<Query>,
    /// Edit the games of --where, which are only listed otherwise
    #[arg(long, requires = "filter")]
    yes: bool,
    #[command(flatten)]
    format: Format,
}

#[derive(clap::Args)]
#[group(id = "changes", multiple = true)]
struct Changes {
    /// Tag to set: 'White=Carlsen, Magnus'
    #[arg(long = "tag", value_name = "NAME=VALUE", value_parser = set)]
    set: Vec<TagChange>,
    /// Tag to remove
    #[arg(long, value_name = "NAME", value_parser = |name: &str| TagChange::remove(name))]
    remove: Vec<TagChange>,
}

/// The JSON object of a change.
#[derive(Serialize)]
struct Edit {
    game: u64,
    tag: String,
    before: Option<String>,
    now: Option<String>,
}

/// The width of a line that goes to no terminal.
const WIDTH: usize = 120;

/// Parses the name of a tag and its value.
fn set(text: &str) -> Result<TagChange, String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    TagChange::set(name, value).map_err(|error| error.to_string())
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if args.games.is_empty() && args.filter.is_none() {
        if !args.changes.set.is_empty() || !args.changes.remove.is_empty() {
            anyhow::bail!("which games? Give their numbers, or --where FILTER");
        }
        return list(args, out);
    }
    let mut base = open_writable(&args.file)?;
    let mut games = args.games.clone();
    if let Some(query) = &args.filter {
        let width = out.width().unwrap_or(WIDTH);
        for game in explained(&args.file, base.find(None, query, GameOrder::Id))? {
            writeln!(out, "{}", explained(&args.file, game.head())?.line(width))?;
            games.push(game.id());
        }
        out.flush()?;
        if games.is_empty() {
            return Ok(Missed::Filter.note(&base, out)?);
        }
        if !args.yes {
            let count = counted(games.len() as u64, "game");
            out.note(format_args!("{count}: --yes edits them"))?;
            return Ok(Status::Diagnostics);
        }
    }
    let changes: Vec<TagChange> =
        args.changes.set.iter().chain(&args.changes.remove).cloned().collect();
    let count = explained(&args.file, base.edit_tags(&games, &changes))?;
    trim(&mut base)?;
    out.note(format_args!("{} edited", counted(count, "game")))?;
    Ok(Status::Fine)
}

/// Lists the changes that the database records.
fn list(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let base = open(&args.file)?;
    let edits = explained(&args.file, base.tag_edits())?;
    if edits.is_empty() {
        return Ok(note_none(&base, "no tag was edited", out)?);
    }
    for TagEdit { game, name, before, now } in edits {
        if args.format.json {
            out.json(&Edit { game, tag: name, before, now })?;
            continue;
        }
        let value = |value: Option<String>| {
            value.map_or("none".to_owned(), |value| format!("\"{}\"", printable(&value)))
        };
        let (name, before, now) = (printable(&name).into_owned(), value(before), value(now));
        writeln!(out, "{:>8} {name}: {before} is now {now}", format!("#{game}"))?;
    }
    Ok(Status::Fine)
}
