//! Variations, and other text in round brackets among moves.

use super::game::Mute;
use super::machine::{Machine, Receiver};
use super::piece::Piece;
use super::window::{Window, ends_game};
use super::word::{glyph_in_brackets, result_in_brackets};
use crate::diagnostic::DiagnosticKind;
use crate::{PgnLimit, Skip};

impl Machine {
    /// Begins a variation, or reads a glyph, a draw offer or a result in round brackets.
    pub(super) fn begin_variation(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
    ) -> Piece {
        let start = self.pos;
        if !window.shows(start, 16) {
            return Piece::Unseen;
        }
        if !self.game.is_muted() {
            if let Some((nag, length)) = glyph_in_brackets(&window.text[start..]) {
                return self.text_glyphs(window, visitor, &[nag], start + length);
            }
            // A draw was offered.
            if window.text[start..].starts_with(b"(=)") {
                return self.text_as_comment(
                    window,
                    visitor,
                    DiagnosticKind::UnknownGlyph,
                    start + 3,
                );
            }
        }
        if self.game.depth == 0
            && let Some((result, length)) = result_in_brackets(&window.text[start..])
        {
            match ends_game(window, start + length) {
                None => return Piece::Unseen,
                Some(true) => return self.result(window, visitor, result, start + length),
                Some(false) => {}
            }
        }
        self.game.depth += 1;
        let most = self.options.limits.nesting;
        if self.game.is_muted() {
            self.game.enter_left_out(most);
            return self.pass(window, visitor, start + 1);
        }
        if !self.game.line.has_moved {
            self.find(window, visitor, DiagnosticKind::VariationBeforeMove, start, b"(");
        } else if self.game.depth > most {
            self.exceed(window, visitor, PgnLimit::Nesting, start, b"(");
        } else if visitor.begin_variation() == Skip::No {
            self.pos = start + 1;
            self.game.told += 1;
            let alternative = self.game.line.alternative();
            let interrupted = std::mem::replace(&mut self.game.line, alternative);
            self.game.interrupted.push(interrupted);
            return Piece::Read;
        } else {
            self.game.muted = Some((self.game.depth, Mute::Unwanted));
        }
        self.mute_line();
        self.game.enter_left_out(most);
        self.pass(window, visitor, start + 1)
    }

    /// Ends a variation; an unmatched bracket is kept as text.
    pub(super) fn end_variation(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
    ) -> Piece {
        let start = self.pos;
        if self.game.depth == 0 {
            if !self.game.is_muted() {
                self.find(window, visitor, DiagnosticKind::StrayBracket, start, b")");
                self.hand_unread(window, visitor, start, start + 1);
            }
            return self.pass(window, visitor, start + 1);
        }
        // The bracket belongs to the text of a variation that was handed over as text.
        let is_told = self.game.told >= self.game.depth;
        if is_told {
            self.pos = start + 1;
        } else {
            self.pass(window, visitor, start + 1);
        }
        self.game.leave_variation();
        let depth = self.game.depth;
        if self.game.muted.is_some_and(|(muted, _)| depth < muted) {
            self.game.muted = None;
        }
        if self.game.told > depth {
            self.game.told = depth;
            visitor.end_variation();
        }
        Piece::Read
    }
}
