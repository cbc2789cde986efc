//! Reading the moves of a game, and what stands among them.

use super::class::{Class, class_of, is_word};
use super::comment::Extent;
use super::game::Mode;
use super::machine::{Machine, PassOver, Step};
use super::tag_pair::{
    BYTE_ORDER_MARK, TAG_SIGHT, TagPair, begins_line, follows_empty_line, looks_like_tag,
    outdented, read_tag_pair,
};
use super::window::Window;
use super::word::{glyph_of, is_castling_with_zeros, is_null_move, is_remark, result_of};
use crate::diagnostic::DiagnosticKind;
use crate::{Comment, CommentStyle, Nag, PgnLimit, Skip, Termination, Text, Visitor};

/// Result of a step in the movetext.
pub(super) enum Piece {
    /// It has been read.
    Read,
    /// More has to be seen.
    Unseen,
    /// The game is over.
    Over(Step),
}

impl Machine {
    /// Reads the moves of a game.
    pub(super) fn moves<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
    ) -> Option<Step> {
        loop {
            match (self.game.muted, self.game.mode) {
                (None, Mode::Moves) => self.quick_moves(window, visitor),
                (None, Mode::Tokens) => self.quick_tokens::<V, true>(window, visitor),
                (Some(_), _) => self.quick_tokens::<V, false>(window, visitor),
            }
            let piece = match window.text.get(self.pos) {
                Some(&byte) => self.piece(byte, window, visitor),
                None if !window.is_complete => Piece::Unseen,
                None => Piece::Over(self.end_of_input(window, visitor)),
            };
            match piece {
                Piece::Read if self.skip.is_some() => return None,
                Piece::Read => {}
                Piece::Unseen => return Some(Step::More),
                Piece::Over(step) => return Some(step),
            }
        }
    }

    /// Reads one piece of movetext, whatever it is.
    fn piece<V: Visitor>(&mut self, byte: u8, window: Window<'_>, visitor: &mut V) -> Piece {
        match class_of(byte) {
            Class::Space | Class::Dot => {
                self.pos += 1;
                Piece::Read
            }
            Class::Digit => self.digits(window, visitor),
            Class::Letter | Class::Mark => self.word(window, visitor),
            Class::Glyph => self.glyph(window, visitor),
            Class::Dollar => self.numeric_glyph(window, visitor),
            Class::OpenBrace => self.comment(window, visitor, CommentStyle::Braces),
            Class::Semicolon => self.comment(window, visitor, CommentStyle::Line),
            Class::OpenBracket => self.begin_variation(window, visitor),
            Class::CloseBracket => self.end_variation(window, visitor),
            Class::Star => self.result(window, visitor, Termination::Unknown, self.pos + 1),
            Class::Square => self.bracket(window, visitor),
            Class::Percent if begins_line(window.text, self.pos) => {
                self.skip = Some(PassOver::Line);
                Piece::Read
            }
            Class::CloseBrace => {
                self.find(window, visitor, DiagnosticKind::StrayBrace, self.pos, b"}");
                self.pos += 1;
                Piece::Read
            }
            Class::Percent | Class::Other => self.unexpected(window, visitor),
        }
    }

    /// The word at the next byte, or `None` if its end is not in sight. A word that is too long is
    /// reported, and empty.
    fn take_word<'w, V: Visitor>(
        &mut self,
        window: Window<'w>,
        visitor: &mut V,
    ) -> Option<&'w [u8]> {
        let (text, start) = (window.text, self.pos);
        let limit = self.options.limits.token;
        let mut end = start;
        while end < text.len() && is_word(text[end]) {
            end += 1;
        }
        if end - start > limit {
            self.exceed(window, visitor, PgnLimit::Token, start, &text[start..end]);
            self.mute_line();
            self.skip = Some(PassOver::Word);
            return Some(&[]);
        }
        // `e.p.` has dots inside.
        if text[end..].starts_with(b".p") && text[start..end].ends_with(b"e") {
            end += 2;
            end += usize::from(text.get(end) == Some(&b'.'));
        }
        if end + 3 > text.len() && !window.is_complete {
            return None;
        }
        Some(&text[start..end])
    }

    /// A move number, a result, or castling or a null move with zeros.
    fn digits<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Piece {
        let start = self.pos;
        let Some(word) = self.take_word(window, visitor) else { return Piece::Unseen };
        if word.is_empty() {
            return Piece::Read;
        }
        if let Some((result, is_standard)) = result_of(word) {
            if !is_standard && !self.game.is_muted() {
                self.find(window, visitor, DiagnosticKind::ResultDialect, start, word);
            }
            return self.result(window, visitor, result, start + word.len());
        }
        if is_castling_with_zeros(word) || is_null_move(word) {
            return self.a_move(window, visitor, word, start);
        }
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = &word[..digits];
        if self.game.depth == 0
            && number == b"1"
            && self.game.has_moves
            && follows_empty_line(window.text, outdented(window.text, start))
            && window.text.get(start + 1) == Some(&b'.')
            && window.text.get(start + 2) != Some(&b'.')
        {
            return Piece::Over(self.end_without_result(window, visitor));
        }
        self.number(window, visitor, number);
        self.pos = start + digits;
        Piece::Read
    }

    /// A move number: it is only compared with the right one.
    fn number<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V, number: &[u8]) {
        if self.game.is_muted() || self.game.mode == Mode::Tokens {
            return;
        }
        self.game.line.is_numbered = true;
        let expected = u64::from(self.game.line.position().fullmove_number());
        let value = number.iter().try_fold(0_u64, |value, digit| {
            value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        });
        if value != Some(expected) {
            let kind = DiagnosticKind::WrongMoveNumber { expected };
            self.find(window, visitor, kind, self.pos, number);
        }
    }

    /// A word that begins with a letter or a mark.
    fn word<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Piece {
        let start = self.pos;
        let Some(word) = self.take_word(window, visitor) else { return Piece::Unseen };
        if word.is_empty() {
            return Piece::Read;
        }
        if word.starts_with(BYTE_ORDER_MARK) && begins_line(window.text, start) {
            self.pos = start + BYTE_ORDER_MARK.len();
            return Piece::Read;
        }
        self.pos = start + word.len();
        if !word[0].is_ascii_alphanumeric() || word.len() <= 5 {
            if let Some((result, _)) = result_of(word) {
                self.find(window, visitor, DiagnosticKind::ResultDialect, start, word);
                return self.result(window, visitor, result, start + word.len());
            }
            let glyph = glyph_of(word);
            if glyph.is_some() || is_remark(word) {
                if !self.game.is_muted() {
                    let kind = if glyph.is_some() {
                        DiagnosticKind::TextGlyph
                    } else {
                        DiagnosticKind::RedundantText
                    };
                    self.find(window, visitor, kind, start, word);
                    if let Some(nag) = glyph {
                        visitor.nag(nag);
                    }
                }
                return Piece::Read;
            }
        }
        self.a_move(window, visitor, word, start)
    }

    /// A word that is to be a move.
    fn a_move<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
        word: &[u8],
        start: usize,
    ) -> Piece {
        self.pos = start + word.len();
        self.game.has_moves |= self.game.depth == 0;
        let most = self.options.limits.nesting;
        if self.game.is_muted() {
            self.game.pass_moves(1, most);
            return Piece::Read;
        }
        if self.game.line.ply >= self.options.limits.plies as u64 {
            self.exceed(window, visitor, PgnLimit::Plies, start, word);
            self.mute_line();
            self.game.pass_moves(1, most);
            return Piece::Read;
        }
        let flow = match self.game.mode {
            Mode::Tokens => {
                self.game.line.ply += 1;
                self.game.line.has_moved = true;
                Some(visitor.san(word))
            }
            Mode::Moves => self.play(window, visitor, word, start),
        };
        let Some(flow) = flow else {
            self.mute_line();
            self.game.pass_moves(1, most);
            return Piece::Read;
        };
        self.game.plies += u64::from(self.game.depth == 0);
        if flow == Skip::Yes {
            self.skip_rest(visitor);
        }
        Piece::Read
    }

    /// The visitor wants nothing more of this game but its result.
    pub(super) fn skip_rest<V: Visitor>(&mut self, visitor: &mut V) {
        self.close_variations(visitor);
        self.game.muted = Some(0);
    }

    /// Nothing more of this line is handed over.
    pub(super) const fn mute_line(&mut self) {
        if self.game.muted.is_none() {
            self.game.muted = Some(self.game.depth);
        }
    }

    /// The length of a run of bytes, at most the limit of words; `None` if its end is not in sight.
    fn run_length(
        &self,
        window: Window<'_>,
        start: usize,
        fits: impl Fn(u8) -> bool,
    ) -> Option<usize> {
        let limit = self.options.limits.token;
        let seen = window.text[start..].iter().take(limit);
        let length = seen.take_while(|&&byte| fits(byte)).count();
        (length == limit || window.shows(start, length + 1)).then_some(length)
    }

    /// A run of `!` and `?`.
    fn glyph<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Piece {
        let (text, start) = (window.text, self.pos);
        let Some(length) = self.run_length(window, start, |byte| matches!(byte, b'!' | b'?'))
        else {
            return Piece::Unseen;
        };
        let end = start + length;
        self.pos = end;
        if self.game.is_muted() {
            return Piece::Read;
        }
        let number = match &text[start..end] {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            b"?!" => 6,
            other => {
                self.find(window, visitor, DiagnosticKind::NagRange, start, other);
                return Piece::Read;
            }
        };
        visitor.nag(Nag(number));
        Piece::Read
    }

    /// `$` and a number.
    fn numeric_glyph<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Piece {
        let (text, start) = (window.text, self.pos);
        let Some(digits) = self.run_length(window, start + 1, |byte: u8| byte.is_ascii_digit())
        else {
            return Piece::Unseen;
        };
        let end = start + 1 + digits;
        self.pos = end;
        if self.game.is_muted() {
            return Piece::Read;
        }
        let number = std::str::from_utf8(&text[start + 1..end]).ok().and_then(|n| n.parse().ok());
        match number {
            Some(number) => visitor.nag(Nag(number)),
            None => self.find(window, visitor, DiagnosticKind::NagRange, start, &text[start..end]),
        }
        Piece::Read
    }

    fn comment<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
        style: CommentStyle,
    ) -> Piece {
        let (text, start) = (window.text, self.pos);
        let (end, after) = match self.comment_extent(window, visitor, style) {
            Extent::Seen { end, after } => (end, after),
            Extent::TooLong => return Piece::Read,
            Extent::Unseen => return Piece::Unseen,
        };
        self.pos = after;
        if after - start > self.options.limits.comment {
            self.exceed(window, visitor, PgnLimit::Comment, start, &text[start..end]);
            return Piece::Read;
        }
        if style == CommentStyle::Braces && end == after {
            self.find(window, visitor, DiagnosticKind::UnclosedComment, start, &text[start..end]);
        }
        if !self.game.is_muted() {
            visitor.comment(Comment { text: Text::of_comment(&text[start + 1..end]), style });
        }
        Piece::Read
    }

    fn begin_variation<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Piece {
        let start = self.pos;
        self.pos += 1;
        self.game.depth += 1;
        let most = self.options.limits.nesting;
        if self.game.is_muted() {
            self.game.enter_left_out(most);
            return Piece::Read;
        }
        if !self.game.line.has_moved {
            self.find(window, visitor, DiagnosticKind::VariationBeforeMove, start, b"(");
        } else if self.game.depth > most {
            self.exceed(window, visitor, PgnLimit::Nesting, start, b"(");
        } else if visitor.begin_variation() == Skip::No {
            self.game.told += 1;
            let alternative = self.game.line.alternative();
            let interrupted = std::mem::replace(&mut self.game.line, alternative);
            self.game.interrupted.push(interrupted);
            return Piece::Read;
        }
        self.mute_line();
        self.game.enter_left_out(most);
        Piece::Read
    }

    fn end_variation<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Piece {
        let start = self.pos;
        self.pos += 1;
        if self.game.depth == 0 {
            if !self.game.is_muted() {
                self.find(window, visitor, DiagnosticKind::StrayBracket, start, b")");
            }
            return Piece::Read;
        }
        self.game.leave_variation();
        let depth = self.game.depth;
        if self.game.muted.is_some_and(|muted| depth < muted) {
            self.game.muted = None;
        }
        if self.game.told > depth {
            self.game.told = depth;
            visitor.end_variation();
        }
        Piece::Read
    }

    /// The mark of a result, up to `end`.
    fn result<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
        result: Termination,
        end: usize,
    ) -> Piece {
        let start = self.pos.min(end);
        if self.game.depth > 0 {
            if !self.game.is_muted() {
                let text = result.as_str().as_bytes();
                self.find(window, visitor, DiagnosticKind::ResultInVariation, start, text);
            }
            self.pos = end;
            return Piece::Read;
        }
        self.pos = end;
        self.game.result = Some(result);
        visitor.result(result);
        Piece::Over(self.end_game(end, visitor))
    }

    /// A bracket among moves: another game begins, or it has no place here.
    fn bracket<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Piece {
        let (text, start) = (window.text, self.pos);
        if !begins_line(text, outdented(text, start)) {
            return self.unexpected(window, visitor);
        }
        if !window.shows(start, TAG_SIGHT) {
            return Piece::Unseen;
        }
        if Self::begins_next_game(text, start) {
            return Piece::Over(self.end_without_result(window, visitor));
        }
        if !looks_like_tag(text, start) {
            return self.unexpected(window, visitor);
        }
        let pair = read_tag_pair(text, start, window.is_complete);
        if self.is_tag_too_long(window, visitor, &pair) {
            return Piece::Read;
        }
        let (kind, end) = match pair {
            TagPair::Read { end, .. } => (DiagnosticKind::TagAmongMoves, end),
            TagPair::Malformed { end } => (DiagnosticKind::MalformedTag, end),
            TagPair::Unfinished => return Piece::Unseen,
        };
        self.find(window, visitor, kind, start, &text[start..end]);
        self.pos = end;
        Piece::Read
    }

    /// Characters without a meaning: a run of the same one is one diagnostic.
    fn unexpected<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Piece {
        let (text, start) = (window.text, self.pos);
        let byte = text[start];
        let Some(length) = self.run_length(window, start, |other| other == byte) else {
            return Piece::Unseen;
        };
        if !self.game.is_muted() {
            let run = &text[start..start + length];
            self.find(window, visitor, DiagnosticKind::UnexpectedCharacters, start, run);
        }
        self.pos = start + length;
        Piece::Read
    }

    /// The input is over, within a game.
    fn end_of_input<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Step {
        if let Some(kind) = self.failure.take() {
            self.find(window, visitor, DiagnosticKind::InputFailed(kind), self.pos, &[]);
        }
        self.end_without_result(window, visitor)
    }

    /// The game is over, and no mark says so.
    fn end_without_result<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Step {
        if self.game.depth > 0 {
            self.find(window, visitor, DiagnosticKind::UnclosedVariation, self.pos, b"(");
        }
        self.find(window, visitor, DiagnosticKind::MissingResult, self.pos, &[]);
        self.end_game(self.pos, visitor)
    }
}
