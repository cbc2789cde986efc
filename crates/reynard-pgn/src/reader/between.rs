//! The text between games.

use super::class::{Class, class_of, is_line_end, is_word};
use super::comment::Extent;
use super::machine::{Machine, PassOver, Phase, Step};
use super::tag_pair::{
    BYTE_ORDER_MARK, EVENT, TAG_SIGHT, begins_line, follows_empty_line, looks_like_tag, outdented,
};
use super::window::Window;
use super::word::{looks_like_move, result_of};
use crate::diagnostic::DiagnosticKind;
use crate::{CommentStyle, PgnLimit, Visitor};

impl Machine {
    /// Looks for the beginning of a game.
    pub(super) fn between<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
    ) -> Option<Step> {
        let text = window.text;
        loop {
            let Some(&byte) = text.get(self.pos) else {
                if !window.is_complete {
                    return Some(Step::More);
                }
                return Some(self.end_input(window, visitor));
            };
            match class_of(byte) {
                Class::Space => self.pos += 1,
                Class::Square if !window.shows(self.pos, TAG_SIGHT) => return Some(Step::More),
                Class::Square if looks_like_tag(text, self.pos) => {
                    if text[self.pos..].starts_with(EVENT) && follows_empty_line(text, self.pos) {
                        self.drop_prelude(window, visitor);
                    }
                    self.begin_game(self.pos, visitor);
                    self.phase = Phase::Tags;
                    return None;
                }
                Class::Percent if begins_line(text, self.pos) => {
                    self.skip = Some(PassOver::Line);
                    return None;
                }
                Class::OpenBrace | Class::Semicolon => {
                    let style =
                        if byte == b'{' { CommentStyle::Braces } else { CommentStyle::Line };
                    match self.prelude_comment(window, visitor, style) {
                        Some(step) => return Some(step),
                        None if self.skip.is_some() => return None,
                        None => {}
                    }
                }
                _ => match self.stray(window, visitor) {
                    Some(step) => return Some(step),
                    None if self.phase == Phase::Between && self.skip.is_none() => {}
                    None => return None,
                },
            }
        }
    }

    /// The input is over, between games.
    fn end_input<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Step {
        self.drop_prelude(window, visitor);
        if let Some(kind) = self.failure.take() {
            self.find(window, visitor, DiagnosticKind::InputFailed(kind), self.pos, &[]);
        }
        self.phase = Phase::Over;
        Step::InputOver
    }

    /// Reports comments for which no game has come.
    fn drop_prelude<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) {
        if !self.prelude.is_empty() {
            let text = self.prelude.take_text();
            self.find(window, visitor, DiagnosticKind::StrayText, self.pos, &text);
        }
    }

    /// Keeps a comment for the game that follows.
    fn prelude_comment<V: Visitor>(
        &mut self,
        window: Window<'_>,
        visitor: &mut V,
        style: CommentStyle,
    ) -> Option<Step> {
        let (text, start) = (window.text, self.pos);
        let (end, after) = match self.comment_extent(window, visitor, style) {
            Extent::Seen { end, after } => (end, after),
            Extent::TooLong => return None,
            Extent::Unseen => return Some(Step::More),
        };
        self.pos = after;
        let limit = self.options.limits.comment;
        if after - start > limit || self.prelude.len() + end - start > limit {
            self.exceed(window, visitor, PgnLimit::Comment, start, &text[start..end]);
        } else if style == CommentStyle::Braces && end == after {
            self.find(window, visitor, DiagnosticKind::UnclosedComment, start, &text[start..end]);
        } else {
            self.prelude.add(&text[start + 1..end], style);
        }
        None
    }

    /// Anything else: a game without tags, a result without a game, or text that is neither.
    fn stray<V: Visitor>(&mut self, window: Window<'_>, visitor: &mut V) -> Option<Step> {
        let (text, start) = (window.text, self.pos);
        let seen = &text[start..];
        let sight = seen.len().min(self.options.limits.token);
        let seen = &seen[..sight];
        let is_bounded = sight == self.options.limits.token || window.is_complete;
        if seen.starts_with(BYTE_ORDER_MARK) {
            self.pos += BYTE_ORDER_MARK.len();
            return None;
        }
        let word = word_of(seen);
        if word.len() == sight && !is_bounded {
            return Some(Step::More);
        }
        let word = if seen[0] == b'*' { &seen[..1] } else { word };
        if result_of(word).is_some() {
            self.find(window, visitor, DiagnosticKind::StrayResult, start, word);
            self.pos += word.len();
            return None;
        }
        // A number, blanks and a move, and what is shown of the line otherwise.
        let is_seen = shows_first_move(seen) && seen.iter().any(|&byte| is_line_end(byte));
        if !is_seen && !is_bounded {
            return Some(Step::More);
        }
        let margin = outdented(text, start);
        let may_begin = begins_line(text, margin) || !self.prelude.is_empty();
        let is_apart = self.base + margin as u64 == 0
            || follows_empty_line(text, margin)
            || !self.prelude.is_empty();
        if may_begin && begins_with_move(seen, is_apart) {
            self.begin_game(start, visitor);
            self.end_tags(window, visitor);
            return None;
        }
        let line = seen.iter().take_while(|&&byte| !is_line_end(byte)).count();
        self.find(window, visitor, DiagnosticKind::StrayText, start, &seen[..line]);
        self.skip_line(text, start);
        None
    }
}

/// The number before the first move that a text may begin with, and the text of that move and what
/// follows.
fn first_move(text: &[u8]) -> (&[u8], &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at(digits);
    let is_between = |byte: &&u8| matches!(byte, b'.' | b' ' | b'\n' | b'\r');
    let skipped = rest.iter().take_while(is_between).count();
    // Without a dot or a blank the digits are part of the word.
    if number.is_empty() || skipped == 0 { (&[], text) } else { (number, &rest[skipped..]) }
}

/// Returns `true` if the end of the first move is in the window.
fn shows_first_move(text: &[u8]) -> bool {
    let (_, rest) = first_move(text);
    word_of(rest).len() < rest.len()
}

/// Returns `true` if a text begins with a move: the first one of a game, or any one if it stands
/// `apart`.
fn begins_with_move(text: &[u8], apart: bool) -> bool {
    let (number, rest) = first_move(text);
    let is_first = number == b"1";
    looks_like_move(word_of(rest)) && (apart || is_first) || is_first && rest.starts_with(b"{")
}

fn word_of(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|&&byte| is_word(byte)).count()]
}
