//! The state of a reader between two looks at its window.

use std::io;

use reynard::Position;

use super::character::{LONGEST, gap_at};
use super::class::is_line_end;
use super::comment_end::{CommentEnd, end_of_comment};
use super::game::{Ending, Game, Mode, Mute};
use super::lines::LineCounter;
use super::prelude::{Prelude, PreludePart};
use super::start::{Rules, castling_of, rules_of, start_of};
use super::tag_pair::{
    BYTE_ORDER_MARK, EVENT, MOST_INDENT, SECTION_SIGHT, TAG_SIGHT, TagForm, TagPair,
    follows_empty_line, looks_like_tag, name_of_tag, outdented, read_tag_pair,
};
use super::window::Window;
use crate::date::is_date;
use crate::diagnostic::{Diagnostic, DiagnosticKind, Severity, Token};
use crate::{
    CommentStyle, ErrorPolicy, GameEnd, GameStart, Integrity, MovetextMode, PgnLimit,
    ReaderOptions, Termination, Text, Visitor,
};

/// Bytes before the next one that stay in the window, to see whether a line begins there, blanks
/// aside, and whether an empty one stands before it.
pub(super) const LOOK_BACK: usize = MOST_INDENT + BYTE_ORDER_MARK.len() + 4;

/// Result of a step of the machine.
#[derive(Debug)]
pub(super) enum Step {
    /// More has to be seen.
    More,
    /// A game is over.
    GameOver(GameEnd),
    /// There is nothing left.
    InputOver,
}

/// Part of the file that the machine is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// At the very beginning, where marks of the encoding may stand.
    Start,
    Between,
    Tags,
    Moves,
    Over,
}

/// Text to skip, because it exceeds a limit or has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassOver {
    /// Up to the end of the line.
    Line,
    /// Up to the closing brace, or to where the next game surely begins.
    Comment,
    /// Up to the end of the word.
    Word,
}

/// Turns a window of text into calls of a visitor, as far as whole pieces are in sight, and goes
/// on with the next window.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) options: ReaderOptions,
    /// Offset of the window in the file.
    pub(super) base: u64,
    /// The next byte, in the window.
    pub(super) pos: usize,
    pub(super) lines: LineCounter,
    pub(super) phase: Phase,
    pub(super) skip: Option<PassOver>,
    pub(super) game: Game,
    pub(super) prelude: Prelude,
    /// The error that ended the input, until it is reported.
    pub(super) failure: Option<io::ErrorKind>,
    pub(super) start_position: Position,
    /// The byte of the file where a game begins in spite of what stands before it: a comment that
    /// has no end, or a tag that was cut off.
    pub(super) next_game: Option<u64>,
}

impl Machine {
    pub(super) fn new(options: ReaderOptions) -> Self {
        Self {
            options,
            base: 0,
            pos: 0,
            lines: LineCounter::at(0),
            phase: Phase::Start,
            skip: None,
            game: Game::new(),
            prelude: Prelude::default(),
            failure: None,
            start_position: Position::startpos(),
            next_game: None,
        }
    }

