//! The extent of a comment.

use memchr::memchr2;

use super::comment_end::{BRACE_SIGHT, CommentEnd, end_of_comment};
use super::machine::{Machine, PassOver, Receiver};
use super::tag_pair::SECTION_SIGHT;
use super::window::Window;
use crate::{CommentStyle, PgnLimit};

/// The extent of a comment that begins with the next byte.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    /// The text ends at `end`, and the comment at `after`. These are equal if no delimiter closes
    /// the comment.
    Seen { end: usize, after: usize },
    /// The comment is too long, and the rest of it is to be skipped.
    TooLong,
    /// More input is needed.
    Unseen,
}

impl Machine {
    /// Finds the extent of the comment that begins with the next byte.
    pub(super) fn comment_extent(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        style: CommentStyle,
    ) -> Extent {
        let (text, start) = (window.text, self.pos);
        let limit = self.options.limits.comment;
        let (found, most, skip) = match style {
            CommentStyle::Braces => {
                let found = match end_of_comment(window, start + 1) {
                    CommentEnd::Brace(end) => Some((end, end + 1)),
                    CommentEnd::NextGame(end) => {
                        self.next_game = Some(self.base + end as u64);
                        Some((end, end))
                    }
                    CommentEnd::Unseen(_) => None,
                };
                // The bytes in sight may end with the beginning of the next game.
                (found, limit + SECTION_SIGHT + BRACE_SIGHT, PassOver::Comment)
            }
            CommentStyle::Line | CommentStyle::Escape => {
                let length = memchr2(b'\n', b'\r', &text[start..]);
                (length.map(|length| (start + length, start + length)), limit, PassOver::Line)
            }
        };
        match found {
            Some((end, after)) => Extent::Seen { end, after },
            None if window.is_complete => Extent::Seen { end: text.len(), after: text.len() },
            None if text.len() - start > most => {
                self.exceed(window, visitor, PgnLimit::Comment, start, &text[start..]);
                self.skip = Some(skip);
                Extent::TooLong
            }
            None => Extent::Unseen,
        }
    }
}

impl CommentStyle {
    /// Returns the length of the mark that begins a comment, unless the mark is part of the text.
    pub(super) const fn mark_length(self) -> usize {
        match self {
            Self::Braces | Self::Line => 1,
            Self::Escape => 0,
        }
    }
}
