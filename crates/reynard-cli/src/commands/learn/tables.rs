//! The endgame tables of a notebook.

use std::path::PathBuf;
use std::sync::Arc;

use reynard::{Move, Position};
use reynard_console::output::Output;
use reynard_learn::{EndgameTables, EndgameValue};
use reynard_syzygy::{ClockedWdl, Tablebase, TablebaseOptions};

use super::notebook::Notebook;
use crate::table_folders;

/// Options of commands that use endgame tables.
#[derive(clap::Args)]
pub(super) struct TableArgs {
    /// Folder with Syzygy tables; can be repeated [default: those of the notebook]
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,
}

/// Endgame tables with up to seven pieces.
pub(super) struct SyzygyTables(Arc<Tablebase>);

impl TableArgs {
    /// Opens the tables in the folders given by the options, or else by the notebook, or else by
    /// the environment. Returns `None` if there are no tables.
    pub(super) fn open(
        &self,
        notebook: &Notebook,
        out: &mut Output,
    ) -> anyhow::Result<Option<SyzygyTables>> {
        let own = &notebook.settings.syzygy;
        let lists = if self.syzygy.is_empty() && !own.is_empty() {
            let folders = own.iter().map(|path| notebook.folder.join(path));
            folders.map(PathBuf::into_os_string).collect()
        } else {
            table_folders::lists(&self.syzygy)
        };
        if lists.is_empty() {
            return Ok(None);
        }
        let options = TablebaseOptions { recursive: true, ..TablebaseOptions::default() };
        let tables = table_folders::open(lists, options, out)?;
        Ok((tables.largest() > 0).then(|| SyzygyTables(Arc::new(tables))))
    }
}

impl SyzygyTables {
    /// Returns the tables, for an engine.
    pub(super) fn shared(&self) -> Arc<Tablebase> {
        Arc::clone(&self.0)
    }
}

impl EndgameTables for SyzygyTables {
    fn value(&self, pos: &Position) -> Option<EndgameValue> {
        if pos.board().occupied().len() > self.0.largest() {
            return None;
        }
        // A damaged table gives no result.
        let value = self.0.probe_clocked(pos).ok()?.known()?;
        Some(match value {
            ClockedWdl::Win | ClockedWdl::MaybeWin => EndgameValue::Win,
            ClockedWdl::CursedWin | ClockedWdl::Draw | ClockedWdl::BlessedLoss => {
                EndgameValue::Draw
            }
            ClockedWdl::MaybeLoss | ClockedWdl::Loss => EndgameValue::Loss,
        })
    }

    fn best(&self, pos: &Position) -> Option<Move> {
        self.0.best_move(pos).ok().flatten()
    }
}
