//! Inputs of an analysis: files, folders and standard input, with games or with positions.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard::Setup;

use crate::rules::START;
use crate::source;

/// Content of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Positions,
    Games,
}

/// A file or standard input.
pub(super) struct AnalysisInput {
    source: Source,
    content: Content,
}

enum Source {
    File(PathBuf),
    /// Standard input, which can be read once.
    Stdin(Box<dyn Read>),
}

impl AnalysisInput {
    /// Looks into all inputs, so that none fails after hours. A folder stands for its PGN files.
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

    /// Returns the name for messages: the path, or `-`.
    pub(super) fn name(&self) -> String {
        self.path().map_or("-".to_owned(), |path| path.display().to_string())
    }

    /// Returns the path of a file; `None` for standard input.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(path) => Some(path),
            Source::Stdin(_) => None,
        }
    }

    /// Opens the input.
    pub(super) fn open(self) -> anyhow::Result<Box<dyn Read>> {
        match self.source {
            Source::Stdin(input) => Ok(input),
            Source::File(path) => source::open(&path).with_context(|| path.display().to_string()),
        }
    }
}

/// Returns `true` if the words of a command line are a position and not names of files.
pub(super) fn are_position(words: &[String]) -> bool {
    words.first().is_none_or(|word| {
        let is_fen = word.contains(char::is_whitespace)
            || word.bytes().filter(|&byte| byte == b'/').count() == 7;
        word == START || (is_fen && !Path::new(word).exists())
    })
}

/// Recognizes the content by the first line that is not blank: positions by their ranks, anything else
/// as games.
fn recognize(input: Box<dyn Read>) -> anyhow::Result<(Content, Box<dyn Read>)> {
    /// Maximum number of bytes that are examined.
    const MOST: usize = 1 << 16;
    let mut input = BufReader::new(input);
    let mut seen = Vec::new();
    let mut line_start = 0;
    while seen.len() < MOST {
        let left = MOST - seen.len();
        if input.by_ref().take(left as u64).read_until(b'\n', &mut seen)? == 0 {
            break;
        }
        if !is_blank(&seen[line_start..]) {
            break;
        }
        line_start = seen.len();
    }
    let line = String::from_utf8_lossy(&seen[line_start..]);
    let content = if is_fen(&line) { Content::Positions } else { Content::Games };
    Ok((content, Box::new(Cursor::new(seen).chain(input))))
}

fn is_blank(line: &[u8]) -> bool {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).iter().all(u8::is_ascii_whitespace)
}

fn is_fen(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim();
    let ranks = line.split_whitespace().next().unwrap_or_default();
    ranks == START
        || line.parse::<Setup>().is_ok()
        || ranks.bytes().filter(|&byte| byte == b'/').count() == 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_recognized() {
        for (text, expected) in [
            ("", Content::Games),
            ("[Event \"?\"]\n", Content::Games),
            ("1. e4 e5\n", Content::Games),
            ("\u{feff}\n\n8/8/8/8/8/8/8/K1k5 w - -\n", Content::Positions),
            ("8/8/8/8/8/8/8/K1k5 q - -", Content::Positions),
            ("startpos\n", Content::Positions),
            ("% a comment / with / many / slashes / in / its / words / here\n", Content::Games),
        ] {
            let input: Box<dyn Read> = Box::new(Cursor::new(text.as_bytes().to_vec()));
            let (content, mut input) = recognize(input).expect("reading from memory");
            assert_eq!(content, expected, "{text}");
            let mut again = String::new();
            input.read_to_string(&mut again).expect("reading from memory");
            assert_eq!(again, text);
        }
    }
}
