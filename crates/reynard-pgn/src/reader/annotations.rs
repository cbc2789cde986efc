//! Reading annotations of moves: glyphs, symbols and comments.

use memchr::memmem;

use super::comment::Extent;
use super::machine::{Machine, Receiver};
use super::piece::Piece;
use super::tag_pair::EVENT;
use super::window::Window;
use crate::diagnostic::DiagnosticKind;
use crate::unread_mark::is_unread;
use crate::{Comment, CommentStyle, Nag, PgnLimit, Text};

impl Machine {
    /// Reads glyphs written as text, up to `end`.
    pub(super) fn text_glyphs(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        nags: &[Nag],
        end: usize,
    ) -> Piece {
        if !self.game.is_muted() {
            let glyph = &window.text[self.pos..end];
            self.find(window, visitor, DiagnosticKind::TextGlyph, self.pos, glyph);
            for &nag in nags {
                visitor.nag(nag);
            }
        }
        self.pass(window, visitor, end)
    }

    /// Reads the symbols up to `end`. They may form one or more glyphs. Bytes that do not occur in
    /// tokens may belong to the first symbol.
    pub(super) fn signs(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        end: usize,
    ) -> Piece {
        let start = self.pos;
        if !window.shows(start, 16) {
            return Piece::Unseen;
        }
        if let Some(nags) = Nag::split(&window.text[start..end]) {
            return self.text_glyphs(window, visitor, &nags, end);
        }
        match Nag::at_start(&window.text[start..]) {
            Some((nag, length)) if start + length > end => {
                self.text_glyphs(window, visitor, &[nag], start + length)
            }
            _ => self.text_as_comment(window, visitor, DiagnosticKind::UnknownGlyph, end),
        }
    }

    /// Converts an unknown annotation of a move, the text up to `end`, to a comment.
    pub(super) fn text_as_comment(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        kind: DiagnosticKind,
        end: usize,
    ) -> Piece {
        if !self.game.is_muted() {
            let said = &window.text[self.pos..end];
            self.find(window, visitor, kind, self.pos, said);
            if !self.game.is_muted() {
                let text = Text::of_comment(said);
                visitor.comment(Comment { text, style: CommentStyle::Braces });
            }
        }
        self.pass(window, visitor, end)
    }

    /// Reads a run of `!` and `?`.
    pub(super) fn glyph(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Piece {
        let (text, start) = (window.text, self.pos);
        let Some(length) = self.run_length(window, start, |byte| matches!(byte, b'!' | b'?'))
        else {
            return Piece::Unseen;
        };
        let end = start + length;
        if self.game.is_muted() {
            return self.pass(window, visitor, end);
        }
        let number = match &text[start..end] {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            b"?!" => 6,
            _ => return self.text_as_comment(window, visitor, DiagnosticKind::NagRange, end),
        };
        self.pos = end;
        visitor.nag(Nag(number));
        Piece::Read
    }

    /// Reads a `$` and the number after it.
    pub(super) fn numeric_glyph(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
    ) -> Piece {
        let (text, start) = (window.text, self.pos);
        let Some(digits) = self.run_length(window, start + 1, |byte: u8| byte.is_ascii_digit())
        else {
            return Piece::Unseen;
        };
        let end = start + 1 + digits;
        if self.game.is_muted() {
            return self.pass(window, visitor, end);
        }
        let number = std::str::from_utf8(&text[start + 1..end]).ok().and_then(|n| n.parse().ok());
        let Some(number) = number else {
            return self.text_as_comment(window, visitor, DiagnosticKind::NagRange, end);
        };
        self.pos = end;
        visitor.nag(Nag(number));
        Piece::Read
    }

    pub(super) fn comment(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        style: CommentStyle,
    ) -> Piece {
        let (text, start) = (window.text, self.pos);
        let (end, after) = match self.comment_extent(window, visitor, style) {
            Extent::Seen { end, after } => (end, after),
            Extent::TooLong => return Piece::Read,
            Extent::Unseen => return Piece::Unseen,
        };
        if after - start > self.options.limits.comment {
            self.pos = after;
            self.exceed(window, visitor, PgnLimit::Comment, start, &text[start..end]);
            return Piece::Read;
        }
        let is_open = style == CommentStyle::Braces && end == after;
        if !is_open && !self.game.is_muted() {
            let comment = &text[start + style.mark_length()..end];
            self.report_comment(window, visitor, start, comment, style);
            if !self.game.is_muted() && says_something(comment, style) {
                visitor.comment(Comment { text: Text::of_comment(comment), style });
            }
        } else if is_open || self.game.is_unread() {
            if is_open {
                let open = &text[start..end];
                self.find(window, visitor, DiagnosticKind::UnclosedComment, start, open);
            }
            self.unread_comment(window, visitor, style, end, after);
        }
        self.pos = after;
        Piece::Read
    }

    /// Hands over a comment as unread text.
    #[cold]
    fn unread_comment(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        style: CommentStyle,
        end: usize,
        after: usize,
    ) {
        let start = self.pos;
        let is_line = style != CommentStyle::Braces && !window.text[start..end].contains(&b'}');
        if !is_line || self.game.is_unwanted() {
            return self.hand_unread(window, visitor, start, after);
        }
        // After its mark the rest of the line would belong to it.
        visitor.unread(b" {");
        visitor.unread(&window.text[start + style.mark_length()..end]);
        visitor.unread(b"}");
        self.game.unread_to = self.place(after);
    }

    /// Reports a comment that holds unread text or seems to hold a game.
    #[inline(always)]
    pub(super) fn report_comment(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        start: usize,
        comment: &[u8],
        style: CommentStyle,
    ) {
        /// Length in bytes below which a comment cannot hold a tag section.
        const SHORT: usize = 48;
        if is_unread(comment) {
            self.find(window, visitor, DiagnosticKind::UnreadText, start, comment);
        } else if comment.len() > SHORT && memmem::find(comment, EVENT).is_some() {
            self.find(window, visitor, DiagnosticKind::TagInComment, start, comment);
        }
        if style == CommentStyle::Escape {
            self.find(window, visitor, DiagnosticKind::EscapedLine, start, comment);
        }
    }
}

/// Returns `false` for an escaped line without text, `true` for any other comment.
pub(super) fn says_something(comment: &[u8], style: CommentStyle) -> bool {
    style != CommentStyle::Escape || comment.trim_ascii() != b"%"
}
