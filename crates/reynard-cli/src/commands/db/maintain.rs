//! `reynard db dups`, `db delete`, `db undelete`, `db compact` and `db merge`.

use std::io::Write;
use std::path::PathBuf;

use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_db::{Database, MovedGames};
use reynard_games::Query;
use serde::Serialize;

use super::base::{Work, condition, explained, open, open_all, open_writable};
use super::chosen_games::{ChosenGames, GameChoice};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db delete games.rdb 17 4711
  reynard db delete games.rdb --where 'plies<4 result=unknown'
  reynard db delete games.rdb --where 'plies<4 result=unknown' --yes

With --where the games are listed, and deleted only with --yes. Deleted games keep their numbers and their space until `reynard db compact`; until then \
`reynard db undelete` brings them back.")]
pub(super) struct DeleteArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Numbers of games, as `reynard db games` prints them
    #[arg(value_name = "NUMBER", required_unless_present = "filter")]
    games: Vec<u64>,
    /// Condition of the filter language that the games to delete fulfill
    #[arg(long = "where", value_name = "FILTER", conflicts_with = "games", value_parser = condition)]
    filter: Option<Query>,
    /// Delete the games of --where, which are only listed otherwise
    #[arg(long, requires = "filter")]
    yes: bool,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db undelete games.rdb 17 4711
  reynard db undelete games.rdb --all

Games can be brought back until `reynard db compact` removes them.")]
pub(super) struct UndeleteArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Numbers of games that were deleted
    #[arg(value_name = "NUMBER", required_unless_present = "all")]
    games: Vec<u64>,
    /// Bring back all deleted games
    #[arg(long, conflicts_with = "games")]
    all: bool,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db compact games.rdb
  reynard db compact games.rdb --out fresh.rdb

Without --out no other process may read the database, and the old and the new content are in the file until \
it is done. With --out the bytes of the new file depend on the games, their order and the options alone, not on \
how they came together. Games after a deleted one get new numbers, which are listed.")]
pub(super) struct CompactArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Copy the games into a new database instead
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    format: Format,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db merge all.rdb shard-1.rdb shard-2.rdb

The games stand in the order of the databases; the options are those of the first one.")]
pub(super) struct MergeArgs {
    /// The database to make; it must not exist
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The databases
    #[arg(value_name = "DATABASE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    work: Work,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db dups games.rdb
  reynard db dups games.rdb --delete

Games are the same if they have the same moves, players that can be the same persons, and neither \
different dates nor different results. Each is listed with the reason, before any is deleted. The one with the \
most annotations stays. Games that break off are listed below the whole ones: --delete leaves them, \
`reynard db delete` takes their numbers. Exit code 1 if anything is listed and not deleted.")]
pub(super) struct DupsArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Delete all but one of each group
    #[arg(long)]
    delete: bool,
    /// Minimum number of plies of a game: many short ones are equal by chance
    #[arg(long, value_name = "N", default_value_t = 20)]
    min_plies: u16,
    #[command(flatten)]
    format: Format,
}

/// The JSON object printed for a group of duplicate games.
#[derive(Default, Serialize)]
struct Group {
    keep: u64,
    others: Vec<u64>,
    /// For each game other than the one to keep, the reason why it is considered a duplicate.
    reasons: Vec<String>,
    /// Incomplete games of which the game to keep is the complete version.
    parts: Vec<u64>,
    /// For each incomplete game, the reason why it is considered a duplicate.
    part_reasons: Vec<String>,
}

/// The JSON object printed for a compaction.
#[derive(Serialize)]
struct Compacted {
    games: u64,
    removed: u64,
    moved: Vec<Moved>,
}

/// A range of renumbered games.
#[derive(Serialize)]
struct Moved {
    from: u64,
    to: u64,
    now: u64,
}

/// Maximum number of lines printed about renumbered games.
const MOST_MOVED: usize = 20;

