//! Text that was not understood, kept in a comment.

use super::CommentText;

/// The mark of a comment that keeps text which was not understood.
const MARK: &[u8] = b"[%unread]";

/// Returns `true` for the text of a comment that keeps what was not understood: it begins with the
/// mark, or ends with it where a comment had no end.
pub(crate) fn is_unread(comment: &[u8]) -> bool {
    // Most comments begin with text, most commands with another letter.
    let begins = comment.len() >= MARK.len() && comment[2] == b'u' && comment.starts_with(MARK);
    begins || comment.last() == Some(&b']') && comment.ends_with(MARK)
}

/// The text that such a comment keeps.
pub(crate) fn unread_text(comment: &[u8]) -> &[u8] {
    let text = comment.strip_prefix(MARK).or_else(|| comment.strip_suffix(MARK));
    text.unwrap_or(comment).trim_ascii()
}

/// Length of the mark with which such a comment begins; 0 if it stands at the end.
pub(crate) fn mark_length(comment: &[u8]) -> usize {
    if comment.starts_with(MARK) { MARK.len() } else { 0 }
}

/// Puts pieces of text that was not understood together, up to something else.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnreadText {
    text: Vec<u8>,
}

impl UnreadText {
    /// Adds a piece, with the blank that separates it.
    pub(crate) fn add(&mut self, piece: &[u8]) {
        self.text.extend_from_slice(piece);
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
    }

    /// The comment that keeps the text, which is forgotten here; `None` if there is none.
    pub(crate) fn take(&mut self) -> Option<CommentText> {
        if self.text.is_empty() {
            return None;
        }
        let text = std::mem::take(&mut self.text);
        let text = text.trim_ascii();
        (!text.is_empty()).then(|| CommentText::unread(text))
    }
}
