//! `reynard-lab selfplay check`: verifies shards.

use std::io::{Read, Write};

use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_train::shard::{ShardError, ShardReader, open_shard};
use serde::Serialize;

use super::files::Files;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab selfplay check games
  reynard-lab selfplay check games/1-00000.rsp --json

Every game is read and all its moves are played. The exit code is 1 if a file is damaged.")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    /// Print the header of each file, too
    #[arg(long)]
    headers: bool,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Checked {
    file: String,
    ok: bool,
    games: u64,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<serde_json::Map<String, serde_json::Value>>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut status = Status::Fine;
    for path in args.files.find()?.paths() {
        let mut checked = Checked {
            file: path.display().to_string(),
            ok: true,
            games: 0,
            positions: 0,
            error: None,
            header: None,
        };
        let result = match open_shard(path) {
            Ok(reader) => checked.read(reader, args.headers).map_err(|error| error.to_string()),
            Err(error) => Err(error.cause()),
        };
        if let Err(error) = result {
            checked.ok = false;
            checked.error = Some(error);
            status = Status::Diagnostics;
        }
        report(&checked, args.format, out)?;
    }
    Ok(status)
}

impl Checked {
    fn read(
        &mut self,
        mut reader: ShardReader<impl Read>,
        headers: bool,
    ) -> Result<(), ShardError> {
        if headers {
            let fields = reader.header().fields();
            let fields = fields.map(|(name, value)| (name.to_owned(), value.into()));
            self.header = Some(fields.collect());
        }
        while let Some(game) = reader.next_game()? {
            self.games += 1;
            self.positions += game.plies.len() as u64;
        }
        Ok(())
    }
}

fn report(checked: &Checked, format: Format, out: &mut Output) -> anyhow::Result<()> {
    if format.json {
        out.json(checked)?;
        return Ok(());
    }
    let Checked { file, games, positions, .. } = checked;
    let games = counted(*games, "game");
    match &checked.error {
        None => writeln!(out, "{file}: {games}, {}", counted(*positions, "position"))?,
        Some(error) => writeln!(out, "{file}: {error}, after {games}")?,
    }
    for (name, value) in checked.header.iter().flatten() {
        writeln!(out, "  {name}: {}", value.as_str().unwrap_or_default())?;
    }
    Ok(())
}