pub(super) fn dups(args: &DupsArgs, out: &mut Output) -> anyhow::Result<Status> {
    let mut base = if args.delete { open_writable(&args.file)? } else { open(&args.file)? };
    let (groups, parts) = explained(&args.file, base.duplicates_and_parts(args.min_plies))?;
    let width = out.width().unwrap_or(120);
    let line = |id| explained(&args.file, base.game(id).and_then(|game| game.head()));
    let of_duplicates = groups.iter().map(|group| Group {
        keep: group.keep,
        others: group.others.iter().map(|it| it.id).collect(),
        reasons: group.others.iter().map(ToString::to_string).collect(),
        ..Group::default()
    });
    let of_parts = parts.chunk_by(|one, other| one.whole == other.whole).map(|of_whole| Group {
        keep: of_whole[0].whole,
        parts: of_whole.iter().map(|it| it.part).collect(),
        part_reasons: of_whole.iter().map(ToString::to_string).collect(),
        ..Group::default()
    });
    for group in of_duplicates.chain(of_parts) {
        if args.format.json {
            out.json(&group)?;
            continue;
        }
        out.text(format_args!("{}\n", line(group.keep)?.line(width)))?;
        let reasons = group.reasons.iter().chain(&group.part_reasons);
        for (&id, reason) in group.others.iter().chain(&group.parts).zip(reasons) {
            out.text(format_args!("{}\n", line(id)?.line(width)))?;
            writeln!(out, "          {reason}")?;
        }
    }
    let others: Vec<u64> =
        groups.iter().flat_map(|group| group.others.iter().map(|it| it.id)).collect();
    if args.delete {
        // The list is shown before any game is deleted.
        out.flush()?;
        let count = explained(&args.file, base.delete(&others))?;
        let hint = if count > 0 { "; `reynard db undelete` brings them back" } else { "" };
        out.note(format_args!("{} deleted{hint}", counted(count, "game")))?;
        return Ok(Status::Fine);
    }
    let of_longer = match parts.len() as u64 {
        0 => String::new(),
        count => format!("; {} of longer ones", counted(count, "part")),
    };
    out.note(format_args!("{}{of_longer}", counted(others.len() as u64, "duplicate")))?;
    let is_clean = others.is_empty() && parts.is_empty();
    Ok(Status::fine_if(is_clean))
}

pub(super) fn delete(args: &DeleteArgs, out: &mut Output) -> anyhow::Result<Status> {
    let mut base = open_writable(&args.file)?;
    let choice = GameChoice {
        numbers: &args.games,
        filter: args.filter.as_ref(),
        is_confirmed: args.yes,
        verb: "deletes",
    };
    let games = match choice.games(&base, out)? {
        ChosenGames::Numbers(games) => games,
        ChosenGames::None(status) => return Ok(status),
    };
    let count = explained(&args.file, base.delete(&games))?;
    out.note(format_args!("{} deleted", counted(count, "game")))?;
    Ok(Status::Fine)
}

pub(super) fn undelete(args: &UndeleteArgs, out: &mut Output) -> anyhow::Result<Status> {
    let mut base = open_writable(&args.file)?;
    let games = if args.all { base.deleted_games() } else { args.games.clone() };
    let count = explained(&args.file, base.undelete(&games))?;
    out.note(format_args!("{} brought back", counted(count, "game")))?;
    Ok(Status::Fine)
}

pub(super) fn compact(args: &CompactArgs, out: &mut Output) -> anyhow::Result<Status> {
    let budget = args.work.budget();
    let report = if let Some(path) = &args.out {
        let base = open(&args.file)?;
        explained(path, base.compact_to(path, &budget))?
    } else {
        let mut base = open_writable(&args.file)?;
        explained(&args.file, base.compact(&budget))?
    };
    let moved = report.moved.iter().map(|MovedGames { before, now }| Moved {
        from: before.start,
        to: before.end - 1,
        now: *now,
    });
    let moved: Vec<Moved> = moved.collect();
    if args.format.json {
        out.json(&Compacted { games: report.games, removed: report.removed, moved })?;
    } else {
        let removed = match report.removed {
            0 => String::new(),
            removed => format!("; {} removed", counted(removed, "deleted game")),
        };
        out.note(format_args!("{}{removed}", counted(report.games, "game")))?;
        for &Moved { from, to, now } in moved.iter().take(MOST_MOVED) {
            if from == to {
                out.note(format_args!("#{from} is now #{now}"))?;
            } else {
                out.note(format_args!("#{from} to #{to} are now #{now} to #{}", now + to - from))?;
            }
        }
        if moved.len() > MOST_MOVED {
            let rest = moved.len() - MOST_MOVED;
            out.note(format_args!("{rest} more such lines: --json prints all"))?;
        }
    }
    if let Some(error) = report.unreclaimed {
        let (note, path) = (out.paint_warning("note"), args.file.display());
        out.note(format_args!("{note}: {path}: unused space was not given back: {error}"))?;
    }
    Ok(Status::Fine)
}

pub(super) fn merge(args: &MergeArgs, out: &mut Output) -> anyhow::Result<Status> {
    let budget = args.work.budget();
    let bases = open_all(&args.files, &budget)?;
    let bases: Vec<&Database> = bases.iter().collect();
    explained(&args.out, Database::merge(&bases, &args.out, &budget))?;
    let games = bases.iter().map(|base| base.games() - base.deleted()).sum();
    out.note(counted(games, "game"))?;
    Ok(Status::Fine)
}
