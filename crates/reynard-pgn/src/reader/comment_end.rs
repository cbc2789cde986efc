//! The end of a comment in braces.

use memchr::memchr3;

use super::tag_pair::{begins_tag_section, follows_empty_line};
use super::window::Window;

/// The end of a comment in braces.
pub(super) enum CommentEnd {
    /// At the brace there.
    Brace(usize),
    /// Before the tag there, with which another game surely begins.
    NextGame(usize),
    /// Not in sight; or nowhere, if the window is complete.
    Unseen,
}

/// Looks for the end of a comment from `from` on.
///
/// A brace that is never closed would swallow all games that follow. So a comment ends at the latest
/// where a tag section follows an empty line: a bracket, a name, blanks and a quote.
#[inline]
pub(super) fn end_of_comment(window: Window<'_>, from: usize) -> CommentEnd {
    let text = window.text;
    let mut at = from;
    // Comments within a line end at their first mark.
    while let Some(found) = memchr3(b'}', b'\n', b'\r', &text[at..]) {
        at += found;
        if text[at] == b'}' {
            return CommentEnd::Brace(at);
        }
        at += 1;
        let rest = &text[at..];
        if follows_empty_line(text, at) {
            match begins_tag_section(rest) {
                Some(true) => return CommentEnd::NextGame(at),
                None if !window.is_complete => return CommentEnd::Unseen,
                _ => {}
            }
        }
    }
    CommentEnd::Unseen
}
