//! Where a text of games may be split.

use memchr::{memchr, memmem};

use super::comment_end::is_in_comment;
use super::tag_pair::{EVENT, follows_empty_line};

/// Returns the first place behind the first byte of a text where a game surely begins: an `Event` tag in the first
/// column after an empty line, not within a comment. A text that is split there is read as the same games.
///
/// ```
/// use reynard_pgn::sure_game_start;
///
/// let text = b"1. e4 *\n\n[Event \"?\"]\n\n1. d4 *\n";
/// assert_eq!(sure_game_start(text), Some(9));
/// assert_eq!(sure_game_start(&text[9..]), None);
/// ```
pub fn sure_game_start(text: &[u8]) -> Option<usize> {
    memmem::find_iter(text, EVENT).find(|&at| may_split(text, at))
}

/// Returns `true` if a text may be split before the `Event` tag at `at`: an empty line stands before it, no
/// brace closes behind it, and more than comments stands before.
pub(crate) fn may_split(text: &[u8], at: usize) -> bool {
    follows_empty_line(text, at)
        && !is_in_comment(text, at)
        && (memchr(b'[', &text[..at]).is_some() || memmem::find(&text[..at], b"1.").is_some())
}
