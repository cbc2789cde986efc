//! Comments and annotations of a move.

use crate::{CommentText, Nag};

/// The comments and annotations of a node. Most nodes have none, and a node without any has no
/// `Extras` at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Extras {
    pub(super) nags: Vec<Nag>,
    pub(super) comments: Vec<CommentText>,
    /// Like `comments_before`, used only in a node that begins a variation.
    pub(super) nags_before: Vec<Nag>,
    pub(super) comments_before: Vec<CommentText>,
}

impl Extras {
    pub(super) const fn is_empty(&self) -> bool {
        self.nags.is_empty()
            && self.comments.is_empty()
            && self.nags_before.is_empty()
            && self.comments_before.is_empty()
    }
}
