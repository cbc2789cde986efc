//! The shards that a command reads.

use std::path::PathBuf;

use reynard_train::shard::{ShardFileError, ShardFiles};

/// Paths of shards and of folders of shards.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Files {
    /// Shards, or folders of shards
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
}

impl Files {
    pub(super) fn find(&self) -> Result<ShardFiles, ShardFileError> {
        ShardFiles::find(&self.paths)
    }
}
