//! `reynard analyze`: analyzes positions and annotates games.

mod games;
mod position;
mod summary;

use std::io::{BufRead, BufReader, Cursor, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard::Setup;
use reynard_analysis::MoveRange;

use crate::fen_input::{FenInput, Format, answer_lines};
use crate::interrupt::Interrupt;
use crate::output::{Output, Status};
use crate::rules::{Reading, START, Writing};
use crate::search_options::SearchOptions;
use crate::source;

#[derive(clap::Args)]
#[command(override_usage = "reynard analyze [OPTIONS] [FEN | FILE | -]")]
#[command(after_help = "\
Examples:
  reynard analyze r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -
  reynard analyze --time 10 --multipv 3 '8/8/4k3/8/2K5/3P4/8/8 w - - 0 1'
  reynard analyze game.pgn --nodes 200000 -o annotated.pgn --graph game.svg
  reynard analyze --moves 10-30 game.pgn > annotated.pgn
  reynard analyze --json --depth 12 - < positions.txt

Evaluations are from White's side: +1.00 means that White is a pawn ahead, #3 that White mates in \
three, #-3 that Black does. The default time is five seconds for a position, half a second for each \
position of a game. With --depth or --nodes, one thread searches unless --threads is given, and the \
result is reproducible.")]
pub(crate) struct Args {
    /// Position in FEN, or a file of games in PGN or of positions; `-` is standard input; the start position
    /// (`startpos`) by default
    #[arg(value_name = "FEN|FILE", num_args = 0..)]
    what: Vec<String>,
    #[command(flatten)]
    search: SearchOptions,
    /// Number of principal variations (MultiPV)
    #[arg(long, value_name = "N", default_value = "1")]
    multipv: NonZeroUsize,
    /// Range of moves to annotate, like `10-30`, `10-` or `-30`
    #[arg(long, value_name = "FROM-TO")]
    moves: Option<MoveRange>,
    /// Output file of the annotated games, written whole or not at all; the summary goes to standard output
    /// then. `-` writes the games to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw White's expected score over a game as SVG; for later games `-2`, `-3` and so on is added to the
    /// name
    #[arg(long, value_name = "FILE.svg")]
    graph: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    format: Format,
}

impl Args {
    /// Returns the output file of annotated games, if there is one.
    fn target(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }
}

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
