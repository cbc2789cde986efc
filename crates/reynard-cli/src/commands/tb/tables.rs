//! The tablebase folders of a command.

use std::path::PathBuf;

use anyhow::bail;
use reynard_console::output::Output;
use reynard_syzygy::{Tablebase, TablebaseOptions};

use crate::table_folders::{self, VARIABLES};

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
    /// Returns `true` if folders are given by an option.
    pub(super) fn are_given(&self) -> bool {
        !self.paths.is_empty()
    }

    /// Opens the tables in all folders. Returns an error if there are no tables.
    pub(super) fn some_tables(&self, out: &mut Output) -> anyhow::Result<Tablebase> {
        let tables = self.tables(out)?;
        if tables.tables().next().is_none() {
            let below =
                if self.recursive { "" } else { " (--recursive looks into the folders below)" };
            let folders = table_folders::lists(&self.paths);
            let folders: Vec<_> = folders.iter().map(|it| it.to_string_lossy()).collect();
            bail!("there are no tables in {}{below}", folders.join(" and "));
        }
        Ok(tables)
    }

    /// Opens the tables in the readable folders, and prints a note about folders that are
    /// unreadable.
    pub(super) fn tables(&self, out: &mut Output) -> anyhow::Result<Tablebase> {
        let options = TablebaseOptions { recursive: self.recursive, ..TablebaseOptions::default() };
        let lists = table_folders::lists(&self.paths);
        if lists.is_empty() {
            bail!(
                "no folder with tables: name one with --path DIR or the variable {}",
                VARIABLES[0]
            );
        }
        table_folders::open(lists, options, out)
    }
}
