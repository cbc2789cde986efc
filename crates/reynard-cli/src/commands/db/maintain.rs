//! `reynard db dups`, `db delete`, `db compact` and `db merge`.

use std::io::Write;
use std::path::PathBuf;

use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_db::Database;
use serde::Serialize;

use super::base::{Work, explained, open, open_writable};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db delete games.rdb 17 4711

Deleted games keep their numbers and their space until `reynard db compact`.")]
pub(super) struct DeleteArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Numbers of games, as `reynard db games` prints them
    #[arg(value_name = "NUMBER", required = true)]
    games: Vec<u64>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db compact games.rdb
  reynard db compact games.rdb --out fresh.rdb

Without --out the old and the new content are in the file until it is done. With --out the bytes of the \
new file depend on the games, their order and the options alone, not on how they came together.")]
pub(super) struct CompactArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Copy the games into a new database instead
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    work: Work,
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

Games are the same if they have the same moves, the same surnames and no different years. The one with \
the most annotations stays. Exit code 1 if there are any and they are not deleted.")]
pub(super) struct DupsArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Delete all but one of each group
    #[arg(long)]
    delete: bool,
    /// Least plies of a game: many short ones are equal by chance
    #[arg(long, value_name = "N", default_value_t = 20)]
    min_plies: u16,
    #[command(flatten)]
    format: Format,
}

/// The JSON object of a group of equal games.
#[derive(Serialize)]
struct Group<'a> {
    keep: u64,
    others: &'a [u64],
}

pub(super) fn dups(args: &DupsArgs, out: &mut Output) -> anyhow::Result<Status> {
    let mut base = if args.delete { open_writable(&args.file)? } else { open(&args.file)? };
    let groups = explained(&args.file, base.duplicates(args.min_plies))?;
    for group in &groups {
        if args.format.json {
            out.json(&Group { keep: group.keep, others: &group.others })?;
            continue;
        }
        let head = explained(&args.file, base.game(group.keep).and_then(|game| game.head()))?;
        writeln!(out, "{}", head.line(out.width().unwrap_or(120)))?;
        let others: Vec<String> = group.others.iter().map(|id| format!("#{id}")).collect();
        writeln!(out, "         the same as {}", others.join(" "))?;
    }
    let others: Vec<u64> = groups.iter().flat_map(|group| group.others.iter().copied()).collect();
    if args.delete {
        let count = explained(&args.file, base.delete(&others))?;
        out.note(format_args!("{} deleted", counted(count, "game")))?;
        return Ok(Status::Fine);
    }
    out.note(counted(others.len() as u64, "duplicate"))?;
    Ok(if others.is_empty() { Status::Fine } else { Status::Diagnostics })
}

pub(super) fn delete(args: &DeleteArgs, out: &mut Output) -> anyhow::Result<Status> {
    let mut base = open_writable(&args.file)?;
    let count = explained(&args.file, base.delete(&args.games))?;
    out.note(format_args!("{} deleted", counted(count, "game")))?;
    Ok(Status::Fine)
}

pub(super) fn compact(args: &CompactArgs, out: &mut Output) -> anyhow::Result<Status> {
    let budget = args.work.budget();
    let games = if let Some(path) = &args.out {
        let base = open(&args.file)?;
        explained(path, base.compact_to(path, &budget))?;
        base.games() - base.deleted()
    } else {
        let mut base = open_writable(&args.file)?;
        explained(&args.file, base.compact(&budget))?;
        base.games()
    };
    out.note(counted(games, "game"))?;
    Ok(Status::Fine)
}

pub(super) fn merge(args: &MergeArgs, out: &mut Output) -> anyhow::Result<Status> {
    let bases: Vec<Database> =
        args.files.iter().map(|path| open(path)).collect::<anyhow::Result<_>>()?;
    let bases: Vec<&Database> = bases.iter().collect();
    explained(&args.out, Database::merge(&bases, &args.out, &args.work.budget()))?;
    let games = bases.iter().map(|base| base.games() - base.deleted()).sum();
    out.note(counted(games, "game"))?;
    Ok(Status::Fine)
}
