//! Text that precedes a game and belongs to it.

use crate::diagnostic::Diagnostic;
use crate::{Comment, CommentStyle, Text, Visitor};

/// Text that precedes a game, and other data held until the game begins.
#[derive(Debug, Default)]
pub(super) struct Prelude {
    text: Vec<u8>,
    /// The end of each part in the text, with the kind of the part.
    ends: Vec<(usize, PreludePart)>,
    /// The file offsets at which the first part begins and the last part ends.
    place: (u64, u64),
    /// The error after which reading stops.
    pub(super) stopped: Option<Box<Diagnostic>>,
}

/// A kind of text before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PreludePart {
    Comment(CommentStyle),
    /// Text that could not be parsed.
    Unread,
}

impl Prelude {
    /// Hands the parts over to the visitor, or drops them if the visitor skips the game.
    pub(super) fn hand_over(&mut self, visitor: &mut dyn Visitor, is_unwanted: bool) {
        if self.ends.is_empty() {
            return;
        }
        let mut start = 0;
        for &(end, part) in &self.ends {
            let text = &self.text[start..end];
            start = end;
            match part {
                _ if is_unwanted => {}
                PreludePart::Comment(style) => {
                    visitor.comment(Comment { text: Text::of_comment(text), style });
                }
                PreludePart::Unread => {
                    visitor.unread(b" ");
                    visitor.unread(text);
                }
            }
        }
        self.clear();
    }

    /// Returns `true` if there are no parts.
    pub(super) const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns `true` if the last part is a comment.
    pub(super) fn ends_with_comment(&self) -> bool {
        matches!(self.ends.last(), Some((_, PreludePart::Comment(_))))
    }

    /// Returns the total length of the parts in bytes.
    pub(super) const fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns the file offset of the first part, or `None` if there is none.
    pub(super) fn start(&self) -> Option<u64> {
        (!self.is_empty()).then_some(self.place.0)
    }

    /// Returns the file offset after the last part.
    pub(super) const fn end(&self) -> u64 {
        self.place.1
    }

    /// Drops everything and returns the text of the comments, or `None` if there are none.
    pub(super) fn take_comments(&mut self) -> Option<Vec<u8>> {
        let mut comments = None;
        let mut start = 0;
        for &(end, part) in &self.ends {
            if matches!(part, PreludePart::Comment(style) if style != CommentStyle::Escape) {
                comments.get_or_insert_with(Vec::new).extend_from_slice(&self.text[start..end]);
            }
            start = end;
        }
        self.clear();
        comments
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// Adds the unread text at the file offsets in `place`. The text extends the last part if it
    /// directly follows unread text.
    pub(super) fn add_unread(&mut self, text: &[u8], place: (u64, u64)) {
        match self.ends.last_mut() {
            Some((end, PreludePart::Unread)) if self.place.1 == place.0 => {
                self.text.extend_from_slice(text);
                *end = self.text.len();
                self.place.1 = place.1;
            }
            _ => self.add(text, PreludePart::Unread, place),
        }
    }

    /// Adds a part at the file offsets in `place`.
    pub(super) fn add(&mut self, text: &[u8], part: PreludePart, place: (u64, u64)) {
        if self.is_empty() {
            self.place = place;
        }
        self.place.1 = place.1;
        self.text.extend_from_slice(text);
        self.ends.push((self.text.len(), part));
    }
}
