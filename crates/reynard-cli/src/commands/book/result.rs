//! The output file of a new book.

use std::fs;
use std::path::PathBuf;

use reynard_console::output::{Output, Status};
use reynard_console::whole_file::{self, WholeFile};

use crate::compressed_file;

/// The output option.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Result {
    /// Output file, which is replaced only when the new one is complete
    #[arg(short = 'o', long = "output", value_name = "BOOK")]
    path: PathBuf,
}

impl Result {
    /// Rejects an output that would replace an input file of games.
    pub(super) fn refuse_inputs(&self, games: &[PathBuf]) -> anyhow::Result<()> {
        whole_file::refuse_inputs(&self.path, games)
    }

    /// Creates the file. Write errors include its name.
    pub(super) fn create(&self) -> anyhow::Result<WholeFile> {
        compressed_file::refuse_compressed(&self.path, "a book")?;
        WholeFile::create(&self.path)
    }

    /// Moves the file into place. `entries` is its number of entries: an empty book does not
    /// replace an existing file. In that case, a note is printed, and the status is that of a
    /// diagnostic.
    pub(super) fn finish(
        &self,
        file: WholeFile,
        entries: u64,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let is_there = fs::metadata(&self.path).is_ok_and(|it| it.is_file() && it.len() > 0);
        if entries > 0 || !is_there {
            file.finish()?;
            return Ok(Status::Fine);
        }
        let (word, path) = (out.paint_warning("note"), self.path.display());
        out.note(format_args!("{word}: the new book would be empty, {path} is as it was"))?;
        Ok(Status::Diagnostics)
    }
}
