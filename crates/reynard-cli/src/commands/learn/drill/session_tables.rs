//! The endgame tables used in a session.

use reynard_console::output::Output;

use super::super::notebook::Notebook;
use super::super::tables::{SyzygyTables, TableArgs};

/// The endgame tables used in a session. They are opened when the first endgame is played.
pub(super) enum SessionTables<'a> {
    Closed(&'a TableArgs),
    Open(Option<SyzygyTables>),
}

impl SessionTables<'_> {
    /// Returns the tables, if there are any.
    pub(super) fn get(
        &mut self,
        notebook: &Notebook,
        out: &mut Output,
    ) -> anyhow::Result<Option<&SyzygyTables>> {
        if let Self::Closed(args) = self {
            *self = Self::Open(args.open(notebook, out)?);
        }
        Ok(self.opened())
    }

    /// Returns the tables if they have already been opened.
    pub(super) fn opened(&self) -> Option<&SyzygyTables> {
        match self {
            Self::Closed(_) => None,
            Self::Open(tables) => tables.as_ref(),
        }
    }
}
