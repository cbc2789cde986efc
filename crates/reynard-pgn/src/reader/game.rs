//! State of the game that is being read.

use reynard::Position;

use crate::{GameEnd, Integrity, Termination};

/// The state of one game. It is used again for the next one, so games cost no allocation.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) number: u64,
    pub(super) start: u64,
    pub(super) tags: Tags,
    pub(super) mode: Mode,
    /// `true` after an error.
    pub(super) is_damaged: bool,
    /// The moves handed over in the main line.
    pub(super) plies: u64,
    /// `true` if any part of a main line was seen, even if the visitor skips it.
    pub(super) has_moves: bool,
    pub(super) result: Option<Termination>,
    /// Depth of nested variations in the text.
    pub(super) depth: usize,
    /// Number of these reported to the visitor.
    pub(super) told: usize,
    /// The depth from which on no moves are handed over, and the reason.
    pub(super) muted: Option<(usize, Mute)>,
    /// The byte of the file after the last text that was handed over as unread.
    pub(super) unread_to: u64,
    /// The byte of the file where the last move number begins.
    pub(super) number_at: u64,
    pub(super) ending: Ending,
    /// The byte of the file after the last one of the game, if it is over.
    pub(super) end: u64,
    pub(super) line: Line,
    /// The lines that variations have interrupted.
    pub(super) interrupted: Vec<Line>,
    /// The same of variations of which nothing is handed over: only moves are counted in them.
    left_out: Vec<u64>,
    /// `true` if a missing move number was reported.
    pub(super) lacks_number: bool,
}

/// The state of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// No mark of a result was read, or nothing has followed it.
    Open,
    /// The mark of the result was read: comments that follow still belong to the game.
    Over,
    /// A comment has followed the result.
    Trailed,
    /// The same, and the game has been handed over as ended.
    Closed,
}

/// The reason for which no moves are handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mute {
    /// The visitor does not want them.
    Unwanted,
    /// They cannot be read: their text is handed over.
    Unread,
}

/// The form in which moves go to the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Tokens,
    Moves,
}

/// The tags that decide from where and by which rules a game is played.
#[derive(Debug, Default)]
pub(super) struct Tags {
    pub(super) count: usize,
    /// The byte of the file where they begin.
    pub(super) start: u64,
    /// The name of the first one: another game begins where it comes again after an empty line.
    pub(super) first: Vec<u8>,
    pub(super) fen: Kept,
    pub(super) set_up: Kept,
    pub(super) variant: Kept,
    pub(super) result: Kept,
    /// The names of the roster that were seen, one bit each.
    pub(super) seen: u8,
    /// `true` if the first tag `Result` is none of the four marks.
    pub(super) has_odd_result: bool,
}

/// The value of a tag, and where it is.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) value: Vec<u8>,
    pub(super) is_there: bool,
}

impl Kept {
    pub(super) fn keep(&mut self, value: &[u8]) {
        self.value.clear();
        self.value.extend_from_slice(value);
        self.is_there = true;
    }

    pub(super) fn get(&self) -> Option<&[u8]> {
        self.is_there.then_some(&*self.value)
    }
}

impl Tags {
    /// Returns `true` if any of them decides about the start.
    pub(super) const fn decide(&self) -> bool {
        self.fen.is_there || self.set_up.is_there || self.variant.is_there
    }

    fn clear(&mut self) {
        self.count = 0;
        self.first.clear();
        self.seen = 0;
        self.has_odd_result = false;
        for kept in [&mut self.fen, &mut self.set_up, &mut self.variant, &mut self.result] {
            kept.is_there = false;
        }
    }
}

/// A line of moves: the main line or a variation.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The position that the next move is for and, if there was a move, the one before it.
    pub(super) positions: [Position; 2],
    /// Index of the position for the next move.
    pub(super) current: usize,
    /// The moves of either side before the next one, from the start of the game.
    pub(super) ply: u64,
    /// `true` if a move has been played that a variation can replace.
    pub(super) has_moved: bool,
    /// `true` if a move number precedes the next move.
    pub(super) is_numbered: bool,
}

