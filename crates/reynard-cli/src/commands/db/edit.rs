//! `reynard db edit`: edits the tags of games, and records each change.

use std::io::Write;
use std::path::PathBuf;

use reynard_base::printable;
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_db::{TagChange, TagEdit};
use reynard_games::Query;
use serde::Serialize;

use super::base::{condition, explained, note_none, open, open_writable, trim};
use super::chosen_games::{ChosenGames, GameChoice};

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
    #[arg(long = "where", value_name = "FILTER", conflicts_with = "games", requires = "changes", value_parser = condition)]
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

/// The JSON object printed for a change.
#[derive(Serialize)]
struct Edit {
    game: u64,
    tag: String,
    before: Option<String>,
    now: Option<String>,
}

/// Parses a tag name and the tag's new value.
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
    let choice = GameChoice {
        numbers: &args.games,
        filter: args.filter.as_ref(),
        is_confirmed: args.yes,
        verb: "edits",
    };
    let games = match choice.games(&base, out)? {
        ChosenGames::Numbers(games) => games,
        ChosenGames::None(status) => return Ok(status),
    };
    let changes: Vec<TagChange> =
        args.changes.set.iter().chain(&args.changes.remove).cloned().collect();
    let count = explained(&args.file, base.edit_tags(&games, &changes))?;
    trim(&mut base)?;
    out.note(format_args!("{} edited", counted(count, "game")))?;
    Ok(Status::Fine)
}

/// Lists the changes recorded in the database.
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
