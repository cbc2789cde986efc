//! Comments that stand before a game.

use crate::diagnostic::Diagnostic;
use crate::{Comment, CommentStyle, Text, Visitor};

/// Comments that stand before a game, and what else waits for it to begin.
#[derive(Debug, Default)]
pub(super) struct Prelude {
    text: Vec<u8>,
    /// End of each comment in the text, and its style.
    ends: Vec<(usize, CommentStyle)>,
    /// The error after which nothing more is read.
    pub(super) stopped: Option<Box<Diagnostic>>,
}

impl Prelude {
    /// Hands the comments over, or drops them.
    pub(super) fn hand_over<V: Visitor>(&mut self, visitor: &mut V, is_muted: bool) {
        if self.ends.is_empty() {
            return;
        }
        let mut start = 0;
        for &(end, style) in &self.ends {
            if !is_muted {
                let text = Text::of_comment(&self.text[start..end]);
                visitor.comment(Comment { text, style });
            }
            start = end;
        }
        self.clear();
    }

    /// Returns `true` if there are no comments.
    pub(super) const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Length of all comments in bytes.
    pub(super) const fn len(&self) -> usize {
        self.text.len()
    }

    /// Drops the comments and returns their text.
    pub(super) fn take_text(&mut self) -> Vec<u8> {
        self.ends.clear();
        std::mem::take(&mut self.text)
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    pub(super) fn add(&mut self, text: &[u8], style: CommentStyle) {
        self.text.extend_from_slice(text);
        self.ends.push((self.text.len(), style));
    }
}
