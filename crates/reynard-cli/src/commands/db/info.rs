//! `reynard db info`: prints the sizes of a database, and verifies it completely on request.

use std::io::Write;
use std::path::PathBuf;

use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_db::InfoAnswer;

use super::base::{explained, open};

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
    let info = base.info();
    if args.verify {
        let mut damage = explained(&args.file, base.verify())?.damage;
        // The last error ends the command.
        if let Some(last) = damage.pop() {
            let (error, path) = (out.paint_error("error"), args.file.display());
            for it in damage {
                out.note(format_args!("{error}: {path}: {it}"))?;
            }
            return explained(&args.file, Err(last));
        }
    }
    let info = explained(&args.file, info)?;
    if args.format.json {
        out.json(&InfoAnswer::from(&info))?;
        return Ok(Status::Fine);
    }
    write!(out, "{info}")?;
    if args.verify {
        writeln!(out, "verified")?;
    }
    Ok(Status::Fine)
}
