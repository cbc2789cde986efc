//! Games on their way into a segment.

use std::ops::Range;

use reynard::Position;
use reynard_pgn::Termination;

use crate::bytes::{len32, low_half};
use crate::entry::{END, Entry, rank_of};
use crate::move_code::put_move;

/// Games in their order, with the visits of their positions.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// Names and values of tags.
    arena: Vec<u8>,
    tags: Vec<TagSpan>,
    codes: Vec<u8>,
    /// Visits, with the numbers of games in the batch.
    pub(crate) entries: Vec<Entry>,
    pub(crate) games: Vec<GameRecord>,
}

#[derive(Clone, Copy, Debug)]
struct TagSpan {
    start: u32,
    name_end: u32,
    value_end: u32,
}

/// A game of a batch.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameRecord {
    tags: Range<u32>,
    codes: Range<u32>,
    pub(crate) plies: u16,
    pub(crate) flags: Flags,
    /// The start position, if it is not that of chess.
    pub(crate) fen: Option<Box<str>>,
    /// Moves with comments and variations, or the game as it stands in its file.
    pub(crate) text: Option<Box<[u8]>>,
}

/// Facts about a game in one byte. The bits are those of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(pub(crate) u8);

impl Flags {
    const DAMAGED: u8 = 4;
    const EXTRA: u8 = 8;
    const WIDE: u8 = 16;
    const FOREIGN: u8 = 32;
    const PASSED: u8 = 64;

    pub(crate) const fn with_result(self, result: Termination) -> Self {
        let bits = match result {
            Termination::Unknown => 0,
            Termination::WhiteWins => 1,
            Termination::Draw => 2,
            Termination::BlackWins => 3,
        };
        Self(self.0 & !3 | bits)
    }

    pub(crate) const fn result(self) -> Termination {
        match self.0 & 3 {
            0 => Termination::Unknown,
            1 => Termination::WhiteWins,
            2 => Termination::Draw,
            _ => Termination::BlackWins,
        }
    }

    /// There was an error in the game; its legal beginning is kept.
    pub(crate) const fn is_damaged(self) -> bool {
        self.0 & Self::DAMAGED != 0
    }

    /// The game has an extra record.
    pub(crate) const fn has_extra(self) -> bool {
        self.0 & Self::EXTRA != 0
    }

    /// Moves take two bytes each: a side has more than 16 pieces.
    pub(crate) const fn is_wide(self) -> bool {
        self.0 & Self::WIDE != 0
    }

    /// The rules of the game are unknown; its text is kept.
    pub(crate) const fn is_foreign(self) -> bool {
        self.0 & Self::FOREIGN != 0
    }

    /// The game goes on after a null move, where the moves of chess end.
    pub(crate) const fn is_passed(self) -> bool {
        self.0 & Self::PASSED != 0
    }

    /// Every move of the game was read, and the position after each is indexed, up to the limit of plies.
    pub(crate) const fn is_whole(self) -> bool {
        self.0 & (Self::DAMAGED | Self::FOREIGN | Self::PASSED) == 0
    }

    pub(crate) const fn passed(self) -> Self {
        Self(self.0 | Self::PASSED)
    }

    pub(crate) const fn without_extra(self) -> Self {
        Self(self.0 & !Self::EXTRA)
    }

    pub(crate) const fn damaged(self) -> Self {
        Self(self.0 | Self::DAMAGED)
    }

    pub(crate) const fn extra(self) -> Self {
        Self(self.0 | Self::EXTRA)
    }

    pub(crate) const fn wide(self) -> Self {
        Self(self.0 | Self::WIDE)
    }

    pub(crate) const fn foreign(self) -> Self {
        Self(self.0 | Self::FOREIGN)
    }
}

/// Collects the moves of one game.
#[derive(Debug, Default)]
pub(crate) struct MoveCollector {
    codes: Vec<u8>,
    wide: Vec<u8>,
    is_wide: bool,
    plies: u16,
}

