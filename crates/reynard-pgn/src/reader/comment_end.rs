//! The end of a comment in braces.

use memchr::memchr2;
use memchr::memmem;

use super::tag_pair::{EVENT, SECTION_SIGHT, begins_tag_section, follows_empty_line};
use super::window::Window;

/// The end of a comment in braces.
pub(super) enum CommentEnd {
    /// At the brace at this index.
    Brace(usize),
    /// Before the tag at this index, where another game certainly begins.
    NextGame(usize),
    /// Outside of the window; if the window is complete, the comment is unclosed. The text before
    /// this byte belongs to the comment.
    Unseen(usize),
}

/// Number of bytes that are searched for a brace after a tag within a comment.
pub(crate) const BRACE_SIGHT: usize = 1 << 14;

/// Finds the end of a comment, starting at `from`.
///
/// A brace that is never closed would swallow all games after it. So if a comment contains
/// something that looks like the beginning of a game (an `Event` tag, or any tag after an empty
/// line), the next brace decides. If that is a closing brace, all of the text is a comment. If it
/// is an opening brace, or if no brace follows, the comment is unclosed and the next game begins at
/// the tag.
#[inline]
pub(super) fn end_of_comment(window: Window<'_>, from: usize) -> CommentEnd {
    // Comments end at their first brace.
    match memchr2(b'}', b'{', &window.text[from..]) {
        Some(length) if window.text[from + length] == b'}' && length <= BRACE_SIGHT => {
            CommentEnd::Brace(from + length)
        }
        _ => doubtful_end(window, from),
    }
}

#[cold]
#[inline(never)]
fn doubtful_end(window: Window<'_>, from: usize) -> CommentEnd {
    let text = window.text;
    let mut at = from;
    loop {
        let brace = memchr2(b'}', b'{', &text[at..]).map(|length| at + length);
        let end = brace.unwrap_or(text.len());
        let is_whole = brace.is_some() || window.is_complete;
        let game = first_game(text, at, end, is_whole);
        match (brace, game) {
            (Some(brace), Some(game)) if text[brace] == b'}' && brace - game <= BRACE_SIGHT => {
                return CommentEnd::Brace(brace);
            }
            (Some(brace), None) if text[brace] == b'}' => return CommentEnd::Brace(brace),
            (Some(_), Some(game)) => return CommentEnd::NextGame(game),
            (Some(brace), None) => at = brace + 1,
            (None, Some(game)) if is_whole || text.len() - game > BRACE_SIGHT => {
                return CommentEnd::NextGame(game);
            }
            (None, Some(game)) => return CommentEnd::Unseen(game),
            (None, None) => {
                return CommentEnd::Unseen(text.len().saturating_sub(SECTION_SIGHT).max(at));
            }
        }
    }
}

/// Returns the first place between `from` and `to` where a game seems to begin or, in an incomplete
/// text, may begin.
fn first_game(text: &[u8], from: usize, to: usize, is_whole: bool) -> Option<usize> {
    let event = memmem::find(&text[from..to], EVENT).map(|length| from + length);
    let to = event.unwrap_or(to);
    let mut at = from;
    while let Some(length) = memchr2(b'\n', b'\r', &text[at..to]) {
        at += length + 1;
        if follows_empty_line(text, at) {
            match begins_tag_section(&text[at..]) {
                Some(true) => return Some(at),
                None if !is_whole => return Some(at),
                _ => {}
            }
        }
    }
    event
}

/// Returns `true` if the next brace after `at` is a closing one, which means that `at` is within a
/// comment.
#[cfg(feature = "parallel")]
pub(crate) fn is_in_comment(text: &[u8], at: usize) -> bool {
    let seen = &text[at..text.len().min(at + BRACE_SIGHT)];
    memchr2(b'}', b'{', seen).is_some_and(|length| seen[length] == b'}')
}
