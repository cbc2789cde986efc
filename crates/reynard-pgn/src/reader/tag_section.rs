//! Reading the tags of a game, up to its start position.

use super::character::{LONGEST, gap_at};
use super::class::is_line_end;
use super::game::{Mode, Mute};
use super::machine::{Machine, PassOver, Phase, Receiver, Step};
use super::start::{castling_of, start_of};
use super::tag_pair::{
    EVENT, TAG_SIGHT, TagForm, TagPair, follows_empty_line, name_of_tag, outdented, read_tag_pair,
};
use super::window::Window;
use crate::date::PgnDate;
use crate::diagnostic::DiagnosticKind;
use crate::variant::VariantName;
use crate::{CommentStyle, MovetextMode, PgnLimit, Termination, Text};

impl Machine {
    /// Reads the tags of a game.
    pub(super) fn tags(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Option<Step> {
        let text = window.text;
        loop {
            match text.get(self.pos) {
                Some(b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c) => self.pos += 1,
                Some(b'[') => {
                    let is_later = self.place(self.pos) > self.game.tags.start;
                    let is_apart = || follows_empty_line(text, outdented(text, self.pos));
                    if is_later && (self.is_next_game(self.pos) || is_apart()) {
                        if !window.shows(self.pos, TAG_SIGHT + self.game.tags.first.len()) {
                            return Some(Step::More);
                        }
                        if self.next_game_begins(window, visitor) {
                            return Some(self.end_game(self.pos, visitor));
                        }
                    }
                    if let Some(step) = self.tag(window, visitor) {
                        return Some(step);
                    }
                    if self.skip.is_some() {
                        return None;
                    }
                }
                Some(b'%') if super::tag_pair::begins_line(text, self.pos) => {
                    match self.prelude_comment(window, visitor, CommentStyle::Escape) {
                        Some(step) => return Some(step),
                        None if self.skip.is_some() => return None,
                        None => {}
                    }
                }
                Some(b'{') => match self.prelude_comment(window, visitor, CommentStyle::Braces) {
                    Some(step) => return Some(step),
                    None if self.skip.is_some() => return None,
                    None => {}
                },
                Some(b';') => match self.prelude_comment(window, visitor, CommentStyle::Line) {
                    Some(step) => return Some(step),
                    None if self.skip.is_some() => return None,
                    None => {}
                },
                Some(0x80..) if !window.shows(self.pos, LONGEST) => return Some(Step::More),
                Some(0x80..) => match gap_at(text, self.pos) {
                    Some(length) => self.pos += length,
                    None => break,
                },
                Some(_) => break,
                None if window.is_complete => break,
                None => return Some(Step::More),
            }
        }
        self.end_tags(window, visitor);
        None
    }

    /// Returns `true` if another game begins at a bracket that follows tags and an empty line: with
    /// an `Event` tag or a repetition of the first tag. If so, ends the tags of the current game.
    fn next_game_begins(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> bool {
        let name = name_of_tag(window.text, self.pos);
        let first = &self.game.tags.first;
        let begins = name == b"Event" || !first.is_empty() && name == first;
        if begins {
            self.end_tags(window, visitor);
            self.find(window, visitor, DiagnosticKind::MissingResult, self.pos, &[]);
        }
        begins
    }

    /// Reads one tag pair.
    fn tag(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Option<Step> {
        let start = self.pos;
        let most = self.options.limits.tags;
        let pair = read_tag_pair(window.text, start, window.is_complete, self.options.limits.tag);
        if self.is_tag_too_long(window, visitor, &pair) {
            self.game.tags.count += 1;
            return None;
        }
        match pair {
            TagPair::Read { name, value, end, form } => {
                let shown = &window.text[start..end];
                if self.game.tags.count >= most {
                    if self.game.tags.count == most {
                        self.exceed(window, visitor, PgnLimit::Tags, start, shown);
                    }
                    self.keep_unread(window, start, end);
                } else {
                    match form {
                        TagForm::Usual => {}
                        TagForm::OddName => {
                            self.find(window, visitor, DiagnosticKind::TagName, start, shown);
                        }
                        TagForm::OddQuotes | TagForm::Wrapped => {
                            self.find(window, visitor, DiagnosticKind::TagQuotes, start, shown);
                            if window.text[end..].starts_with(EVENT) {
                                self.next_game = Some(self.place(end));
                            }
                        }
                    }
                    let joined = (form == TagForm::Wrapped).then(|| joined_lines(value));
                    let value = joined.as_deref().unwrap_or(value);
                    if let Some(kind) = self.note_tag(name, value) {
                        self.find(window, visitor, kind, start, shown);
                    }
                    visitor.tag(name, Text::of_tag(value));
                }
                self.game.tags.count += 1;
                self.pos = end;
            }
            TagPair::Malformed { end } => {
                let line = &window.text[start..end];
                self.find(window, visitor, DiagnosticKind::MalformedTag, start, line);
                self.keep_unread(window, start, end);
                if window.text[end..].starts_with(EVENT) {
                    self.next_game = Some(self.place(end));
                }
                self.pos = end;
            }
            TagPair::Unfinished => return Some(Step::More),
        }
        None
    }

    /// Returns `true` if the tag pair at the next byte exceeds its size limit. In that case, its
    /// line is handed over as unread text.
    pub(super) fn is_tag_too_long(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        pair: &TagPair<'_>,
    ) -> bool {
        let start = self.pos;
        let most = self.options.limits.tag;
        let (end, most) = match *pair {
            TagPair::Read { end, .. } | TagPair::Malformed { end } => (end, most),
            // The tag of another game, which ends this one, has to be in sight to be seen.
            TagPair::Unfinished => (window.text.len(), most.saturating_add(EVENT.len())),
        };
        let is_too_long = end - start > most;
        if is_too_long {
            self.exceed(window, visitor, PgnLimit::Tag, start, &window.text[start..end]);
            self.skip = Some(PassOver::Tag);
        }
        is_too_long
    }

    /// Stores the value of a tag that determines the start position or the result. Returns a
    /// diagnostic if the tag is unusual.
    #[inline(always)]
    fn note_tag(&mut self, name: &[u8], value: &[u8]) -> Option<DiagnosticKind> {
        let tags = &mut self.game.tags;
        if tags.count == 0 {
            tags.first.extend_from_slice(name);
        }
        // Length and first letter tell nearly all names apart.
        let (bit, is_usual) = match (name.len(), name.first()) {
            (5, Some(b'E')) if name == b"Event" => (1, true),
            (4, Some(b'S')) if name == b"Site" => (2, true),
            (4, Some(b'D')) if name == b"Date" => (4, PgnDate::is_tag_value(value)),
            (5, Some(b'R')) if name == b"Round" => (8, true),
            (5, Some(b'W')) if name == b"White" => (16, true),
            (5, Some(b'B')) if name == b"Black" => (32, true),
            (6, Some(b'R')) if name == b"Result" => {
                if tags.seen & 64 == 0 {
                    tags.result.keep(value);
                }
                (64, Termination::from_bytes(value).is_some())
            }
            (3, Some(b'F')) if name == b"FEN" => {
                tags.fen.keep(value);
                return None;
            }
            (5, Some(b'S')) if name == b"SetUp" => {
                tags.set_up.keep(value);
                return None;
            }
            (7, Some(b'V')) if name == b"Variant" => {
                tags.variant.keep(value);
                return None;
            }
            _ => return None,
        };
        let is_first = tags.seen & bit == 0;
        tags.seen |= bit;
        match (is_first, is_usual) {
            (true, true) => None,
            (false, _) => Some(DiagnosticKind::DuplicateTag),
            (true, false) if bit == 4 => Some(DiagnosticKind::InvalidDate),
            (true, false) => {
                tags.has_odd_result = true;
                Some(DiagnosticKind::ResultDialect)
            }
        }
    }

    /// Ends the tags: asks the visitor for the form of the movetext and sets up the position.
    pub(super) fn end_tags(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) {
        self.phase = Phase::Moves;
        match visitor.end_tags() {
            MovetextMode::Nothing => self.game.muted = Some((0, Mute::Unwanted)),
            MovetextMode::Tokens => self.game.mode = Mode::Tokens,
            MovetextMode::Moves => {
                if self.set_up(window, visitor) {
                    self.game.mode = Mode::Moves;
                    visitor.start_position(self.game.line.position());
                }
            }
        }
        self.prelude.hand_over(visitor, self.game.is_unwanted());
    }

    /// Sets up the start position. Returns `false` if the position cannot be set up or the rules
    /// are not supported.
    fn set_up(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> bool {
        self.game.line.current = 0;
        self.game.line.positions[0].clone_from(&self.start_position);
        if !self.game.tags.decide() {
            return true;
        }
        let at = self.pos;
        let tags = &self.game.tags;
        let (fen, set_up) = (tags.fen.get().map(<[u8]>::to_vec), tags.set_up.get());
        let announced = set_up.map(|value| value.trim_ascii() == b"1");
        let variant = tags.variant.get().unwrap_or_default();
        let castling = castling_of(variant);
        let kind = match VariantName::of(variant) {
            VariantName::Chess => None,
            // With a position of its own it may be anything.
            VariantName::Meaningless if fen.is_none() => Some(DiagnosticKind::UnknownVariantName),
            VariantName::Meaningless | VariantName::Unsupported => {
                Some(DiagnosticKind::UnknownVariant)
            }
        };
        if let Some(kind) = kind {
            let variant = variant.to_vec();
            let is_foreign = kind == DiagnosticKind::UnknownVariant;
            self.find(window, visitor, kind, at, &variant);
            if is_foreign {
                return false;
            }
        }
        let Some(fen) = fen else {
            if announced == Some(true) {
                self.find(window, visitor, DiagnosticKind::MissingFen, at, b"SetUp");
            }
            return true;
        };
        if announced == Some(false) {
            self.find(window, visitor, DiagnosticKind::SetUpContradictsFen, at, b"SetUp");
        }
        match start_of(&fen, castling) {
            Ok(start) => {
                for repair in start.repairs {
                    self.find(window, visitor, DiagnosticKind::RepairedFen(repair), at, &fen);
                }
                if !start.dropped.is_empty() {
                    let kind = DiagnosticKind::SanitizedFen(start.dropped);
                    self.find(window, visitor, kind, at, &fen);
                }
                if !start.waived.is_empty() {
                    self.find(window, visitor, DiagnosticKind::UnusualFen(start.waived), at, &fen);
                }
                self.game.line.positions[0] = start.position;
                true
            }
            Err(error) => {
                let kind = DiagnosticKind::InvalidFen(Box::new(error));
                self.find(window, visitor, kind, at, &fen);
                false
            }
        }
    }
}

/// Joins the lines of a value with blanks.
#[cold]
fn joined_lines(value: &[u8]) -> Vec<u8> {
    let lines = value.split(|&byte| is_line_end(byte)).map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(&b' ')
}
