//! Games waiting to be written to a segment.

use std::ops::Range;

use reynard::Position;
use reynard_pgn::Termination;

use crate::bytes::{len32, low_half};
use crate::entry::Entry;
use crate::move_code::move_code;
use crate::posting_move::PostingMove;

/// Games in order, and the positions that they visit.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// Names and values of the tags.
    arena: Vec<u8>,
    tags: Vec<TagSpan>,
    codes: Vec<u8>,
    /// Material of the games: see [`MaterialPath`](crate::material_path::MaterialPath).
    material: Vec<u8>,
    /// Visits. Their game numbers are relative to the batch. A game visits each position at most
    /// once.
    pub(crate) entries: Vec<Entry>,
    pub(crate) games: Vec<BatchGame>,
}

#[derive(Clone, Copy, Debug)]
struct TagSpan {
    start: u32,
    name_end: u32,
    value_end: u32,
}

/// A game in a batch.
#[derive(Clone, Debug, Default)]
pub(crate) struct BatchGame {
    tags: Range<u32>,
    codes: Range<u32>,
    material: Range<u32>,
    /// Index of the first visit of the game.
    entries: usize,
    /// `true` if moves in variations were visited.
    is_varied: bool,
    pub(crate) plies: u16,
    pub(crate) flags: Flags,
    /// The start position, if it is not the standard one.
    pub(crate) fen: Option<Box<str>>,
    /// Moves with comments and variations, or the original text of the game.
    pub(crate) text: Option<Box<[u8]>>,
}

/// Facts about a game, packed into one byte as in the file format.
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

    /// Returns the rank of the result in sort order: White, draw, Black, unknown.
    pub(crate) const fn result_rank(self) -> u64 {
        (self.0.wrapping_sub(1) & 3) as u64
    }

    /// Returns `true` if the game had an error. Its legal moves before the error are kept.
    pub(crate) const fn is_damaged(self) -> bool {
        self.0 & Self::DAMAGED != 0
    }

    /// Returns `true` if the game has an extra record.
    pub(crate) const fn has_extra(self) -> bool {
        self.0 & Self::EXTRA != 0
    }

    /// Returns `true` if each move takes two bytes, because a side has more than 16 pieces.
    pub(crate) const fn is_wide(self) -> bool {
        self.0 & Self::WIDE != 0
    }

    /// Returns `true` if the variant of the game is unknown. Only its text is stored.
    pub(crate) const fn is_foreign(self) -> bool {
        self.0 & Self::FOREIGN != 0
    }

    /// Returns `true` if the game continues after a null move. The moves stored outside its text
    /// end before the null move.
    pub(crate) const fn is_passed(self) -> bool {
        self.0 & Self::PASSED != 0
    }

    /// Returns `true` if every move of the game was read and every position is indexed, up to the
    /// ply limit.
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

    /// Adds a main-line move, and returns it as a posting move. Returns `None` if the game already
    /// has the maximum number of moves.
    #[inline]
    pub(crate) fn push(&mut self, pos: &Position, mv: reynard::Move) -> Option<PostingMove> {
        if self.plies == u16::MAX {
            return None;
        }
        self.plies += 1;
        self.wide.extend_from_slice(&mv.bits().to_le_bytes());
        let code = move_code(pos, mv);
        match code {
            Some(code) => code.put(&mut self.codes),
            None => self.is_wide = true,
        }
        Some(PostingMove::new(pos, mv, code))
    }
}

impl Batch {
    /// Starts a game.
    pub(crate) fn begin_game(&self) -> BatchGame {
        let (tags, codes) = (len32(self.tags.len()), len32(self.codes.len()));
        let (material, entries) = (len32(self.material.len()), self.entries.len());
        BatchGame {
            tags: tags..tags,
            codes: codes..codes,
            material: material..material,
            entries,
            ..BatchGame::default()
        }
    }

    /// Adds a tag to the current game.
    pub(crate) fn tag(&mut self, name: &[u8], value: &[u8]) {
        let start = len32(self.arena.len());
        self.arena.extend_from_slice(name);
        let name_end = len32(self.arena.len());
        self.arena.extend_from_slice(value);
        self.tags.push(TagSpan { start, name_end, value_end: len32(self.arena.len()) });
    }

    /// Adds the moves of the current game.
    pub(crate) fn moves(&mut self, game: &mut BatchGame, moves: &MoveCollector) {
        if moves.is_wide {
            game.flags = game.flags.wide();
        }
        game.plies = moves.plies;
        self.codes.extend_from_slice(if moves.is_wide { &moves.wide } else { &moves.codes });
    }

    /// Adds the material of the current game.
    pub(crate) fn material(&mut self, bytes: &[u8]) {
        self.material.extend_from_slice(bytes);
    }