    /// Reads on until a game is over, the input is, or more has to be seen.
    pub(super) fn run(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Step {
        loop {
            if self.skip.is_some() && !self.pass_over(window) {
                return Step::More;
            }
            let step = match self.phase {
                Phase::Start => self.begin_input(window, visitor),
                Phase::Between => self.between(window, visitor),
                Phase::Tags => self.tags(window, visitor),
                Phase::Moves => self.moves(window, visitor),
                Phase::Over => Some(Step::InputOver),
            };
            if let Some(step) = step {
                return step;
            }
        }
    }

    /// Passes over what is to be skipped; `false` if its end is not in sight.
    fn pass_over(&mut self, window: Window<'_>) -> bool {
        let rest = &window.text[self.pos..];
        let mut sight_end = window.text.len();
        let end = match self.skip {
            None => return true,
            Some(PassOver::Line) => memchr::memchr2(b'\n', b'\r', rest),
            Some(PassOver::Word) => rest.iter().position(|&byte| !super::class::is_word(byte)),
            Some(PassOver::Comment) => match end_of_comment(window, self.pos) {
                CommentEnd::Brace(at) => Some(at + 1 - self.pos),
                CommentEnd::NextGame(at) => {
                    self.next_game = Some(self.base + at as u64);
                    Some(at - self.pos)
                }
                CommentEnd::Unseen(at) => {
                    sight_end = at;
                    None
                }
            },
        };
        match end {
            Some(length) => self.pos += length,
            None if window.is_complete => self.pos = window.text.len(),
            None => {
                // The possible beginning of a game's mark has to stay in sight.
                let sight = window.text.len().saturating_sub(SECTION_SIGHT + LOOK_BACK);
                self.pos = sight.min(sight_end).max(self.pos);
                return false;
            }
        }
        self.skip = None;
        true
    }

    /// Looks for marks of the encoding.
    fn begin_input(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Option<Step> {
        let text = window.text;
        if text.len() < 3 && !window.is_complete {
            return Some(Step::More);
        }
        self.phase = Phase::Between;
        if text.starts_with(BYTE_ORDER_MARK) {
            self.pos = 3;
        } else if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
            self.find(window, visitor, DiagnosticKind::Utf16, 0, &[]);
            self.phase = Phase::Over;
        }
        None
    }

    /// Begins a game at the next byte, or with the text before it that belongs to it.
    pub(super) fn begin_game(&mut self, visitor: &mut dyn Receiver) {
        self.next_game = None;
        self.game.begin(self.prelude.start().unwrap_or(self.place(self.pos)));
        self.game.tags.start = self.place(self.pos);
        visitor.begin_game(GameStart { number: self.game.number, offset: self.game.start });
    }

    /// Returns the byte of the file at `at`.
    pub(super) const fn place(&self, at: usize) -> u64 {
        self.base + at as u64
    }

    /// Returns `true` if another game surely begins at `at`, whatever stands before.
    pub(super) fn is_next_game(&self, at: usize) -> bool {
        self.next_game == Some(self.place(at))
    }

    /// Reads the tags of a game.
    fn tags(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Option<Step> {
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

    /// Returns `true` if another game begins at a bracket after an empty line that follows tags:
    /// with an `Event` tag or one that repeats the first tag. Ends the tags of this game then.
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
                let place = (self.place(start), self.place(end));
                if self.prelude.len() + line.len() <= self.options.limits.comment {
                    self.prelude.add(line, PreludePart::Unread, place);
                }
                if window.text[end..].starts_with(EVENT) {
                    self.next_game = Some(self.place(end));
                }
                self.pos = end;
            }
            TagPair::Unfinished => return Some(Step::More),
        }
        None
    }

    /// Returns `true` if the tag pair at the next byte exceeds its limit; the line is skipped then.
    pub(super) fn is_tag_too_long(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        pair: &TagPair<'_>,
    ) -> bool {
        let start = self.pos;
        let end = match *pair {
            TagPair::Read { end, .. } | TagPair::Malformed { end } => end,
            TagPair::Unfinished => window.text.len(),
        };
        let is_too_long = end - start > self.options.limits.tag;
        if is_too_long {
            self.exceed(window, visitor, PgnLimit::Tag, start, &window.text[start..end]);
            self.skip = Some(PassOver::Line);
        }
        is_too_long
    }

    /// Keeps what decides about the start position and the result. Returns what is unusual about
    /// the tag.
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
            (4, Some(b'D')) if name == b"Date" => (4, is_date(value)),
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

    /// Ends the tags: asks the visitor for the form of the movetext, and sets the position up.
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

