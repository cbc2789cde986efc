//! `reynard db mark` and `db save`: marks on games, and saved searches.

use std::path::PathBuf;

use anyhow::bail;
use reynard::suggest::closest;
use reynard_base::printable;
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_db::{Database, GameOrder};
use reynard_games::Query;
use serde::Serialize;

use super::base::{
    Missed, condition, explained, filter_in, note_none, open, open_writable, parsed,
};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db mark games.rdb favorite 17 4711
  reynard db mark games.rdb model --where 'eco=D35 elo>=2700 result=1-0'
  reynard db mark games.rdb favorite --remove 17
  reynard db mark games.rdb
  reynard db games games.rdb --mark favorite

Marks are kept in the database. `compact` gives them the new numbers of their games; a merged or copied base has \
none.")]
pub(super) struct MarkArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Name of the mark; without it the marks are listed
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Numbers of games, as `reynard db games` prints them
    #[arg(value_name = "NUMBER")]
    games: Vec<u64>,
    /// Condition of the filter language that the games fulfill
    #[arg(long = "where", value_name = "FILTER", conflicts_with = "games", requires = "name", value_parser = condition)]
    filter: Option<Query>,
    /// Take the mark from the games, or without numbers from all
    #[arg(long, requires = "name")]
    remove: bool,
    #[command(flatten)]
    format: Format,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db save games.rdb iqp 'at(piece=Pd4 not piece=Pc,e)/20 flipcolor'
  reynard db games games.rdb @iqp 'elo>=2600'
  reynard db save games.rdb
  reynard db save games.rdb iqp --remove")]
pub(super) struct SaveArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Name of the search, which `@NAME` in a filter stands for; without it the searches are listed
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Conditions of the filter language; `@NAME` is replaced by the search of that name
    #[arg(value_name = "FILTER")]
    filter: Vec<String>,
    /// Forget the search
    #[arg(long, requires = "name", conflicts_with = "filter")]
    remove: bool,
    #[command(flatten)]
    format: Format,
}

/// The JSON object printed for a mark.
#[derive(Serialize)]
struct Mark {
    name: String,
    games: Vec<u64>,
}

/// The JSON object printed for a saved search.
#[derive(Serialize)]
struct Search {
    name: String,
    filter: String,
}

pub(super) fn mark(args: &MarkArgs, out: &mut Output) -> anyhow::Result<Status> {
    let Some(name) = &args.name else {
        let base = open(&args.file)?;
        let marks = explained(&args.file, base.marks())?;
        if marks.is_empty() {
            return Ok(note_none(&base, "no game has a mark", out)?);
        }
        for (name, games) in marks {
            if args.format.json {
                out.json(&Mark { name, games })?;
            } else {
                let games = counted(games.len() as u64, "game");
                out.text(format_args!("{name:<20} {games}\n"))?;
            }
        }
        return Ok(Status::Fine);
    };
    let mut base = open_writable(&args.file)?;
    let mut games = args.games.clone();
    if let Some(query) = &args.filter {
        let found = explained(&args.file, base.find(None, query, GameOrder::Id))?;
        if found.is_empty() {
            return Ok(Missed::Filter.note(&base, out)?);
        }
        games.extend(found.iter().map(reynard_db::StoredGame::id));
    } else if args.remove && games.is_empty() {
        games = marked(&base, name)?;
    } else if games.is_empty() {
        bail!("which games? Give their numbers, or --where FILTER");
    }
    if args.remove {
        let count = explained(&args.file, base.unmark(name, &games))?;
        out.note(format_args!("{} without the mark {name} now", counted(count, "game")))?;
    } else {
        check_name(name)?;
        let count = explained(&args.file, base.mark(name, &games))?;
        out.note(format_args!("{} marked {name}", counted(count, "game")))?;
    }
    Ok(Status::Fine)
}

pub(super) fn save(args: &SaveArgs, out: &mut Output) -> anyhow::Result<Status> {
    let Some(name) = &args.name else {
        let base = open(&args.file)?;
        let searches = explained(&args.file, base.searches())?;
        if searches.is_empty() {
            return Ok(note_none(&base, "no search is saved", out)?);
        }
        for (name, filter) in searches {
            if args.format.json {
                out.json(&Search { name, filter })?;
            } else {
                out.text(format_args!("@{name:<20} {filter}\n"))?;
            }
        }
        return Ok(Status::Fine);
    };
    let mut base = open_writable(&args.file)?;
    if args.remove {
        if !explained(&args.file, base.forget_search(name))? {
            bail!("{} has no saved search `{name}`", args.file.display());
        }
        return Ok(Status::Fine);
    }
    if args.filter.is_empty() {
        bail!("which conditions? Give a filter after the name");
    }
    check_name(name)?;
    let filter = filter_in(&args.filter, &base)?;
    parsed(&filter)?;
    explained(&args.file, base.save_search(name, &filter))?;
    Ok(Status::Fine)
}

/// Rejects a name that a list could not show.
fn check_name(name: &str) -> anyhow::Result<()> {
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        bail!("`{}` is not a name: it needs letters or digits on one line", printable(name));
    }
    Ok(())
}

/// Returns the numbers of the games with a mark.
pub(super) fn marked(base: &Database, name: &str) -> anyhow::Result<Vec<u64>> {
    let mut marks = explained(base.path(), base.marks())?;
    if let Some(games) = marks.remove(name) {
        return Ok(games);
    }
    let near = closest(name, marks.into_keys());
    let hint = near.first().map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    bail!("{} has no games with the mark `{name}`{hint}", base.path().display())
}
