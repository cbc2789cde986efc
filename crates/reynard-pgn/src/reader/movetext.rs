//! Reading the moves of a game and the text among them.

use std::borrow::Cow;

use super::between::begins_with_move;
use super::character::{LONGEST, Meaning, character_at, plain};
use super::class::{Class, class_of, is_word};
use super::game::{Mode, Mute};
use super::machine::{Machine, PassOver, Receiver, Step};
use super::piece::{Piece, TagMark};
use super::tag_pair::{
    EVENT, TAG_SIGHT, TagPair, begins_line, follows_empty_line, looks_like_tag, outdented,
    read_tag_pair,
};
use super::window::{Window, ends_game};
use super::word::{
    begins_long_result, glyphs_of, is_castling_with_zeros, is_null_move, is_remark, is_sign,
    long_result, promotion_behind, result_of, without_signs,
};
use crate::diagnostic::DiagnosticKind;
use crate::written_result::WrittenResult;
use crate::{CommentStyle, Nag, PgnLimit, PieceLetters, Skip, Termination};

/// A token of movetext.
struct Word<'w> {
    /// The token with plain dashes; empty if it is too long or invisible.
    text: Cow<'w, [u8]>,
    /// Index in the window of the first byte after the token.
    end: usize,
}

/// Number of bytes that must be in the window after a token, because a promotion piece may follow.
const WORD_SIGHT: usize = 16;