impl Game {
    pub(super) fn new() -> Self {
        let start = Position::startpos();
        Self {
            number: 0,
            start: 0,
            tags: Tags::default(),
            mode: Mode::Moves,
            is_damaged: false,
            plies: 0,
            has_moves: false,
            result: None,
            depth: 0,
            told: 0,
            muted: None,
            unread_to: 0,
            number_at: 0,
            ending: Ending::Open,
            end: 0,
            line: Line {
                positions: [start.clone(), start],
                current: 0,
                ply: 0,
                has_moved: false,
                is_numbered: false,
            },
            interrupted: Vec::new(),
            left_out: Vec::new(),
            lacks_number: false,
        }
    }

    /// Makes this the next game.
    pub(super) fn begin(&mut self, start: u64) {
        self.number += 1;
        self.start = start;
        self.tags.clear();
        self.mode = Mode::Tokens;
        self.is_damaged = false;
        self.plies = 0;
        self.has_moves = false;
        self.result = None;
        self.depth = 0;
        self.told = 0;
        self.muted = None;
        self.unread_to = 0;
        self.number_at = 0;
        self.ending = Ending::Open;
        self.line.ply = 0;
        self.line.has_moved = false;
        self.line.is_numbered = false;
        self.interrupted.clear();
        self.left_out.clear();
        self.lacks_number = false;
    }

    /// Returns `true` if no moves are handed over.
    #[inline(always)]
    pub(super) const fn is_muted(&self) -> bool {
        self.muted.is_some()
    }

    /// Returns `true` after the mark of the result.
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.ending, Ending::Over | Ending::Trailed)
    }

    /// Returns `true` if a comment stands between the result and what comes next.
    pub(super) const fn has_trailer(&self) -> bool {
        matches!(self.ending, Ending::Trailed | Ending::Closed)
    }

    /// Returns `true` if the visitor skips this part.
    pub(super) const fn is_unwanted(&self) -> bool {
        matches!(self.muted, Some((_, Mute::Unwanted)))
    }

    /// Returns `true` if this part cannot be read.
    pub(super) const fn is_unread(&self) -> bool {
        matches!(self.muted, Some((_, Mute::Unread)))
    }

    /// Counts moves that are not handed over, so that a visitor that skips moves gets the same
    /// plies. Below the `most` levels of variations nothing is counted.
    #[inline(always)]
    pub(super) const fn pass_moves(&mut self, count: u64, most: usize) {
        if self.depth <= most {
            self.line.ply += count;
        }
    }

    /// Enters a variation of which nothing is handed over.
    pub(super) fn enter_left_out(&mut self, most: usize) {
        if self.depth <= most {
            self.left_out.push(self.line.ply);
            self.line.ply = self.line.ply.saturating_sub(1);
        }
    }

    /// Leaves a variation: the line goes on that it interrupted.
    pub(super) fn leave_variation(&mut self) {
        self.depth -= 1;
        if self.interrupted.len() > self.depth {
            if let Some(line) = self.interrupted.pop() {
                self.line = line;
            }
        } else if self.interrupted.len() + self.left_out.len() > self.depth
            && let Some(ply) = self.left_out.pop()
        {
            self.line.ply = ply;
        }
    }

    /// Returns the main line, which variations may have interrupted.
    pub(super) fn main_line(&self) -> &Line {
        self.interrupted.first().unwrap_or(&self.line)
    }

    pub(super) const fn end(&self, integrity: Integrity) -> GameEnd {
        GameEnd {
            number: self.number,
            start: self.start,
            end: self.end,
            plies: self.plies,
            result: self.result,
            integrity,
        }
    }
}

impl Line {
    #[inline(always)]
    pub(super) const fn position(&self) -> &Position {
        &self.positions[self.current & 1]
    }

    /// Returns the position before the next move, and the one to put its result in.
    #[inline(always)]
    pub(super) const fn both(&mut self) -> (&Position, &mut Position) {
        let [first, second] = &mut self.positions;
        if self.current & 1 == 0 { (first, second) } else { (second, first) }
    }

    /// Takes the result of the move for the position of the next one.
    #[inline(always)]
    pub(super) const fn step(&mut self) {
        self.current ^= 1;
        self.ply += 1;
        self.has_moved = true;
        self.is_numbered = false;
    }

    /// Creates the line of an alternative to the last move.
    pub(super) fn alternative(&self) -> Self {
        let before = &self.positions[(self.current ^ 1) & 1];
        Self {
            positions: [before.clone(), before.clone()],
            current: 0,
            ply: self.ply.saturating_sub(1),
            has_moved: false,
            is_numbered: false,
        }
    }
}
