//! `reynard db info`: sizes, and the check of everything.

use std::io::Write;
use std::path::PathBuf;

use reynard_db::{DatabaseInfo, InfoAnswer};

use super::base::{explained, open};
use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard db info games.rdb
  reynard db info --verify games.rdb")]
pub(super) struct Args {
    /// The database
    #[arg(value_name = "DATABASE")]
    file: PathBuf,
    /// Read everything and check it: every checksum, every move, every position
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut base = open(&args.file)?;
    let info = explained(&args.file, base.info())?;
    if args.verify {
        explained(&args.file, base.verify())?;
    }
    if args.format.json {
        out.json(&InfoAnswer::from(&info))?;
        return Ok(Status::Fine);
    }
    print(&info, out)?;
    if args.verify {
        writeln!(out, "verified")?;
    }
    Ok(Status::Fine)
}

fn print(info: &DatabaseInfo, out: &mut Output) -> anyhow::Result<()> {
    write!(out, "{}", counted(info.games, "game"))?;
    if info.deleted > 0 {
        write!(out, " ({} deleted)", info.deleted)?;
    }
    write!(out, ", {} plies", info.plies)?;
    match info.years {
        Some((first, last)) if first == last => writeln!(out, ", {first}")?,
        Some((first, last)) => writeln!(out, ", {first} to {last}")?,
        None => writeln!(out)?,
    }
    let positions: u64 = info.segments.iter().map(|segment| segment.positions).sum();
    writeln!(out, "{positions} positions, {} visits of games", info.visits)?;
    if info.options.plies < u16::MAX {
        writeln!(out, "indexed: {} plies of each game", info.options.plies)?;
    }
    let bytes = info.bytes();
    writeln!(out, "{bytes} bytes in {}", counted(info.segments.len() as u64, "segment"))?;
    let names = info.segments.first().map_or(0, |segment| segment.sections.len());
    for index in 0..names {
        let sizes = info.segments.iter().filter_map(|segment| segment.sections.get(index));
        let (name, bytes) = sizes.fold(("", 0), |(_, sum), size| (size.name, sum + size.bytes));
        if bytes > 0 {
            writeln!(out, "  {name:<14} {bytes:>14}")?;
        }
    }
    Ok(())
}
