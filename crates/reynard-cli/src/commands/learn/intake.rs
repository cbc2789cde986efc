//! Selects the incoming games to add to the notebook, and counts them by outcome.

use reynard::Color;
use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_learn::{KnownGames, PlayerNames};
use reynard_pgn::{DiagnosticKind, ParsedGame};

use super::notebook::Notebook;
use super::prepare::text_of;

/// A new game, as text.
pub(super) struct NewGame {
    pub(super) text: Vec<u8>,
    pub(super) side: Color,
}

/// Numbers of incoming games, by outcome: added, already known, or skipped for one of several
/// reasons.
#[derive(Default)]
pub(super) struct Intake {
    pub(super) new: u64,
    pub(super) known: u64,
    foreign: u64,
    variants: u64,
    empty: u64,
    names: PlayerNames,
}

impl Intake {
    /// Counts a game, and returns it if it is to be added to the notebook.
    pub(super) fn take(
        &mut self,
        game: &ParsedGame,
        notebook: &Notebook,
        known: &mut KnownGames,
    ) -> Option<NewGame> {
        let is_variant =
            game.diagnostics.iter().any(|it| it.kind == DiagnosticKind::UnknownVariant);
        if is_variant {
            self.variants += 1;
            return None;
        }
        let Some(side) = notebook.side_in(&game.tree) else {
            self.foreign += 1;
            self.names.add(&game.tree);
            return None;
        };
        if game.tree.is_empty() {
            self.empty += 1;
        } else if known.insert(&game.tree) {
            self.new += 1;
            return Some(NewGame { text: text_of(&game.tree), side });
        } else {
            self.known += 1;
        }
        None
    }

    /// Prints notes with the number of games for each outcome.
    pub(super) fn note(&self, notebook: &Notebook, out: &mut Output) -> anyhow::Result<()> {
        let mut note = |number: u64, text: &str| match number {
            0 => Ok(()),
            number => out.note(format_args!("{} {text}", counted(number, "game"))),
        };
        note(self.new, "new")?;
        note(self.known, "there already")?;
        note(self.empty, "without moves left out")?;
        note(self.variants, "of a chess variant left out")?;
        if self.foreign > 0 {
            let me = notebook.settings.names.join("`, `");
            note(self.foreign, &format!("without `{me}` left out"))?;
            let names = self.names.commonest();
            if self.new == 0 && self.known == 0 && !names.is_empty() {
                let names = names.join("`, `");
                out.note(format_args!(
                    "the commonest names are `{names}`: add yours to `me` in {}",
                    notebook.folder.join("notebook.toml").display()
                ))?;
            }
        }
        Ok(())
    }
}