impl MoveCollector {
    pub(crate) fn clear(&mut self) {
        self.codes.clear();
        self.wide.clear();
        self.is_wide = false;
        self.plies = 0;
    }

    pub(crate) const fn plies(&self) -> u16 {
        self.plies
    }

    /// Adds a move of the main line; `false` if there are too many.
    pub(crate) fn push(&mut self, pos: &Position, mv: reynard::Move) -> bool {
        if self.plies == u16::MAX {
            return false;
        }
        self.plies += 1;
        self.wide.extend_from_slice(&mv.bits().to_le_bytes());
        self.is_wide |= put_move(&mut self.codes, pos, mv).is_none();
        true
    }
}

impl Batch {
    /// Begins a game.
    pub(crate) fn begin_game(&self) -> GameRecord {
        let (tags, codes) = (len32(self.tags.len()), len32(self.codes.len()));
        GameRecord { tags: tags..tags, codes: codes..codes, ..GameRecord::default() }
    }

    /// Adds a tag to the game that was begun last.
    pub(crate) fn tag(&mut self, name: &[u8], value: &[u8]) {
        let start = len32(self.arena.len());
        self.arena.extend_from_slice(name);
        let name_end = len32(self.arena.len());
        self.arena.extend_from_slice(value);
        self.tags.push(TagSpan { start, name_end, value_end: len32(self.arena.len()) });
    }

    /// Adds the moves of the game that was begun last.
    pub(crate) fn moves(&mut self, game: &mut GameRecord, moves: &MoveCollector) {
        if moves.is_wide {
            game.flags = game.flags.wide();
        }
        game.plies = moves.plies;
        self.codes.extend_from_slice(if moves.is_wide { &moves.wide } else { &moves.codes });
    }

    /// Adds bytes of moves as another segment has them.
    pub(crate) fn coded_moves(&mut self, codes: &[u8]) {
        self.codes.extend_from_slice(codes);
    }

    /// Adds a visit of a position from which a move was played.
    #[inline]
    pub(crate) fn visit(&mut self, pos: &Position, mv: reynard::Move, visit: u16) {
        let game = len32(self.games.len());
        self.entries.push(Entry::new(pos.key(), game, visit, rank_of(pos, mv)));
    }

    /// Adds the position in which a line ends.
    pub(crate) fn visit_end(&mut self, pos: &Position, visit: u16) {
        let game = len32(self.games.len());
        self.entries.push(Entry::new(pos.key(), game, visit, END));
    }

    /// Ends the game that was begun last.
    pub(crate) fn end_game(&mut self, mut game: GameRecord) {
        game.tags.end = len32(self.tags.len());
        game.codes.end = len32(self.codes.len());
        self.games.push(game);
    }

    /// Forgets the game that was begun last.
    pub(crate) fn drop_game(&mut self, game: &GameRecord) {
        self.tags.truncate(game.tags.start as usize);
        self.codes.truncate(game.codes.start as usize);
        let number = len32(self.games.len());
        while self.entries.last().is_some_and(|entry| entry.game() == number) {
            self.entries.pop();
        }
    }

    /// The tags of a game in their order.
    pub(crate) fn tags(&self, game: &GameRecord) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.spans(game.tags.start as usize..game.tags.end as usize)
    }

    /// The tags of the game that was begun last.
    pub(crate) fn open_tags(&self, game: &GameRecord) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.spans(game.tags.start as usize..self.tags.len())
    }

    fn spans(&self, range: Range<usize>) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.tags[range].iter().map(|span| {
            let [start, name_end, value_end] =
                [span.start, span.name_end, span.value_end].map(|byte| byte as usize);
            (&self.arena[start..name_end], &self.arena[name_end..value_end])
        })
    }

    /// The bytes of the moves of a game.
    pub(crate) fn codes(&self, game: &GameRecord) -> &[u8] {
        &self.codes[game.codes.start as usize..game.codes.end as usize]
    }
}

/// The number of a visit in a variation: those of the main line come first.
pub(crate) fn variation_visit(ply: u64) -> u16 {
    low_half(ply.min(0x7FFF)) | 0x8000
}
