//! A game on a terminal: line editing, history and completion.

use std::io::Write;

use reynard_console::output::Output;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::table::{Next, Table};

/// Completion of the words that can be typed.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..at];
        let begins = |word: &&String| word.to_lowercase().starts_with(&typed.to_lowercase());
        Ok((0, self.0.iter().filter(begins).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

/// Reads lines until the player leaves, and offers to keep the game.
pub(super) fn run(table: &mut Table<'_>, out: &mut Output) -> anyhow::Result<()> {
    let mut editor = Editor::<Words, MemHistory>::with_history(
        Config::builder().auto_add_history(true).build(),
        MemHistory::new(),
    )?;
    loop {
        out.flush()?;
        editor.set_helper(Some(Words(table.words())));
        match editor.readline(&format!("{}> ", table.prompt())) {
            Ok(line) => {
                if table.answer(&line, out)? == Next::Quit {
                    break;
                }
            }
            // The editor has ended the line on the screen.
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        }
    }
    editor.set_helper(None);
    while table.is_unsaved() {
        out.flush()?;
        match editor.readline("Save the game as (Enter: do not save): ") {
            Ok(name) if is_answer(&name) => {
                writeln!(out, "A name of a file is needed, like game.pgn, or Enter.")?;
            }
            Ok(name) if !name.trim().is_empty() => table.save(name.trim(), out)?,
            Ok(_) | Err(ReadlineError::Interrupted | ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Returns `true` for an answer to a question of yes or no, which is not the name of a file.
fn is_answer(text: &str) -> bool {
    ["y", "yes", "n", "no", "q", "quit"].iter().any(|it| it.eq_ignore_ascii_case(text.trim()))
}
