//! Inputs of an analysis: files, folders and standard input, which contain games or positions.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use reynard_console::rules::START;
use reynard_console::source;

use crate::content::{Content, recognize};

/// An input: a file, or standard input.
pub(super) struct AnalysisInput {
    source: Source,
    content: Content,
}

enum Source {
    File(PathBuf),
    /// Standard input, which can be read only once.
    Stdin(Box<dyn Read>),
    /// Standard input that has been read into memory.
    Kept(Arc<[u8]>),
}

impl AnalysisInput {
    /// Examines all inputs in advance, so that none of them fails after hours of analysis. A folder
    /// stands for the PGN files in it.
    pub(super) fn all(words: &[String]) -> anyhow::Result<(Content, Vec<Self>)> {
        let mut inputs = Vec::new();
        for path in source::expand(words.iter().map(Path::new))? {
            let name = || path.display().to_string();
            let (content, input) = source::open(&path).and_then(recognize).with_context(name)?;
            let is_stdin = path.as_os_str() == "-";
            let source = if is_stdin { Source::Stdin(input) } else { Source::File(path) };
            inputs.push(Self { source, content });
        }
        let content = inputs.first().map_or(Content::Games, |input| input.content);
        if let Some(other) = inputs.iter().find(|input| input.content != content) {
            bail!("{}: games and positions cannot be analyzed together", other.name());
        }
        Ok((content, inputs))
    }

    /// Returns the name to use in messages: the path, or `-`.
    pub(super) fn name(&self) -> String {
        self.path().map_or("-".to_owned(), |path| path.display().to_string())
    }

    /// Returns the path of a file; `None` for standard input.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(path) => Some(path),
            Source::Stdin(_) | Source::Kept(_) => None,
        }
    }

    /// Reads standard input into memory for a second pass.
    pub(super) fn keep(&mut self) -> anyhow::Result<()> {
        if let Source::Stdin(input) = &mut self.source {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes)?;
            self.source = Source::Kept(bytes.into());
        }
        Ok(())
    }

    /// Opens an input that can be read again. Returns `None` for standard input that has not been
    /// read into memory.
    pub(super) fn open_again(&self) -> Option<anyhow::Result<Box<dyn Read>>> {
        match &self.source {
            Source::Stdin(_) => None,
            Source::Kept(bytes) => Some(Ok(Box::new(Cursor::new(Arc::clone(bytes))))),
            Source::File(path) => {
                Some(source::open(path).with_context(|| path.display().to_string()))
            }
        }
    }

    /// Opens the input.
    pub(super) fn open(self) -> anyhow::Result<Box<dyn Read>> {
        match self.source {
            Source::Stdin(input) => Ok(input),
            Source::Kept(bytes) => Ok(Box::new(Cursor::new(bytes))),
            Source::File(path) => source::open(&path).with_context(|| path.display().to_string()),
        }
    }
}

/// Returns `true` if the words on the command line form a position rather than a list of file
/// names.
pub(super) fn are_position(words: &[String]) -> bool {
    words.first().is_none_or(|word| {
        let is_fen = word.contains(char::is_whitespace)
            || word.bytes().filter(|&byte| byte == b'/').count() == 7;
        word == START || (is_fen && !Path::new(word).exists())
    })
}
