//! Diagnostic the end of a comment.

use memchr::{memchr2, memchr3};

use super::machine::{Machine, PassOver, Window};
use super::tag_pair::{EVENT, follows_empty_line};
use crate::{CommentStyle, Limit, Visitor};

/// A comment that begins with the next byte.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    /// Its text goes up to `end`, the comment up to `after`, which is the same if nothing closes it.
    Seen { end: usize, after: usize },
    /// It is too long, and the rest of it is to be skipped.
    TooLong,
    /// More has to be seen.
    Unseen,
}

impl Machine {
    /// How far the comment goes that begins with the next byte.
    pub(super) fn comment_extent<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
        style: CommentStyle,
    ) -> Extent {
        let (text, start) = (window.text, self.pos);
        let limit = self.options.limits.comment;
        let (found, most, skip) = match style {
            CommentStyle::Braces => {
                let found = match end_of_comment(window, start + 1) {
                    CommentEnd::Brace(end) => Some((end, end + 1)),
                    CommentEnd::NextGame(end) => Some((end, end)),
                    CommentEnd::Unseen => None,
                };
                // What is in sight may end with a part of the mark of the next game.
                (found, limit + EVENT.len(), PassOver::Comment)
            }
            CommentStyle::Line => {
                let length = memchr2(b'\n', b'\r', &text[start..]);
                (length.map(|length| (start + length, start + length)), limit, PassOver::Line)
            }
        };
        match found {
            Some((end, after)) => Extent::Seen { end, after },
            None if window.is_complete => Extent::Seen { end: text.len(), after: text.len() },
            None if text.len() - start > most => {
                self.exceed(window, visitor, Limit::Comment, start, &text[start..]);
                self.skip = Some(skip);
                Extent::TooLong
            }
            None => Extent::Unseen,
        }
    }
}

/// Where a comment in braces ends.
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
/// A brace that nobody closes would swallow all games that follow. So a comment ends at the latest
/// where an `Event` tag follows an empty line.
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
            if rest.starts_with(EVENT) {
                return CommentEnd::NextGame(at);
            }
            if !window.is_complete && EVENT.starts_with(rest) {
                return CommentEnd::Unseen;
            }
        }
    }
    CommentEnd::Unseen
}
