//! `reynard analyze`: analyzes positions and annotates games.

mod args;
mod games;
mod position;
mod summary;

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, bail};
use reynard::Setup;

pub(crate) use self::args::Args;
use crate::fen_input::{FenInput, answer_lines};
use crate::interrupt::Interrupt;
use crate::output::{Output, Status};
use crate::rules::START;
use crate::source;

/// Content of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Positions,
    Games,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let words = &args.what;
    refuse_several_files(words)?;
    let is_position = |word: &str| word == START || word.contains(char::is_whitespace);
    let word = match words.as_slice() {
        [word] if !is_position(word) => word,
        words => return analyze_position(args, &FenInput::from_words(words), out),
    };
    let path = Path::new(word);
    let (content, input) = source::open(path).and_then(recognize).with_context(|| word.clone())?;
    let interrupt = Interrupt::install()?;
    match content {
        Content::Games => games::run(args, word, input, &interrupt, out),
        Content::Positions => {
            refuse_game_options(args)?;
            let mut analyst = position::Analyst::new(args, interrupt)?;
            let read = |text: &str| args.reading.read(text);
            answer_lines(input, read, out, |item, out| analyst.answer(item, out))
        }
    }
}

fn analyze_position(args: &Args, input: &FenInput, out: &mut Output) -> anyhow::Result<Status> {
    refuse_game_options(args)?;
    let mut analyst = position::Analyst::new(args, Interrupt::install()?)?;
    input.answer(args.reading, out, |item, out| analyst.answer(item, out))
}

fn refuse_game_options(args: &Args) -> anyhow::Result<()> {
    let given = [
        ("--output", args.output.is_some()),
        ("--graph", args.graph.is_some()),
        ("--moves", args.moves.is_some()),
    ];
    for (option, is_given) in given {
        if is_given {
            bail!("{option} is for games, and this is a position");
        }
    }
    Ok(())
}

/// Refuses several files: more than one argument is a FEN, none of whose fields looks like a file name.
fn refuse_several_files(words: &[String]) -> anyhow::Result<()> {
    let is_file = |word: &&String| word.contains('.') || Path::new(word).is_file();
    match words.iter().find(is_file) {
        Some(file) if words.len() > 1 => {
            bail!("only one file is accepted: {file} is not the only argument")
        }
        _ => Ok(()),
    }
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
