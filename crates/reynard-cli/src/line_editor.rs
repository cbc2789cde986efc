//! Terminal input with line editing, history and completion.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

/// Reads lines from the terminal.
pub(crate) struct LineEditor(Editor<Words, MemHistory>);

impl LineEditor {
    pub(crate) fn new() -> anyhow::Result<Self> {
        let config = Config::builder().auto_add_history(true).build();
        Ok(Self(Editor::with_history(config, MemHistory::new())?))
    }

    /// Reads a line, offering `words` for completion. Returns `None` at the end of input and after
    /// Ctrl-C. In both cases, the cursor is left at the beginning of a new line.
    pub(crate) fn read(
        &mut self,
        prompt: &str,
        words: Vec<String>,
    ) -> anyhow::Result<Option<String>> {
        self.0.set_helper(Some(Words(words)));
        match self.0.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Completes partial input to one of the words that can be entered.
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