impl Machine {
    /// Reads the moves of a game.
    pub(super) fn moves(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Option<Step> {
        loop {
            match (self.game.muted, self.game.mode) {
                // Letters of another language are translated first, and what is not read is kept.
                _ if self.options.letters != PieceLetters::ENGLISH => {}
                (None, Mode::Moves) => visitor.quick_moves(self, window),
                (None, Mode::Tokens) => visitor.quick_tokens(self, window),
                (Some((_, Mute::Unwanted)), _) => visitor.skip_tokens(self, window),
                (Some((_, Mute::Unread)), _) => {}
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
                Piece::Result => return None,
                Piece::Over(step) => return Some(step),
            }
        }
    }

    /// Skips bytes, or hands them over as unread text if the current line cannot be read.
    pub(super) fn pass(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        end: usize,
    ) -> Piece {
        if self.game.is_unread() {
            self.hand_unread(window, visitor, self.pos, end);
        }
        self.pos = end;
        Piece::Read
    }

    /// Reads one item of movetext of any kind.
    fn piece(&mut self, byte: u8, window: Window<'_>, visitor: &mut dyn Receiver) -> Piece {
        match class_of(byte) {
            Class::Space => {
                self.pos += 1;
                Piece::Read
            }
            Class::Dot => {
                // `.5-.5`.
                if !window.shows(self.pos, 2) {
                    return Piece::Unseen;
                }
                if self.game.depth == 0 && window.text[self.pos..].starts_with(b".5") {
                    if !window.shows(self.pos, 24) {
                        return Piece::Unseen;
                    }
                    if let Some((result, length)) = long_result(&window.text[self.pos..]) {
                        return self.result(window, visitor, result, self.pos + length);
                    }
                }
                self.pass(window, visitor, self.pos + 1)
            }
            Class::Letter if byte >= 0x80 && !window.shows(self.pos, LONGEST) => Piece::Unseen,
            Class::Letter if byte >= 0x80 => match character_at(window.text, self.pos) {
                (Meaning::Blank | Meaning::Nothing, length) => {
                    self.pos += length;
                    Piece::Read
                }
                (Meaning::Dots, length) => self.pass(window, visitor, self.pos + length),
                _ => self.word(window, visitor),
            },
            Class::Digit => self.digits(window, visitor),
            Class::Letter | Class::Mark => self.word(window, visitor),
            Class::Glyph => self.glyph(window, visitor),
            Class::Dollar => self.numeric_glyph(window, visitor),
            Class::OpenBrace => self.comment(window, visitor, CommentStyle::Braces),
            Class::Semicolon => self.comment(window, visitor, CommentStyle::Line),
            Class::OpenBracket => self.begin_variation(window, visitor),
            Class::CloseBracket => self.end_variation(window, visitor),
            Class::Star => {
                let unknown = WrittenResult::Plain(Termination::Unknown);
                self.result(window, visitor, unknown, self.pos + 1)
            }
            Class::Square => self.bracket(window, visitor),
            Class::Percent if begins_line(window.text, self.pos) => {
                self.comment(window, visitor, CommentStyle::Escape)
            }
            Class::CloseBrace => {
                self.find(window, visitor, DiagnosticKind::StrayBrace, self.pos, b"}");
                self.hand_unread(window, visitor, self.pos, self.pos + 1);
                self.pos += 1;
                Piece::Read
            }
            Class::Percent | Class::Other => self.unexpected(window, visitor),
        }
    }

    /// Takes the token at the next byte. Returns `None` if its end is outside of the window. A
    /// token that is too long is reported, and its text is empty.
    fn take_word<'w>(
        &mut self,
        window: Window<'w>,
        visitor: &mut dyn Receiver,
    ) -> Option<Word<'w>> {
        let (text, start) = (window.text, self.pos);
        let limit = self.options.limits.token;
        let mut end = start;
        let mut is_plain = true;
        while end < text.len() && is_word(text[end]) && end - start <= limit {
            if text[end].is_ascii() {
                end += 1;
                continue;
            }
            if !window.shows(end, LONGEST) {
                return None;
            }
            match character_at(text, end) {
                (Meaning::Blank | Meaning::Dots, _) => break,
                (Meaning::Other, length) => end += length,
                (Meaning::Nothing | Meaning::Dash, length) => {
                    is_plain = false;
                    end += length;
                }
            }
        }
        if end - start > limit {
            self.exceed(window, visitor, PgnLimit::Token, start, &text[start..end]);
            self.mute_line();
            self.skip = Some(PassOver::Word);
            return Some(Word { text: Cow::Borrowed(&[]), end });
        }
        // `e.p.` has dots inside.
        if text[end..].starts_with(b".p") && text[start..end].ends_with(b"e") {
            end += 2;
            end += usize::from(text.get(end) == Some(&b'.'));
        }
        if !window.shows(end, WORD_SIGHT) {
            return None;
        }
        let word = &text[start..end];
        let text = if is_plain { Cow::Borrowed(word) } else { Cow::Owned(plain(word)) };
        Some(Word { text, end })
    }

    /// Reads a move number, a result, or a castling move or null move written with zeros.
    fn digits(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Piece {
        let (text, start) = (window.text, self.pos);
        let Some(Word { text: word, end }) = self.take_word(window, visitor) else {
            return Piece::Unseen;
        };
        if word.is_empty() {
            return Piece::Read;
        }
        if let Some(piece) = self.mark(window, visitor, &word, end) {
            return piece;
        }
        if self.game.tags.has_odd_result
            && self.game.depth == 0
            && WrittenResult::read(&word) == Some(WrittenResult::Other)
            && self.has_other_result()
        {
            match ends_game(window, end) {
                None => return Piece::Unseen,
                Some(true) => return self.result(window, visitor, WrittenResult::Other, end),
                Some(false) => {}
            }
        }
        if is_castling_with_zeros(&word) || is_null_move(&word) {
            return self.a_move(window, visitor, &word, start, end);
        }
        if matches!(&*word, b"0" | b"1") && begins_long_result(&text[end..]) {
            if !window.shows(start, 24) {
                return Piece::Unseen;
            }
            if let Some((result, length)) = long_result(&text[start..]) {
                return self.result(window, visitor, result, start + length);
            }
        }
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = &word[..digits];
        if self.game.depth == 0
            && number == b"1"
            && self.game.has_moves
            && follows_empty_line(text, outdented(text, start))
            && text.get(start + 1) == Some(&b'.')
            && text.get(start + 2) != Some(&b'.')
        {
            /// Number of bytes that are searched for the first move of another game.
            const SIGHT: usize = 48;
            if !window.shows(start, SIGHT) {
                return Piece::Unseen;
            }
            let seen = &text[start..text.len().min(start + SIGHT)];
            if begins_with_move(seen, true) {
                return Piece::Over(self.end_without_result(window, visitor));
            }
        }
        self.game.number_at = self.place(start);
        self.number(window, visitor, number);
        self.pass(window, visitor, start + digits)
    }

    /// Reads the token that ends at `end` as the termination mark, if it is one.
    fn mark(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        word: &[u8],
        end: usize,
    ) -> Option<Piece> {
        let start = self.pos;
        if self.game.tags.has_odd_result && self.game.depth == 0 {
            match self.mark_of_tag(window, start) {
                TagMark::Unseen => return Some(Piece::Unseen),
                TagMark::Found(result, end) => {
                    return Some(self.result(window, visitor, result, end));
                }
                TagMark::Absent => {}
            }
        }
        let result = result_of(word)?;
        // A half may be followed by a dash and another one.
        let is_half = !word.contains(&b'-');
        if is_half && !window.shows(start, 24) {
            return Some(Piece::Unseen);
        }
        let long = if is_half { long_result(&window.text[start..]) } else { None };
        Some(match long {
            Some((result, length)) => self.result(window, visitor, result, start + length),
            None => self.result(window, visitor, result, end),
        })
    }

    /// Compares a move number with the expected one.
    fn number(&mut self, window: Window<'_>, visitor: &mut dyn Receiver, number: &[u8]) {
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

    /// Reads a token that begins with a letter or a mark.
    fn word(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Piece {
        let start = self.pos;
        let Some(Word { text: word, end }) = self.take_word(window, visitor) else {
            return Piece::Unseen;
        };
        if word.is_empty() {
            return Piece::Read;
        }
        let has_odd_result = self.game.tags.has_odd_result && self.game.depth == 0;
        if !word[0].is_ascii_alphanumeric() || word.len() <= 5 || has_odd_result {
            if let Some(piece) = self.mark(window, visitor, &word, end) {
                return piece;
            }
            if is_remark(&word) {
                if !self.game.is_muted() {
                    self.find(window, visitor, DiagnosticKind::RedundantText, start, &word);
                }
                return self.pass(window, visitor, end);
            }
            // A move has a digit in it.
            let may_be_glyph =
                !word[0].is_ascii_alphanumeric() || word.iter().all(u8::is_ascii_alphabetic);
            if may_be_glyph && let Some(nag) = Nag::from_glyph(&word) {
                return self.text_glyphs(window, visitor, &[nag], end);
            }
            if is_sign(&word) {
                return self.signs(window, visitor, end);
            }
        }
        self.a_move(window, visitor, &word, start, end)
    }

    /// Reads a token from `start` to `end` as a move.
    fn a_move(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        word: &[u8],
        start: usize,
        end: usize,
    ) -> Piece {
        let most = self.options.limits.nesting;
        self.game.has_moves |= self.game.depth == 0;
        // A line that is passed over ends where it ends when it is read.
        let standard = self.options.letters.to_standard(word);
        let (word, end) = match promotion_behind(&standard, &window.text[end..]) {
            None => (standard, end),
            Some((letter, length)) => {
                let mv = standard.strip_suffix(b"=").unwrap_or(&standard);
                let whole = [mv, b"=", letter].concat();
                (Cow::Owned(self.options.letters.to_standard(&whole).into_owned()), end + length)
            }
        };
        if self.game.is_muted() {
            self.game.pass_moves(1, most);
            return self.pass(window, visitor, end);
        }
        if self.game.line.ply >= self.options.limits.plies as u64 {
            self.exceed(window, visitor, PgnLimit::Plies, start, &word);
            self.mute_line();
            self.game.pass_moves(1, most);
            return self.pass(window, visitor, end);
        }
        let flow = match self.game.mode {
            Mode::Tokens => Some(self.token(visitor, &word)),
            Mode::Moves => self.play(window, visitor, &word, start),
        };
        let Some(flow) = flow else {
            return self.unreadable(window, visitor, start, end);
        };
        self.pos = end;
        self.game.plies += u64::from(self.game.depth == 0);
        if flow == Skip::Yes {
            self.skip_rest(visitor);
        }
        Piece::Read
    }

    /// Hands over a token unexamined, without the glyphs attached to it.
    fn token(&mut self, visitor: &mut dyn Receiver, word: &[u8]) -> Skip {
        self.game.line.ply += 1;
        self.game.line.has_moved = true;
        let (mv, signs) = without_signs(word);
        let Some(nags) = glyphs_of(signs, false) else { return visitor.san(word) };
        let flow = visitor.san(mv);
        if flow == Skip::No {
            for nag in nags {
                visitor.nag(nag);
            }
        }
        flow
    }

    /// Stops reading the line, because the token from `start` to `end` is not a legal move.
    #[cold]
    fn unreadable(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        start: usize,
        end: usize,
    ) -> Piece {
        /// The maximum number of bytes between a move number and its move.
        const REACH: u64 = 40;
        self.mute_line();
        let number = self.place(start).checked_sub(self.game.number_at);
        let is_numbered = self.game.line.is_numbered && number.is_some_and(|reach| reach <= REACH);
        let reach = number.filter(|_| is_numbered).and_then(|reach| usize::try_from(reach).ok());
        self.pos = start.saturating_sub(reach.unwrap_or(0));
        self.game.pass_moves(1, self.options.limits.nesting);
        self.pass(window, visitor, end)
    }

    /// Skips the rest of the game up to its result, as the visitor requested.
    pub(super) fn skip_rest(&mut self, visitor: &mut dyn Receiver) {
        self.close_variations(visitor);
        self.game.muted = Some((0, Mute::Unwanted));
    }

    /// Mutes the line: from now on, only its text is handed over.
    pub(super) const fn mute_line(&mut self) {
        if self.game.muted.is_none() {
            self.game.muted = Some((self.game.depth, Mute::Unread));
        }
    }

    /// Returns the length of a run of bytes, which is at most the token limit. Returns `None` if
    /// the end of the run is outside of the window.
    pub(super) fn run_length(
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

    /// Reads a square bracket among moves: either another game begins, or the bracket is misplaced.
    fn bracket(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Piece {
        let (text, start) = (window.text, self.pos);
        if !window.shows(start, TAG_SIGHT) {
            return Piece::Unseen;
        }
        let begins_line = begins_line(text, outdented(text, start));
        if begins_line && Self::begins_next_game(text, start)
            || text[start..].starts_with(EVENT)
            || self.is_next_game(start)
        {
            return Piece::Over(self.end_without_result(window, visitor));
        }
        if !looks_like_tag(text, start) {
            return self.unexpected(window, visitor);
        }
        let pair = read_tag_pair(text, start, window.is_complete, self.options.limits.tag);
        if self.is_tag_too_long(window, visitor, &pair) {
            return Piece::Read;
        }
        let (kind, end) = match pair {
            TagPair::Read { end, .. } => (DiagnosticKind::TagAmongMoves, end),
            TagPair::Malformed { .. } if !begins_line => return self.unexpected(window, visitor),
            TagPair::Malformed { end } => (DiagnosticKind::MalformedTag, end),
            TagPair::Unfinished => return Piece::Unseen,
        };
        self.find(window, visitor, kind, start, &text[start..end]);
        self.hand_unread(window, visitor, start, end);
        if text[end..].starts_with(EVENT) {
            self.next_game = Some(self.place(end));
        }
        self.pos = end;
        Piece::Read
    }

    /// Reads characters without a meaning. A run of the same character is reported once. Commas and
    /// control characters are separators; other characters become a comment.
    fn unexpected(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Piece {
        let (text, start) = (window.text, self.pos);
        let byte = text[start];
        if !window.shows(start, 16) {
            return Piece::Unseen;
        }
        let separates = byte == b',' || byte.is_ascii_control();
        if !separates && let Some((nag, length)) = Nag::at_start(&text[start..]) {
            return self.text_glyphs(window, visitor, &[nag], start + length);
        }
        if byte == b'[' {
            /// The maximum length in bytes of a mark in square brackets, such as `[#]`.
            const MARK: usize = 48;
            if !window.shows(start, MARK) {
                return Piece::Unseen;
            }
            let line = text[start..].iter().take(MARK);
            let mut line = line.take_while(|byte| !matches!(byte, b'\n' | b'\r' | b'{' | b'}'));
            if let Some(length) = line.position(|&byte| byte == b']') {
                let kind = DiagnosticKind::UnexpectedCharacters;
                return self.text_as_comment(window, visitor, kind, start + length + 1);
            }
        }
        let Some(length) = self.run_length(window, start, |other| other == byte) else {
            return Piece::Unseen;
        };
        if !separates {
            let kind = DiagnosticKind::UnexpectedCharacters;
            return self.text_as_comment(window, visitor, kind, start + length);
        }
        if !self.game.is_muted() {
            let run = &text[start..start + length];
            self.find(window, visitor, DiagnosticKind::UnexpectedCharacters, start, run);
        }
        self.pass(window, visitor, start + length)
    }

    /// Ends the input within a game.
    fn end_of_input(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Step {
        if let Some(kind) = self.failure.take() {
            self.find(window, visitor, DiagnosticKind::InputFailed(kind), self.pos, &[]);
        }
        self.end_without_result(window, visitor)
    }

    /// Ends a game without a termination mark.
    fn end_without_result(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Step {
        if self.game.depth > 0 {
            self.report_open_variation(window, visitor);
        }
        self.find(window, visitor, DiagnosticKind::MissingResult, self.pos, &[]);
        self.end_game(self.pos, visitor)
    }
}
