//! Plays a game on a terminal.

use std::io::Write;

use reynard_console::output::Output;

use super::table::{Next, Table};
use crate::line_editor::LineEditor;

/// Reads lines until the player leaves, and offers to save the game.
pub(super) fn run(table: &mut Table<'_>, out: &mut Output) -> anyhow::Result<()> {
    let mut editor = LineEditor::new()?;
    loop {
        out.flush()?;
        let line = editor.read(&format!("{}> ", table.prompt()), table.words())?;
        let Some(line) = line else { break };
        if table.answer(&line, out)? == Next::Quit {
            break;
        }
    }
    while table.is_unsaved() {
        out.flush()?;
        match editor.read("Save the game as (Enter: do not save): ", Vec::new())? {
            Some(name) if is_answer(&name) => {
                writeln!(out, "A name of a file is needed, like game.pgn, or Enter.")?;
            }
            Some(name) if !name.trim().is_empty() => table.save(name.trim(), out)?,
            Some(_) | None => break,
        }
    }
    Ok(())
}

/// Returns `true` if the text is an answer to a yes-or-no question rather than a file name.
fn is_answer(text: &str) -> bool {
    ["y", "yes", "n", "no", "q", "quit"].iter().any(|it| it.eq_ignore_ascii_case(text.trim()))
}
