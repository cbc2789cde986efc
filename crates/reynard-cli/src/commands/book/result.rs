//! The file of a book that is made.

use std::path::PathBuf;

use reynard_console::whole_file::WholeFile;

/// The output option.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Result {
    /// Output file, written whole or not at all
    #[arg(short = 'o', long = "output", value_name = "BOOK")]
    path: PathBuf,
}

impl Result {
    /// Begins the file. Its errors of writing have its name.
    pub(super) fn create(&self) -> anyhow::Result<WholeFile> {
        WholeFile::create(&self.path)
    }
}
