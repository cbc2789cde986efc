//! Output shard of a command.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use reynard_train::shard::{PackedGame, ShardHeader, ShardWriter};
use serde::Serialize;

use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::Output;
use crate::whole_file::WholeFile;

/// Option of the output file.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Target {
    /// Output file, written whole or not at all
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    path: PathBuf,
}

impl Target {
    pub(super) fn create(&self, header: &ShardHeader) -> anyhow::Result<Games<'_>> {
        let file = WholeFile::create(&self.path)?;
        Ok(Games { writer: ShardWriter::new(file, header)?, target: self, dropped: 0 })
    }
}

/// The file while it is written.
pub(super) struct Games<'a> {
    writer: ShardWriter<WholeFile>,
    target: &'a Target,
    dropped: u64,
}

#[derive(Serialize)]
struct Summary {
    games: u64,
    dropped: u64,
}

impl Games<'_> {
    pub(super) fn push(&mut self, game: &PackedGame) -> anyhow::Result<()> {
        self.writer.push(game).with_context(|| self.failure())
    }

    /// Counts a dropped game.
    pub(super) const fn drop_one(&mut self) {
        self.dropped += 1;
    }

    /// Completes the file and prints the number of games.
    pub(super) fn finish(self, format: Format, out: &mut Output) -> anyhow::Result<()> {
        let failure = self.failure();
        let (games, dropped) = (self.writer.games(), self.dropped);
        self.writer.finish().context(failure)?.finish()?;
        if format.json {
            out.json(&Summary { games, dropped })?;
        } else if dropped == 0 {
            writeln!(out, "{}", counted(games, "game"))?;
        } else {
            writeln!(out, "{}, {dropped} dropped", counted(games, "game"))?;
        }
        Ok(())
    }

    fn failure(&self) -> String {
        format!("cannot write {}", self.target.path.display())
    }
}
