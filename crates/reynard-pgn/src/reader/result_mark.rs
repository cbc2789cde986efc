//! The termination mark after the moves of a game.

use super::game::Ending;
use super::machine::{Machine, Phase, Receiver};
use super::piece::{Piece, TagMark};
use super::window::{Window, ends_game};
use crate::diagnostic::DiagnosticKind;
use crate::written_result::{WrittenResult, says_nothing};
use crate::{Comment, CommentStyle, Termination, Text};

impl Machine {
    /// Reads the mark at `start` if it ends the game and repeats the value of the `Result` tag
    /// verbatim, although that is not one of the four standard marks: `[Result "1/2-0"]`.
    #[cold]
    pub(super) fn mark_of_tag(&self, window: Window<'_>, start: usize) -> TagMark {
        let Some(tag) = self.game.tags.result.get().map(<[u8]>::trim_ascii) else {
            return TagMark::Absent;
        };
        if !window.shows(start, tag.len()) {
            return TagMark::Unseen;
        }
        let end = start + tag.len();
        if tag.is_empty() || !window.text[start..].starts_with(tag) {
            return TagMark::Absent;
        }
        match ends_game(window, end) {
            None => TagMark::Unseen,
            Some(false) => TagMark::Absent,
            Some(true) => {
                let written = WrittenResult::read(tag).and_then(WrittenResult::termination);
                TagMark::Found(written.map_or(WrittenResult::Other, WrittenResult::Plain), end)
            }
        }
    }

    /// Returns `true` if the value of the `Result` tag is a result other than the four standard
    /// marks, such as `0-0`.
    pub(super) fn has_other_result(&self) -> bool {
        let tag = self.game.tags.result.get();
        tag.and_then(WrittenResult::read) == Some(WrittenResult::Other)
    }

    /// Reports a variation that is not closed, and keeps its bracket as unread text.
    pub(super) fn report_open_variation(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) {
        self.find(window, visitor, DiagnosticKind::UnclosedVariation, self.pos, b"(");
        if !self.game.is_unwanted() {
            visitor.unread(b" (");
        }
    }

    /// Reads the text up to `end` as a termination mark.
    pub(super) fn result(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        written: WrittenResult,
        end: usize,
    ) -> Piece {
        let start = self.pos;
        let shown = &window.text[start..end];
        if self.game.depth > 0 {
            match ends_game(window, end) {
                None => return Piece::Unseen,
                Some(true) => return self.result_of_open_variation(window, visitor, written, end),
                Some(false) => {}
            }
            return self.text_as_comment(window, visitor, DiagnosticKind::ResultInVariation, end);
        }
        let result = written.termination().unwrap_or(Termination::Unknown);
        if shown != result.as_str().as_bytes() && !self.game.is_unwanted() {
            self.find(window, visitor, DiagnosticKind::ResultDialect, start, shown);
        }
        if self.contradicts_tag(result) {
            self.find(window, visitor, DiagnosticKind::ResultContradictsTag, start, shown);
        }
        if let WrittenResult::Remarked(_) = written
            && !self.game.is_unwanted()
        {
            let text = Text::of_comment(shown);
            visitor.comment(Comment { text, style: CommentStyle::Braces });
        }
        self.pos = end;
        self.game.result = Some(result);
        visitor.result(result);
        self.close_variations(visitor);
        self.game.end = self.place(end);
        self.game.ending = Ending::Over;
        self.phase = Phase::Between;
        Piece::Result
    }

    /// Reads the termination mark after an unclosed variation.
    #[cold]
    fn result_of_open_variation(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        written: WrittenResult,
        end: usize,
    ) -> Piece {
        self.report_open_variation(window, visitor);
        self.close_variations(visitor);
        self.game.depth = 0;
        self.result(window, visitor, written, end)
    }

    /// Returns `true` if the `Result` tag differs from the mark.
    fn contradicts_tag(&self, mark: Termination) -> bool {
        let Some(tag) = self.game.tags.result.get() else { return false };
        if tag == mark.as_str().as_bytes() || mark == Termination::Unknown || says_nothing(tag) {
            return false;
        }
        WrittenResult::read(tag).is_none_or(|tag| tag.termination() != Some(mark))
    }
}
