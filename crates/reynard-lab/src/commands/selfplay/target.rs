//! The output file of a command.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::bail;
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_console::whole_file::WholeFile;
use reynard_train::shard::{PackedGame, ShardHeader, ShardWriter};
use serde::Serialize;

/// Option of the output file.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Target {
    /// Output file, which is replaced only when the new one is complete
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    path: PathBuf,
}

impl Target {
    pub(super) fn create(&self, header: &ShardHeader) -> anyhow::Result<Games> {
        let file = WholeFile::create(&self.path)?;
        Ok(Games { writer: ShardWriter::new(file, header)?, dropped: 0 })
    }
}

/// The output file while it is being written. Write errors include its name.
pub(super) struct Games {
    writer: ShardWriter<WholeFile>,
    dropped: u64,
}

#[derive(Serialize)]
struct Summary {
    games: u64,
    dropped: u64,
}

impl Games {
    pub(super) fn push(&mut self, game: &PackedGame) -> anyhow::Result<()> {
        match self.writer.push(game) {
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                bail!("game {} of the output does not fit into a shard", self.writer.games() + 1)
            }
            result => Ok(result?),
        }
    }

    /// Counts a game that is dropped.
    pub(super) const fn drop_one(&mut self) {
        self.dropped += 1;
    }

    /// Completes the file and prints the number of games.
    pub(super) fn finish(self, format: Format, out: &mut Output) -> anyhow::Result<()> {
        let (games, dropped) = (self.writer.games(), self.dropped);
        self.writer.finish()?.finish()?;
        if format.json {
            out.json(&Summary { games, dropped })?;
        } else if dropped == 0 {
            writeln!(out, "{}", counted(games, "game"))?;
        } else {
            writeln!(out, "{}, {dropped} dropped", counted(games, "game"))?;
        }
        Ok(())
    }
}
