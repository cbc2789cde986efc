//! The text between games.

use super::annotations::says_something;
use super::character::{LONGEST, Meaning, character_at, gap_at};
use super::class::{Class, class_of, is_line_end, is_word};
use super::comment::Extent;
use super::game::Ending;
use super::machine::{Machine, PassOver, Phase, Receiver, Step};
use super::prelude::PreludePart;
use super::tag_pair::{
    BYTE_ORDER_MARK, EVENT, TAG_SIGHT, begins_line, follows_empty_line, looks_like_tag, outdented,
};
use super::window::Window;
use super::word::{looks_like_move, result_of};
use crate::diagnostic::DiagnosticKind;
use crate::{CommentStyle, PgnLimit, Termination};

/// The treatment of a comment that exceeds the size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Excess {
    /// The comment is kept as unread text, up to the limit.
    Kept,
    LeftOut,
}

impl Machine {
    /// Reads the text between games, up to the beginning of a game.
    pub(super) fn between(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
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
                Class::Letter if byte >= 0x80 && !window.shows(self.pos, LONGEST) => {
                    return Some(Step::More);
                }
                Class::Letter if byte >= 0x80 && gap_at(text, self.pos).is_some() => {
                    self.pos += gap_at(text, self.pos).unwrap_or(1);
                }
                Class::Square if !window.shows(self.pos, TAG_SIGHT) => return Some(Step::More),
                Class::Square if looks_like_tag(text, self.pos) => {
                    // A text may be split here: what stands before belongs to the game before.
                    if text[self.pos..].starts_with(EVENT) && follows_empty_line(text, self.pos) {
                        self.end_with_prelude(visitor);
                    }
                    if self.game.is_over() {
                        return Some(self.finish_game(visitor));
                    }
                    self.begin_game(visitor);
                    self.phase = Phase::Tags;
                    return None;
                }
                class @ (Class::OpenBrace | Class::Semicolon | Class::Percent)
                    if class != Class::Percent || begins_line(text, self.pos) =>
                {
                    let style = match class {
                        Class::OpenBrace => CommentStyle::Braces,
                        Class::Semicolon => CommentStyle::Line,
                        _ => CommentStyle::Escape,
                    };
                    match self.comment_between(window, visitor, style) {
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

    /// Ends the input between games.
    fn end_input(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Step {
        if self.game.is_over() {
            self.end_with_prelude(visitor);
            return self.finish_game(visitor);
        }
        self.drop_prelude(window, visitor);
        if let Some(kind) = self.failure.take() {
            self.find(window, visitor, DiagnosticKind::InputFailed(kind), self.pos, &[]);
        }
        self.phase = Phase::Over;
        Step::InputOver
    }

    /// Reports the comments of a file that contains no game.
    fn drop_prelude(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) {
        if let Some(text) = self.prelude.take_comments() {
            self.find(window, visitor, DiagnosticKind::StrayText, self.pos, &text);
        }
    }

    /// Adds the text that follows a finished game to that game.
    fn end_with_prelude(&mut self, visitor: &mut dyn Receiver) {
        if self.game.is_over() && !self.prelude.is_empty() {
            self.game.end = self.prelude.end();
            self.prelude.hand_over(visitor, self.game.is_unwanted());
        }
    }

    /// Returns `true` if text at the next byte belongs to the finished game: no empty line
    /// separates the two.
    fn belongs_to_last(&self, text: &[u8]) -> bool {
        let is_apart = follows_empty_line(text, outdented(text, self.pos));
        self.game.is_over() && self.prelude.is_empty() && !is_apart
    }

    /// Reads a comment between games. After a result, it belongs to the game with that result;
    /// otherwise, it belongs to the next game.
    fn comment_between(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        style: CommentStyle,
    ) -> Option<Step> {
        let is_trailer = self.belongs_to_last(window.text);
        let excess = if is_trailer { Excess::LeftOut } else { Excess::Kept };
        let step = self.keep_comment(window, visitor, style, excess);
        if step.is_none() && is_trailer {
            self.end_with_prelude(visitor);
            self.game.ending = Ending::Trailed;
        }
        step
    }

    /// Keeps a comment for the game whose tags are being read.
    pub(super) fn prelude_comment(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        style: CommentStyle,
    ) -> Option<Step> {
        self.keep_comment(window, visitor, style, Excess::Kept)
    }

    /// Keeps a comment for the next game, or for the current game if its tags are being read.
    fn keep_comment(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        style: CommentStyle,
        excess: Excess,
    ) -> Option<Step> {
        let (text, start) = (window.text, self.pos);
        let (end, after) = match self.comment_extent(window, visitor, style) {
            Extent::Seen { end, after } => (end, after),
            Extent::TooLong => {
                if excess == Excess::Kept {
                    let is_line = self.skip == Some(PassOver::Line);
                    self.skip = Some(if is_line { PassOver::Tag } else { PassOver::KeptComment });
                }
                return None;
            }
            Extent::Unseen => return Some(Step::More),
        };
        self.pos = after;
        let limit = self.options.limits.comment;
        let place = (self.place(start), self.place(after));
        if after - start > limit || self.prelude.len() + end - start > limit {
            self.exceed(window, visitor, PgnLimit::Comment, start, &text[start..end]);
            if excess == Excess::Kept {
                self.keep_unread(window, start, after);
            }
        } else if style == CommentStyle::Braces && end == after {
            // `{White "Ann"]`: what follows are tags.
            let length = text[start..end].iter().position(|&byte| is_line_end(byte));
            let first_line = length.map_or(end, |length| start + length);
            let is_tag = text[start..first_line].trim_ascii_end().ends_with(b"\"]");
            let end = if is_tag { first_line } else { end };
            self.pos = end;
            self.find(window, visitor, DiagnosticKind::UnclosedComment, start, &text[start..end]);
            self.prelude.add(&text[start..end], PreludePart::Unread, (place.0, self.place(end)));
        } else {
            let comment = &text[start + style.mark_length()..end];
            self.report_comment(window, visitor, start, comment, style);
            if says_something(comment, style) {
                self.prelude.add(comment, PreludePart::Comment(style), place);
            }
        }
        None
    }

    /// Reads anything other than tags and comments between games: a game without tags, a result
    /// without a game, or stray text.
    fn stray(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Option<Step> {
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
        if let Some(result) = result_of(word) {
            // The result of the game once more says nothing, nor does an unknown one.
            let mark = result.termination();
            let is_news = mark != Some(Termination::Unknown) && self.game.result != mark;
            if self.game.is_over() && is_news {
                self.find(window, visitor, DiagnosticKind::StrayText, start, word);
                self.keep_stray(window, visitor, start, start + word.len());
            } else {
                self.find(window, visitor, DiagnosticKind::StrayResult, start, word);
            }
            self.pos = start + word.len();
            return None;
        }
        // A number, blanks and a move, and what is shown of the line otherwise.
        let is_seen = shows_first_move(seen) && seen.iter().any(|&byte| is_line_end(byte));
        if !is_seen && !is_bounded {
            return Some(Step::More);
        }
        let margin = outdented(text, start);
        let follows_comment = self.prelude.ends_with_comment() || self.game.has_trailer();
        let may_begin = begins_line(text, margin) || follows_comment;
        let is_apart =
            self.base + margin as u64 == 0 || follows_empty_line(text, margin) || follows_comment;
        let is_whole_file = self.base + margin as u64 == 0 && begins_numbered(seen);
        if may_begin && (begins_with_move(seen, is_apart) || is_whole_file) {
            if self.game.is_over() {
                return Some(self.finish_game(visitor));
            }
            self.begin_game(visitor);
            self.end_tags(window, visitor);
            return None;
        }
        self.stray_line(window, visitor)
    }

    /// Reads a line that does not belong to a game.
    fn stray_line(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Option<Step> {
        let (text, start) = (window.text, self.pos);
        let limit = self.options.limits.tag;
        let seen = &text[start..text.len().min(start + limit)];
        let length = seen.iter().position(|&byte| is_line_end(byte));
        if length.is_none() && seen.len() < limit && !window.is_complete {
            return Some(Step::More);
        }
        let end = start + length.unwrap_or(seen.len());
        let shown = seen.len().min(self.options.limits.token).min(end - start);
        self.find(window, visitor, DiagnosticKind::StrayText, start, &seen[..shown]);
        self.keep_stray(window, visitor, start, end);
        self.skip_line(text, start);
        None
    }

    /// Keeps unread text, up to the limit, for the next game, or for the current game if its tags
    /// are being read.
    pub(super) fn keep_unread(&mut self, window: Window<'_>, start: usize, end: usize) {
        let room = self.options.limits.comment.saturating_sub(self.prelude.len());
        let end = end.min(start.saturating_add(room));
        if start < end {
            let place = (self.place(start), self.place(end));
            self.prelude.add_unread(&window.text[start..end], place);
        }
    }

    /// Adds text to the previous game if it belongs to that game, or else keeps it for the next
    /// one.
    fn keep_stray(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        start: usize,
        end: usize,
    ) {
        let is_trailer = self.belongs_to_last(window.text);
        self.keep_unread(window, start, end);
        if is_trailer {
            self.end_with_prelude(visitor);
        }
    }
}

/// Splits the move number off the start of the text. The rest begins with the first move.
fn first_move(text: &[u8]) -> (&[u8], &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at(digits);
    let mut skipped = 0;
    while let Some(&byte) = rest.get(skipped) {
        skipped += match class_of(byte) {
            Class::Space | Class::Dot => 1,
            Class::Letter if byte >= 0x80 => match character_at(rest, skipped) {
                (Meaning::Blank | Meaning::Nothing | Meaning::Dots, length) => length,
                _ => break,
            },
            _ => break,
        };
    }
    // Without a dot or a blank the digits are part of the word.
    if number.is_empty() || skipped == 0 { (&[], text) } else { (number, &rest[skipped..]) }
}

/// Returns `true` if the window contains the end of the first move.
fn shows_first_move(text: &[u8]) -> bool {
    let (_, rest) = first_move(text);
    word_of(rest).len() < rest.len()
}

/// Returns `true` if the text begins with a move: the first move of a game, or any move if the text
/// is `apart` from the text before it.
pub(super) fn begins_with_move(text: &[u8], apart: bool) -> bool {
    let (number, rest) = first_move(text);
    let is_first = number == b"1";
    looks_like_move(word_of(rest)) && (apart || is_first) || is_first && rest.starts_with(b"{")
}

/// Returns `true` if a line begins with the number of a first move and contains more text of any
/// kind.
fn begins_numbered(text: &[u8]) -> bool {
    let [b'1', b'.' | b')', rest @ ..] = text else { return false };
    let mut line = rest.iter().take_while(|byte| !is_line_end(**byte));
    line.any(u8::is_ascii_alphanumeric)
}

/// Returns the token at the start of the text, up to a blank of any kind.
fn word_of(text: &[u8]) -> &[u8] {
    let ends = |&(at, &byte): &(usize, &u8)| {
        !is_word(byte) || byte >= 0x80 && matches!(character_at(text, at).0, Meaning::Blank)
    };
    &text[..text.iter().enumerate().find(ends).map_or(text.len(), |(at, _)| at)]
}
