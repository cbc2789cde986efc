//! The mark on comments that keep unparsed text.

/// The mark on a comment that keeps unparsed text.
const MARK: &[u8] = b"[%unread]";

/// Returns `true` if a comment keeps unparsed text: it begins with the mark, or ends with the mark
/// if the comment was not closed.
#[inline(always)]
pub(crate) fn is_unread(comment: &[u8]) -> bool {
    // Most comments begin and end with other bytes.
    let may_be = comment.len() >= MARK.len()
        && (comment[2] == MARK[2] || comment[comment.len() - 3] == MARK[MARK.len() - 3]);
    may_be && has_mark(comment)
}

#[cold]
#[inline(never)]
fn has_mark(comment: &[u8]) -> bool {
    comment.starts_with(MARK) || comment.ends_with(MARK)
}

/// Returns the unparsed text that a comment with the mark keeps.
pub(crate) fn unread_text(comment: &[u8]) -> &[u8] {
    let text = comment.strip_prefix(MARK).or_else(|| comment.strip_suffix(MARK));
    text.unwrap_or(comment).trim_ascii()
}

/// Returns the length of the mark if the comment begins with it, or 0 if the mark is at the end.
pub(crate) fn mark_length(comment: &[u8]) -> usize {
    if comment.starts_with(MARK) { MARK.len() } else { 0 }
}
