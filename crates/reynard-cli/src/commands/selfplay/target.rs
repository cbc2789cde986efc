//! Where games that are worked on go.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use reynard_train::shard::{PackedGame, ShardHeader, ShardWriter};
use serde::Serialize;

use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::Output;
use crate::whole_file::WholeFile;

/// The file that a command makes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Target {
    /// The file to write the games to; it is there whole or not at all
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

    /// Counts a game that is left out.
    pub(super) const fn drop_one(&mut self) {
        self.dropped += 1;
    }

    /// Puts the file in its place and says what it has.
    pub(super) fn finish(self, format: Format, out: &mut Output) -> anyhow::Result<()> {
        let failure = self.failure();
        let (games, dropped) = (self.writer.games(), self.dropped);
        self.writer.finish().context(failure)?.finish()?;
        if format.json {
            out.json(&Summary { games, dropped })?;
        } else if dropped == 0 {
            writeln!(out, "{}", counted(games, "game"))?;
        } else {
            writeln!(out, "{}, {dropped} left out", counted(games, "game"))?;
        }
        Ok(())
    }

    fn failure(&self) -> String {
        format!("cannot write {}", self.target.path.display())
    }
}