    /// Adds moves that another segment has already encoded.
    pub(crate) fn coded_moves(&mut self, codes: &[u8]) {
        self.codes.extend_from_slice(codes);
    }

    /// Adds a position that the current game visits in its main line.
    #[inline]
    pub(crate) fn visit(&mut self, game: &BatchGame, pos: &Position, ply: u64, mv: PostingMove) {
        let key = pos.key();
        // Only visits since the last capture or pawn move can be of the same position.
        let recent = self.entries.len().saturating_sub(usize::from(pos.halfmove_clock()));
        if self.entries[recent.max(game.entries)..].iter().all(|entry| entry.key() != key) {
            self.entries.push(Entry::new(key, len32(self.games.len()), main_visit(ply), mv));
        }
    }

    /// Adds a move from a variation of the current game, and the position after it.
    pub(crate) fn visit_variation(
        &mut self,
        game: &mut BatchGame,
        before: &Position,
        mv: reynard::Move,
        after: &Position,
    ) {
        self.visit_text(game, before, PostingMove::of(before, mv));
        // A move that continues from there comes first in the order of visits.
        self.visit_text(game, after, PostingMove::END);
    }

    /// Adds a main-line move that follows a null move in the current game, and the position after
    /// it, up to the ply limit.
    pub(crate) fn visit_after_null(
        &mut self,
        game: &mut BatchGame,
        (before, mv, after): (&Position, reynard::Move, &Position),
        ply: u64,
        limit: u64,
    ) {
        if ply <= limit {
            self.visit_text(game, before, PostingMove::of(before, mv));
        }
        if ply < limit {
            self.visit_text(game, after, PostingMove::END);
        }
    }

    /// Adds a visit that occurs only in the text of the current game.
    fn visit_text(&mut self, game: &mut BatchGame, pos: &Position, mv: PostingMove) {
        game.is_varied = true;
        let (number, visit) = (len32(self.games.len()), variation_visit(pos.ply()));
        self.entries.push(Entry::new(pos.key(), number, visit, mv));
    }

    /// Drops the visits that occur only in the text of the current game.
    fn drop_text_visits(&mut self, game: &BatchGame) {
        let visits = self.entries.split_off(game.entries);
        self.entries.extend(visits.into_iter().filter(|it| it.visit() & VARIATION == 0));
    }

    /// Ends the current game.
    pub(crate) fn end_game(&mut self, mut game: BatchGame) {
        game.tags.end = len32(self.tags.len());
        game.codes.end = len32(self.codes.len());
        game.material.end = len32(self.material.len());
        if game.is_varied && game.text.is_none() {
            // The positions could not be determined later.
            self.drop_text_visits(&game);
        } else if game.is_varied {
            let mut visits = self.entries.split_off(game.entries);
            visits.sort_unstable();
            visits.dedup_by_key(|entry| entry.key());
            self.entries.append(&mut visits);
        }
        self.games.push(game);
    }

    /// Discards the current game.
    pub(crate) fn drop_game(&mut self, game: &BatchGame) {
        self.tags.truncate(game.tags.start as usize);
        self.codes.truncate(game.codes.start as usize);
        self.material.truncate(game.material.start as usize);
        self.entries.truncate(game.entries);
    }

    /// Returns the tags of a game in order.
    pub(crate) fn tags(&self, game: &BatchGame) -> impl Iterator<Item = (&[u8], &[u8])> + Clone {
        self.spans(game.tags.start as usize..game.tags.end as usize)
    }

    /// Returns the tags of the current game.
    pub(crate) fn open_tags(&self, game: &BatchGame) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.spans(game.tags.start as usize..self.tags.len())
    }

    fn spans(&self, range: Range<usize>) -> impl Iterator<Item = (&[u8], &[u8])> + Clone {
        self.tags[range].iter().map(|span| {
            let [start, name_end, value_end] =
                [span.start, span.name_end, span.value_end].map(|byte| byte as usize);
            (&self.arena[start..name_end], &self.arena[name_end..value_end])
        })
    }

    /// Returns the material bytes of a game.
    pub(crate) fn material_of(&self, game: &BatchGame) -> &[u8] {
        &self.material[game.material.start as usize..game.material.end as usize]
    }

    /// Returns the move bytes of a game.
    pub(crate) fn codes(&self, game: &BatchGame) -> &[u8] {
        &self.codes[game.codes.start as usize..game.codes.end as usize]
    }
}

/// The bit that marks a visit occurring only in the text of a game.
const VARIATION: u16 = 0x8000;

/// Returns the visit number of a position in the main line.
fn main_visit(ply: u64) -> u16 {
    low_half(ply.min(u64::from(VARIATION) - 1))
}

/// Returns the visit number of a position in a variation. Visits in the main line have lower
/// numbers.
fn variation_visit(ply: u64) -> u16 {
    main_visit(ply) | VARIATION
}
