//! Endgame tablebases of a session.

use std::sync::Arc;

use reynard_syzygy::FiftyMoves;
use reynard_uci::{Info, Message, OptionValue};

use super::{HostError, Session};

impl Session {
    /// Applies a tablebase option.
    pub(super) fn apply_syzygy(
        &mut self,
        name: &str,
        value: &OptionValue,
    ) -> Result<(), HostError> {
        match (name, value) {
            ("SyzygyPath", OptionValue::Text(folders)) => return self.open_tables(folders),
            ("SyzygyProbeDepth", OptionValue::Spin(depth)) => {
                self.engine().settings.tablebases.probe_depth = *depth as u32;
            }
            ("SyzygyProbeLimit", OptionValue::Spin(pieces)) => {
                self.engine().settings.tablebases.probe_limit = *pieces as u32;
            }
            ("Syzygy50MoveRule", OptionValue::Check(counted)) => {
                self.engine().settings.tablebases.fifty_moves =
                    if *counted { FiftyMoves::Counted } else { FiftyMoves::Ignored };
            }
            _ => {}
        }
        Ok(())
    }

    /// Opens the tables in a list of folders, and reports unusable ones.
    fn open_tables(&mut self, folders: &str) -> Result<(), HostError> {
        let tables = if folders.trim().is_empty() {
            None
        } else {
            let opened = self.host().open_tables(folders)?;
            let notes: Vec<String> = opened.notes().collect();
            if opened.used == 0 {
                let reason = if notes.is_empty() {
                    format!("{folders}: there is no folder in it")
                } else {
                    notes.join("; ")
                };
                return Err(reason.into());
            }
            for note in notes {
                self.say(&Message::Info(Info::text(format!("note: {note}"))));
            }
            Some(Arc::new(opened.tables))
        };
        self.engine().settings.tablebases.tables = tables;
        Ok(())
    }
}
