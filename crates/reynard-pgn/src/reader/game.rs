//! State of the current game.

use reynard::Position;

use crate::{GameEnd, Integrity, Termination};

/// The state of the current game. It is reused for the next game, so games need no allocation.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) number: u64,
    pub(super) start: u64,
    pub(super) tags: Tags,
    pub(super) mode: Mode,
    /// `true` after an error.
    pub(super) is_damaged: bool,
    /// Number of main-line moves that have been handed over.
    pub(super) plies: u64,
    /// `true` if any part of the main line has been seen, even if the visitor skips it.
    pub(super) has_moves: bool,
    pub(super) result: Option<Termination>,
    /// Depth of nested variations in the text.
    pub(super) depth: usize,
    /// Number of nested variations that have been reported to the visitor.
    pub(super) told: usize,
    /// The variation depth from which no moves are handed over, and the reason for that.
    pub(super) muted: Option<(usize, Mute)>,
    /// File offset of the end of the last text handed over as unread.
    pub(super) unread_to: u64,
    /// File offset of the last move number.
    pub(super) number_at: u64,
    pub(super) ending: Ending,
    /// File offset of the end of the game, if it is over.
    pub(super) end: u64,
    pub(super) line: Line,
    /// The lines interrupted by variations.
    pub(super) interrupted: Vec<Line>,
    /// The ply counts of the lines interrupted by variations that are left out. Within such
    /// variations, moves are only counted.
    left_out: Vec<u64>,
    /// `true` if a missing move number was reported.
    pub(super) lacks_number: bool,
}

/// The state of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// No termination mark has been read, or the end of the game has been reported and no comment
    /// has followed its mark.
    Open,
    /// The termination mark has been read; comments after it still belong to the game.
    Over,
    /// A comment has followed the result.
    Trailed,
    /// A comment has followed the result, and the end of the game has been reported.
    Closed,
}

/// The reason why no moves are handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mute {
    /// The visitor skips the moves.
    Unwanted,
    /// The moves cannot be read; their text is handed over.
    Unread,
}

/// The form in which moves are handed to the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Tokens,
    Moves,
}

/// The tags that determine the start position and the rules of a game.
#[derive(Debug, Default)]
pub(super) struct Tags {
    pub(super) count: usize,
    /// File offset of the first tag.
    pub(super) start: u64,
    /// The name of the first tag. If it is repeated after an empty line, another game begins there.
    pub(super) first: Vec<u8>,
    pub(super) fen: Kept,
    pub(super) set_up: Kept,
    pub(super) variant: Kept,
    pub(super) result: Kept,
    /// The roster tags seen so far, one bit for each.
    pub(super) seen: u8,
    /// `true` if the first `Result` tag is not one of the four marks.
    pub(super) has_odd_result: bool,
}

/// The value of a tag, with its location.
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
    /// Returns `true` if any of these tags determines the start position.
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
    /// The position before the next move and, if a move has been played, the position before that
    /// move.
    pub(super) positions: [Position; 2],
    /// Index of the position for the next move.
    pub(super) current: usize,
    /// Number of plies from the start of the game to the next move.
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

    /// Resets the state for the next game.
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

    /// Returns `true` if the termination mark has been read.
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.ending, Ending::Over | Ending::Trailed)
    }

    /// Returns `true` if there is a comment between the result and the text that follows.
    pub(super) const fn has_trailer(&self) -> bool {
        matches!(self.ending, Ending::Trailed | Ending::Closed)
    }

    /// Returns `true` if the visitor skips this part of the game.
    pub(super) const fn is_unwanted(&self) -> bool {
        matches!(self.muted, Some((_, Mute::Unwanted)))
    }

    /// Returns `true` if this part of the game cannot be read.
    pub(super) const fn is_unread(&self) -> bool {
        matches!(self.muted, Some((_, Mute::Unread)))
    }

    /// Counts moves that are not handed over, so that a visitor that skips moves gets the same ply
    /// counts. Moves in variations nested deeper than `most` levels are not counted.
    #[inline(always)]
    pub(super) const fn pass_moves(&mut self, count: u64, most: usize) {
        if self.depth <= most {
            self.line.ply += count;
        }
    }

    /// Enters a variation that is left out.
    pub(super) fn enter_left_out(&mut self, most: usize) {
        if self.depth <= most {
            self.left_out.push(self.line.ply);
            self.line.ply = self.line.ply.saturating_sub(1);
        }
    }

    /// Leaves a variation and resumes the line that it interrupted.
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

    /// Returns the position before the next move, and the buffer for the position after it.
    #[inline(always)]
    pub(super) const fn both(&mut self) -> (&Position, &mut Position) {
        let [first, second] = &mut self.positions;
        if self.current & 1 == 0 { (first, second) } else { (second, first) }
    }

    /// Makes the position after the move the current one.
    #[inline(always)]
    pub(super) const fn step(&mut self) {
        self.current ^= 1;
        self.ply += 1;
        self.has_moved = true;
        self.is_numbered = false;
    }

    /// Creates the line for an alternative to the last move.
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
