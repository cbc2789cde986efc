//! The file of a book that is made.

use std::fs::File;
use std::path::PathBuf;

use anyhow::Context;

use crate::whole_file;

/// The output option.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Result {
    /// Output file, written whole or not at all
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
