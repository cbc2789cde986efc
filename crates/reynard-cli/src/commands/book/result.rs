//! Where a book that is made goes.

use std::fs::File;
use std::path::PathBuf;

use anyhow::Context;

use crate::whole_file;

/// The file that a command makes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Result {
    /// The file to write the book to; it is there whole or not at all
    #[arg(short = 'o', long = "output", value_name = "BOOK")]
    path: PathBuf,
}

impl Result {
    /// Writes the file with what `fill` writes.
    pub(super) fn write<T>(
        &self,
        fill: impl FnOnce(&mut File) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        whole_file::write_with(&self.path, fill)
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}
