//! Places where a game certainly begins, regardless of the text before them.

use memchr::{memchr2, memmem};

use super::comment_end::BRACE_SIGHT;
use super::tag_pair::{EVENT, follows_empty_line};

/// Maximum number of bytes taken up by the empty line before a tag.
const EMPTY_LINE: usize = 3;

/// The result of [`sure_game_start`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SureStart {
    /// The first byte at which a game certainly begins.
    At(usize),
    /// No game certainly begins before this byte. The text from this byte on must be examined again
    /// together with the text that follows.
    Unseen(usize),
}

/// The text that follows the given part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEnd {
    /// More text.
    More,
    /// Nothing.
    Last,
}

/// Finds the first place in `text`, a part of a larger text, where a game certainly begins: at an
/// `Event` tag that is in the first column, follows an empty line and is not within a comment. If
/// the larger text is split there, the same games are read.
///
/// The answer depends only on the text from the beginning of the part, not on how much of it is
/// visible. A tag is within a comment if, within 16 KiB after it, a brace closes before one opens.
///
/// ```
/// use reynard_pgn::{SureStart, TextEnd, sure_game_start};
///
/// let text = b"1. e4 *\n\n[Event \"?\"]\n\n1. d4 *\n";
/// assert_eq!(sure_game_start(text, TextEnd::Last), SureStart::At(9));
/// // A brace may follow.
/// assert_eq!(sure_game_start(text, TextEnd::More), SureStart::Unseen(6));
/// // No empty line is in sight.
/// assert_eq!(sure_game_start(&text[9..], TextEnd::Last), SureStart::Unseen(21));
/// ```
pub fn sure_game_start(text: &[u8], end: TextEnd) -> SureStart {
    for at in memmem::find_iter(text, EVENT).filter(|&at| follows_empty_line(text, at)) {
        let seen = &text[at..text.len().min(at + BRACE_SIGHT)];
        match memchr2(b'}', b'{', seen).map(|length| seen[length]) {
            Some(b'}') => {}
            None if end == TextEnd::More && seen.len() < BRACE_SIGHT => {
                return SureStart::Unseen(at.saturating_sub(EMPTY_LINE));
            }
            _ => return SureStart::At(at),
        }
    }
    SureStart::Unseen(match end {
        TextEnd::Last => text.len(),
        TextEnd::More => text.len().saturating_sub(EMPTY_LINE + EVENT.len() - 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first place where a game certainly begins in text that arrives in parts.
    fn by_parts(text: &[u8], step: usize) -> Option<usize> {
        let (mut seen, mut dropped) = (Vec::new(), 0);
        for (index, part) in text.chunks(step).enumerate() {
            seen.extend_from_slice(part);
            let is_last = (index + 1) * step >= text.len();
            let end = if is_last { TextEnd::Last } else { TextEnd::More };
            match sure_game_start(&seen, end) {
                SureStart::At(at) => return Some(dropped + at),
                SureStart::Unseen(keep) => drop(seen.drain(..keep)),
            }
            dropped = (index * step + part.len()) - seen.len();
        }
        None
    }

    #[test]
    fn the_first_sure_beginning_does_not_depend_on_how_much_is_in_sight() {
        let far = "x".repeat(BRACE_SIGHT);
        for (text, expected) in [
            ("1. e4 *\n\n[Event \"?\"]\n", Some(9)),
            ("1. e4 *\r\n\r\n[Event \"?\"]\n", Some(11)),
            ("{a\n\n[Event \"?\"]} *\n\n[Event \"?\"]\n{b}\n", Some(20)),
            ("{a\n\n[Event \"?\"]\n", Some(4)),
            (&format!("{{a\n\n[Event \"?\"]{far}}}"), Some(4)),
            ("[Event \"?\"]\n[Event \"?\"]\n", None),
        ] {
            for step in [1, 2, 3, 7, 100, text.len()] {
                assert_eq!(by_parts(text.as_bytes(), step), expected, "{step}: {text:.40}");
            }
        }
    }
}
