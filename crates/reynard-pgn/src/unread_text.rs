//! Unparsed text, joined from chunks.

use crate::CommentText;

/// Joins consecutive chunks of unparsed text.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnreadText {
    text: Vec<u8>,
}

impl UnreadText {
    /// Adds a chunk, separated by a blank.
    pub(crate) fn add(&mut self, piece: &[u8]) {
        self.text.extend_from_slice(piece);
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
    }

    /// Takes the text as a comment. Returns `None` if there is no text.
    pub(crate) fn take(&mut self) -> Option<CommentText> {
        if self.text.is_empty() {
            return None;
        }
        let text = std::mem::take(&mut self.text);
        let text = text.trim_ascii();
        (!text.is_empty()).then(|| CommentText::unread(text))
    }
}