    /// Puts up the start position; `false` if it or the rules are not known.
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
        let kind = match rules_of(variant) {
            Rules::Chess => None,
            // With a position of its own it may be anything.
            Rules::NoVariant if fen.is_none() => Some(DiagnosticKind::UnknownVariantName),
            Rules::NoVariant | Rules::Unknown => Some(DiagnosticKind::UnknownVariant),
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

    /// Ends the game before the byte at `at`.
    pub(super) fn end_game(&mut self, at: usize, visitor: &mut dyn Receiver) -> Step {
        self.game.end = self.place(at);
        self.finish_game(visitor)
    }

    /// Ends the game, whose last byte is known.
    pub(super) fn finish_game(&mut self, visitor: &mut dyn Receiver) -> Step {
        self.game.ending = if self.game.has_trailer() { Ending::Closed } else { Ending::Open };
        self.close_variations(visitor);
        if self.game.mode == Mode::Moves {
            visitor.final_position(self.game.main_line().position());
        }
        let integrity = match (self.game.is_damaged, self.options.policy) {
            (false, _) => Integrity::Complete,
            (true, ErrorPolicy::KeepPrefix) => Integrity::Damaged,
            (true, ErrorPolicy::Skip | ErrorPolicy::Stop) => Integrity::Rejected,
        };
        let end = self.game.end(integrity);
        visitor.end_game(&end);
        self.phase = Phase::Between;
        Step::GameOver(end)
    }

    /// Tells the visitor that all variations it knows of are over.
    pub(super) fn close_variations(&mut self, visitor: &mut dyn Receiver) {
        for _ in 0..std::mem::take(&mut self.game.told) {
            visitor.end_variation();
        }
    }

    /// Returns `true` if a line that begins with a bracket at `at`, among moves or in a comment,
    /// begins another game.
    pub(super) fn begins_next_game(text: &[u8], at: usize) -> bool {
        text[at..].starts_with(b"[Event ")
            || looks_like_tag(text, at) && follows_empty_line(text, outdented(text, at))
    }

    /// Hands over text that is not understood, with a blank before it where it stands apart from
    /// the last.
    #[cold]
    #[inline(never)]
    pub(super) fn hand_unread(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        start: usize,
        end: usize,
    ) {
        if self.game.is_unwanted() || start == end {
            return;
        }
        if self.game.unread_to != self.place(start) {
            visitor.unread(b" ");
        }
        visitor.unread(&window.text[start..end]);
        self.game.unread_to = self.place(end);
    }

    /// Reports an exceeded limit.
    pub(super) fn exceed(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        limit: PgnLimit,
        at: usize,
        token: &[u8],
    ) {
        let value = self.options.limits.get(limit);
        // Only the part within the limit: the sight beyond depends on how the bytes arrive.
        let shown = match limit {
            PgnLimit::Token | PgnLimit::Tag | PgnLimit::Comment => token.len().min(value),
            PgnLimit::Tags | PgnLimit::Nesting | PgnLimit::Plies => token.len(),
        };
        let token = &token[..shown];
        let kind = DiagnosticKind::LimitExceeded { limit, value };
        self.find(window, visitor, kind, at, token);
    }

    /// Reports a diagnostic at a byte of the window.
    #[cold]
    #[inline(never)]
    pub(super) fn find(
        &mut self,
        window: Window<'_>,
        visitor: &mut dyn Receiver,
        kind: DiagnosticKind,
        at: usize,
        token: &[u8],
    ) {
        let (line, column) = self.lines.locate(window.text, self.base, at);
        let in_game = matches!(self.phase, Phase::Tags | Phase::Moves);
        let diagnostic = Diagnostic {
            kind,
            source: self.options.source.clone(),
            line,
            column,
            offset: self.base + at as u64,
            game: in_game.then_some(self.game.number),
            ply: (self.phase == Phase::Moves).then_some(self.game.line.ply + 1),
            token: Token::new(token),
        };
        visitor.diagnostic(&diagnostic);
        if diagnostic.severity() == Severity::Error && in_game {
            self.game.is_damaged = true;
            if self.options.policy != ErrorPolicy::KeepPrefix {
                self.close_variations(visitor);
                self.game.muted = Some((0, Mute::Unwanted));
            }
        }
        if self.options.policy == ErrorPolicy::Stop && diagnostic.severity() == Severity::Error {
            self.prelude.stopped.get_or_insert(Box::new(diagnostic));
        }
    }

    /// Skips a line that is not read.
    pub(super) fn skip_line(&mut self, text: &[u8], from: usize) {
        let rest = &text[from..];
        self.pos = from;
        match rest.iter().position(|&byte| is_line_end(byte)) {
            Some(length) => self.pos += length,
            None => self.skip = Some(PassOver::Line),
        }
    }
}

/// Joins the lines of a value with blanks.
#[cold]
fn joined_lines(value: &[u8]) -> Vec<u8> {
    let lines = value.split(|&byte| is_line_end(byte)).map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(&b' ')
}

/// A visitor with the fast paths that were compiled for it.
///
/// The slow path is compiled once and calls the visitor through this. Compiled for each visitor, it
/// was an eighth of the code of the command line.
pub(super) trait Receiver: Visitor {
    /// Plays moves, see [`Machine::quick_moves`].
    fn quick_moves(&mut self, machine: &mut Machine, window: Window<'_>);

    /// Hands moves over as words, see [`Machine::quick_tokens`].
    fn quick_tokens(&mut self, machine: &mut Machine, window: Window<'_>);

    /// Passes over moves that the visitor does not want, see [`Machine::quick_tokens`].
    fn skip_tokens(&mut self, machine: &mut Machine, window: Window<'_>);
}
