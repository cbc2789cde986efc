//! The state of a reader between two windows of text.

use std::io;

use reynard::Position;

use super::class::is_line_end;
use super::comment_end::{CommentEnd, end_of_comment};
use super::game::{Ending, Game, Mode, Mute};
use super::lines::LineCounter;
use super::prelude::Prelude;
use super::tag_pair::{
    BYTE_ORDER_MARK, MOST_INDENT, SECTION_SIGHT, follows_empty_line, looks_like_tag, outdented,
};
use super::window::Window;
use crate::diagnostic::{Diagnostic, DiagnosticKind, Severity, Token};
use crate::{ErrorPolicy, GameEnd, GameStart, Integrity, PgnLimit, ReaderOptions, Visitor};

/// Number of bytes before the next byte that stay in the window. They are enough to decide whether
/// only blanks precede that byte on its line, and whether the previous line is empty.
pub(super) const LOOK_BACK: usize = MOST_INDENT + BYTE_ORDER_MARK.len() + 4;

/// The result of a step of the machine.
#[derive(Debug)]
pub(super) enum Step {
    /// More input is needed.
    More,
    /// A game has ended.
    GameOver(GameEnd),
    /// The input has ended.
    InputOver,
}

/// The part of the file being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// At the very beginning, where there may be a byte order mark.
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
    /// Up to the end of the line. The text is handed over as unread.
    Tag,
    /// Up to the closing brace, or to the next place where a game certainly begins.
    Comment,
    /// Like [`Comment`](Self::Comment), but the text is kept as unread text.
    KeptComment,
    /// Up to the end of the token. The text is handed over as unread.
    Word,
}

/// Converts the complete tokens in a window of text to visitor calls, and continues with the next
/// window.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) options: ReaderOptions,
    /// File offset of the window.
    pub(super) base: u64,
    /// Index of the next byte in the window.
    pub(super) pos: usize,
    pub(super) lines: LineCounter,
    pub(super) phase: Phase,
    pub(super) skip: Option<PassOver>,
    pub(super) game: Game,
    pub(super) prelude: Prelude,
    /// The error that ended the input, until it is reported.
    pub(super) failure: Option<io::ErrorKind>,
    pub(super) start_position: Position,
    /// File offset at which a game certainly begins, although an unclosed comment or a truncated
    /// tag precedes it.
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

    /// Reads until a game ends, the input ends, or more input is needed.
    pub(super) fn run(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> Step {
        loop {
            if self.skip.is_some() && !self.pass_over(window, visitor) {
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

    /// Skips the current part of the text if it is to be passed over. Returns `false` if its end is
    /// outside of the window.
    fn pass_over(&mut self, window: Window<'_>, visitor: &mut dyn Receiver) -> bool {
        let start = self.pos;
        let is_over = self.pass_over_seen(window);
        if matches!(self.skip, Some(PassOver::Tag | PassOver::KeptComment | PassOver::Word)) {
            self.keep_excess(window, visitor, start);
        }
        if is_over {
            self.skip = None;
        }
        is_over
    }

    /// Keeps the text from `start` to the next byte as unread text, since it exceeds a limit.
    fn keep_excess(&mut self, window: Window<'_>, visitor: &mut dyn Receiver, start: usize) {
        if self.phase == Phase::Moves {
            self.hand_unread(window, visitor, start, self.pos);
        } else {
            self.keep_unread(window, start, self.pos);
        }
    }

    /// Skips the visible part of the text to be passed over. Returns `false` if the end of that
    /// text is outside of the window.
    fn pass_over_seen(&mut self, window: Window<'_>) -> bool {
        let rest = &window.text[self.pos..];
        let mut sight_end = window.text.len();
        let end = match self.skip {
            None => return true,
            Some(PassOver::Line | PassOver::Tag) => memchr::memchr2(b'\n', b'\r', rest),
            Some(PassOver::Word) => rest.iter().position(|&byte| !super::class::is_word(byte)),
            Some(PassOver::Comment | PassOver::KeptComment) => {
                match end_of_comment(window, self.pos) {
                    CommentEnd::Brace(at) => Some(at + 1 - self.pos),
                    CommentEnd::NextGame(at) => {
                        self.next_game = Some(self.base + at as u64);
                        Some(at - self.pos)
                    }
                    CommentEnd::Unseen(at) => {
                        sight_end = at;
                        None
                    }
                }
            }
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
        true
    }

    /// Skips a UTF-8 byte order mark, if there is one. Reports a UTF-16 byte order mark and ends
    /// the input.
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

    /// Begins a game at the next byte, or at the preceding text that belongs to it.
    pub(super) fn begin_game(&mut self, visitor: &mut dyn Receiver) {
        self.next_game = None;
        self.game.begin(self.prelude.start().unwrap_or(self.place(self.pos)));
        self.game.tags.start = self.place(self.pos);
        visitor.begin_game(GameStart { number: self.game.number, offset: self.game.start });
    }

    /// Returns the file offset of the byte at `at`.
    pub(super) const fn place(&self, at: usize) -> u64 {
        self.base + at as u64
    }

    /// Returns `true` if another game certainly begins at `at`, regardless of the text before it.
    pub(super) fn is_next_game(&self, at: usize) -> bool {
        self.next_game == Some(self.place(at))
    }

    /// Ends the game before the byte at `at`.
    pub(super) fn end_game(&mut self, at: usize, visitor: &mut dyn Receiver) -> Step {
        self.game.end = self.place(at);
        self.finish_game(visitor)
    }

    /// Ends the game, whose last byte has already been determined.
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

    /// Reports the end of all variations whose beginning was reported to the visitor.
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

    /// Hands over unread text, with a leading blank if it does not directly follow the previous
    /// unread text.
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

/// A visitor, with the fast paths that were compiled for it.
///
/// The slow path is compiled once and calls the visitor through this trait. If it were compiled for
/// each visitor, it would make up an eighth of the command-line program's code.
pub(super) trait Receiver: Visitor {
    /// Plays moves: see [`Machine::quick_moves`].
    fn quick_moves(&mut self, machine: &mut Machine, window: Window<'_>);

    /// Hands over moves as tokens: see [`Machine::quick_tokens`].
    fn quick_tokens(&mut self, machine: &mut Machine, window: Window<'_>);

    /// Skips moves that the visitor did not request: see [`Machine::quick_tokens`].
    fn skip_tokens(&mut self, machine: &mut Machine, window: Window<'_>);
}
