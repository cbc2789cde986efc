//! `reynard learn start`: creates a notebook.

use std::fs;
use std::io::Write;
use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::{Context, bail};
use reynard_console::output::{Output, Status};
use reynard_console::{player_args, whole_file};

use super::notebook::remember;
use super::settings::{self, Settings};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn start chess --me rider85
  reynard learn start chess --me rider85 --me 'Rider, K.' --engine stockfish

The folder gets a file notebook.toml with these settings, a folder repertoire for PGN files with the \
openings to learn, and a folder puzzles for those of puzzles. Put it into any cloud folder: all of it is text.")]
pub(super) struct Args {
    /// Folder of the notebook, which is made if need be
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Own name in the games; can be repeated. Words of a name are enough, as for `player~`
    #[arg(long, value_name = "NAME", required = true)]
    me: Vec<String>,
    /// UCI engine for games without evaluations, as for `analyze` [default: Reynard itself]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// Number of nodes for each position [default: 20000]
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let path = args.folder.join(settings::FILE);
    if path.exists() {
        bail!("{} is a notebook already: change its {}", args.folder.display(), settings::FILE);
    }
    if let Some(engine) = &args.engine {
        player_args::engine(engine)?;
    }
    let text = settings::text(&args.me, args.engine.as_deref(), args.nodes);
    // A refused notebook leaves nothing behind.
    Settings::parse(&text).with_context(|| path.display().to_string())?;
    for name in ["repertoire", "puzzles"] {
        let folder = args.folder.join(name);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    whole_file::write(&path, text.as_bytes())?;
    remember(&args.folder);
    let folder = args.folder.display().to_string();
    out.text(format_args!("{folder} is a notebook now. Next:\n"))?;
    writeln!(out, "  reynard learn add GAMES.pgn      games with your mistakes")?;
    writeln!(out, "  reynard learn drill              today's questions")?;
    Ok(Status::Fine)
}
