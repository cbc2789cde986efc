//! Places at which text that holds several games may be split.

use memchr::{memchr, memmem};

use super::comment_end::is_in_comment;
use super::tag_pair::follows_empty_line;

/// Returns `true` if the text may be split before the `Event` tag at `at`: an empty line and
/// something other than comments precede the tag, and the tag is not within a comment.
pub(crate) fn may_split(text: &[u8], at: usize) -> bool {
    follows_empty_line(text, at)
        && !is_in_comment(text, at)
        && (memchr(b'[', &text[..at]).is_some() || memmem::find(&text[..at], b"1.").is_some())
}
