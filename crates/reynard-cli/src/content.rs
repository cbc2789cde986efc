//! Recognizes whether input consists of positions or games.

use std::io::{BufRead, BufReader, Cursor, Read};

use anyhow::bail;
use reynard::Setup;
use reynard_console::rules::START;

/// The content of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Positions,
    Games,
}

/// Determines the kind of content from the first line that is neither blank nor a comment of an EPD
/// file (`#`). If that line contains the ranks of a board, the content is positions; otherwise it
/// is games.
pub(crate) fn recognize(input: Box<dyn Read>) -> anyhow::Result<(Content, Box<dyn Read>)> {
    /// Maximum number of bytes to examine.
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

/// Rejects a text that begins as a game where a command needs positions.
pub(crate) fn refuse_games(text: &str) -> anyhow::Result<()> {
    if begins_as_pgn(text) {
        bail!(
            "games in PGN, not positions: `reynard pgn convert --to epd` makes positions of games"
        );
    }
    Ok(())
}

/// Returns `true` if a text begins with a tag pair of PGN.
fn begins_as_pgn(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let Some(tag) = text.strip_prefix('[') else { return false };
    let name = tag.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    name.len() < tag.len() && name.starts_with(" \"")
}

fn is_blank(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    line.is_empty() || line.starts_with(b"#")
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
    fn games_begin_with_a_tag_pair() {
        for text in ["[Event \"?\"]", "\u{feff}\n [White_1 \"a\"]\n"] {
            assert!(begins_as_pgn(text), "{text}");
        }
        for text in ["", "[", "[] \"\"", "8/8/8/8/8/8/8/K1k5 w - -", "# [a \"b\"]", "1. e4"] {
            assert!(!begins_as_pgn(text), "{text}");
        }
    }

    #[test]
    fn contents_are_recognized() {
        for (text, expected) in [
            ("", Content::Games),
            ("[Event \"?\"]\n", Content::Games),
            ("1. e4 e5\n", Content::Games),
            ("\u{feff}\n\n8/8/8/8/8/8/8/K1k5 w - -\n", Content::Positions),
            ("8/8/8/8/8/8/8/K1k5 q - -", Content::Positions),
            ("startpos\n", Content::Positions),
            ("# endings\n\n# of rooks\n8/8/8/8/8/8/8/K1k5 w - -\n", Content::Positions),
            ("# moves\n1. e4 e5\n", Content::Games),
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
