//! The folders of tables that a command works with.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard_syzygy::{Tablebase, TablebaseOptions};

/// Environment variables that name folders with tables where no option does. The second is that of other programs.
const VARIABLES: [&str; 2] = ["REYNARD_SYZYGY_PATH", "SYZYGY_PATH"];

#[derive(clap::Args)]
pub(super) struct Folders {
    /// Folder with tables, or several separated as in PATH; can be repeated. Default: the
    /// environment variable `REYNARD_SYZYGY_PATH`, or else `SYZYGY_PATH`
    #[arg(long = "path", value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// Search subfolders too
    #[arg(long)]
    recursive: bool,
}

impl Folders {
    /// Returns `true` if a folder was named by an option.
    pub(super) fn are_given(&self) -> bool {
        !self.paths.is_empty()
    }

    /// Opens the tables in all folders; fails if there are none.
    pub(super) fn some_tables(&self) -> anyhow::Result<Tablebase> {
        let tables = self.tables()?;
        if tables.tables().next().is_none() {
            let below = if self.recursive { "" } else { " (--recursive looks into those below)" };
            bail!("there are no tables in the folders{below}");
        }
        Ok(tables)
    }

    /// Opens the tables in all folders.
    pub(super) fn tables(&self) -> anyhow::Result<Tablebase> {
        let mut tables = Tablebase::with_options(TablebaseOptions {
            recursive: self.recursive,
            ..TablebaseOptions::default()
        });
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let variable = VARIABLES.into_iter().find_map(set).filter(|_| self.paths.is_empty());
        let lists = self.paths.iter().map(|path| path.as_os_str()).chain(variable.as_deref());
        let mut none = true;
        for folder in lists.flat_map(env::split_paths).filter(|folder| !is_empty(folder)) {
            let listed = tables.add_directory(&folder);
            listed.with_context(|| folder.display().to_string())?;
            none = false;
        }
        if none {
            bail!(
                "no folder with tables: name one with --path DIR or the variable {}",
                VARIABLES[0]
            );
        }
        Ok(tables)
    }
}

fn is_empty(folder: &Path) -> bool {
    folder.as_os_str().is_empty()
}
