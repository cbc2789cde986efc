//! An open segment. Columns are loaded on first use.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use reynard::Position;

use crate::batch::Flags;
use crate::bytes::{ByteCursor, is_set};
use crate::column_window::ColumnWindow;
use crate::descriptor::SegmentDescriptor;
use crate::extra_record::{
    ExtraRecord, extra_values, find_extra, kept_start, read_extra, read_fen,
};
use crate::game_row::GameRow;
use crate::joined_file::JoinedFile;
use crate::lazy_cell::LazyCell;
use crate::loaded_names::LoadedNames;
use crate::loaded_sums::LoadedSums;
use crate::names::{NameTable, decompress};
use crate::packed_names::PackedNames;
use crate::positions::{each_group, each_key, each_list};
use crate::posting_list::PostingList;
use crate::replay::replay_codes;
use crate::section::Section;
use crate::store::{BLOCK, Snapshot};
use crate::tag_layout::{TagLayout, read_layout};
use crate::{Damage, DatabaseError};

/// A segment of a database at one point in time.
pub(crate) struct Segment {
    pub(crate) descriptor: SegmentDescriptor,
    /// The number, within the database, of the segment's first game.
    pub(crate) first: u64,
    /// The file that contains the segment, if several databases are joined.
    pub(crate) file: Option<JoinedFile>,
    pub(crate) snapshot: Arc<Snapshot>,
    deleted: Option<Box<[u64]>>,
    /// Columns of 32 bits, by section number.
    words: [LazyCell<Box<[u32]>>; Section::ALL.len()],
    /// Columns of 16 bits, by section number.
    halves: [LazyCell<Box<[u16]>>; Section::ALL.len()],
    flags: LazyCell<Box<[u8]>>,
    /// Columns from which few values have been read, by section number.
    windows: [Mutex<ColumnWindow>; Section::ALL.len()],
    rows: LazyCell<Box<[GameRow]>>,
    pub(crate) sums: LoadedSums,
    names: LoadedNames,
    layouts: LazyCell<Vec<TagLayout>>,
    frames: LazyCell<Vec<Frame>>,
    /// The most recently decompressed frames of extra records, the latest at the end.
    unpacked: Mutex<Vec<UnpackedFrame>>,
}

/// A decompressed frame of extra records.
#[derive(Clone)]
struct UnpackedFrame {
    index: usize,
    raw: Arc<Vec<u8>>,
    /// A game, and the index of the byte where its record begins. Records of later games follow.
    place: (u32, usize),
}

/// Maximum number of decompressed frames kept. Threads reading in different places use one each.
const FRAMES: usize = 16;

/// The location of a frame of extra records.
#[derive(Clone, Copy, Debug)]
struct Frame {
    first: u32,
    start: u64,
    end: u64,
}

impl Segment {
    pub(crate) fn new(
        descriptor: SegmentDescriptor,
        first: u64,
        snapshot: Arc<Snapshot>,
        deleted: &[u32],
    ) -> Self {
        let bits = (!deleted.is_empty()).then(|| {
            let mut bits = vec![0_u64; descriptor.games.div_ceil(64) as usize];
            for &game in deleted.iter().filter(|&&game| game < descriptor.games) {
                bits[game as usize / 64] |= 1 << (game % 64);
            }
            bits.into_boxed_slice()
        });
        Self::with_deleted(descriptor, first, snapshot, bits)
    }

    /// Returns the same segment without any cached data.
    pub(crate) fn fresh(&self) -> Self {
        let (descriptor, snapshot) = (self.descriptor.clone(), Arc::clone(&self.snapshot));
        let deleted = self.deleted.clone();
        let fresh = Self::with_deleted(descriptor, self.first, snapshot, deleted);
        Self { file: self.file.clone(), ..fresh }
    }

    fn with_deleted(
        descriptor: SegmentDescriptor,
        first: u64,
        snapshot: Arc<Snapshot>,
        deleted: Option<Box<[u64]>>,
    ) -> Self {
        Self {
            file: None,
            descriptor,
            first,
            snapshot,
            deleted,
            words: Default::default(),
            halves: Default::default(),
            flags: LazyCell::default(),
            windows: Default::default(),
            rows: LazyCell::default(),
            sums: LoadedSums::default(),
            names: LoadedNames::default(),
            layouts: LazyCell::default(),
            frames: LazyCell::default(),
            unpacked: Mutex::new(Vec::new()),
        }
    }

    pub(crate) const fn number(&self) -> u32 {
        self.descriptor.number
    }

    pub(crate) const fn games(&self) -> u32 {
        self.descriptor.games
    }

    /// Returns `true` if the segment has an earlier format version, which does not record material,
    /// and whose date column is derived only from the `Date` tag.
    pub(crate) const fn is_old(&self) -> bool {
        self.descriptor.is_old()
    }

    /// Returns `true` if a game is deleted.
    #[inline]
    pub(crate) fn is_deleted(&self, game: u32) -> bool {
        self.deleted.as_ref().is_some_and(|bits| is_set(bits, game))
    }

    /// Returns the number of deleted games.
    pub(crate) fn deleted(&self) -> u64 {
        self.deleted
            .iter()
            .flat_map(|bits| bits.iter())
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }

    /// Returns the error that reports damage to this segment.
    pub(crate) fn damaged(&self, section: Section, block: u64, damage: Damage) -> DatabaseError {
        damage.at(self.number(), section, block)
    }

    /// Reads bytes of a section.
    pub(crate) fn read(
        &self,
        section: Section,
        start: u64,
        len: usize,
    ) -> Result<Vec<u8>, DatabaseError> {
        let block_len = BLOCK as u64;
        let end =
            start.checked_add(len as u64).filter(|&end| end <= self.descriptor.length(section));
        if end.is_none() {
            return Err(self.damaged(section, start / block_len, Damage::SHORT));
        }
        // A damaged length must not cause a large allocation.
        let mut bytes = Vec::with_capacity(len.min(1 << 20));
        let mut number = start / block_len;
        let mut skip = usize::try_from(start % block_len).unwrap_or(0);
        while bytes.len() < len {
            let short = || self.damaged(section, number, Damage::SHORT);
            let block =
                self.snapshot.block(self.number(), section, crate::bytes::low_word(number))?;
            let part =
                block.bytes().get(skip..).filter(|part| !part.is_empty()).ok_or_else(short)?;
            bytes.extend_from_slice(&part[..part.len().min(len - bytes.len())]);
            skip = 0;
            number += 1;
        }
        Ok(bytes)
    }

    /// Reads a whole section.
    pub(crate) fn read_all(&self, section: Section) -> Result<Vec<u8>, DatabaseError> {
        let len = usize::try_from(self.descriptor.length(section));
        self.read(section, 0, len.map_err(|_| self.damaged(section, 0, Damage::NUMBER))?)
    }

    /// Reads every block of a section and verifies its checksum. The blocks are not kept in memory.
    pub(crate) fn check_section(&self, section: Section) -> Result<(), DatabaseError> {
        self.each_block(section, |_| ())
    }

    /// Calls a function for every block of a section.
    fn each_block(
        &self,
        section: Section,
        mut each: impl FnMut(&[u8]),
    ) -> Result<(), DatabaseError> {
        let mut left = self.descriptor.length(section);
        let mut number = 0;
        while left > 0 {
            let block = self.snapshot.block(self.number(), section, number)?;
            let bytes = block.bytes();
            let len = bytes.len() as u64;
            if len != left.min(BLOCK as u64) {
                return Err(self.damaged(section, number.into(), Damage::SHORT));
            }
            each(bytes);
            (left, number) = (left - len, number + 1);
        }
        Ok(())
    }

    /// Returns `true` if every block can be read.
    pub(crate) fn is_readable(&self) -> bool {
        let columns = Section::ALL.into_iter().filter(|&it| it != Section::Positions);
        columns.map(|section| self.check_section(section)).all(|checked| checked.is_ok())
            && self.each_position_list(|_| Ok(())).is_ok()
    }

    /// Reads a column of `N`-byte numbers.
    fn column<T, const N: usize>(
        &self,
        section: Section,
        number: impl Fn([u8; N]) -> T,
    ) -> Result<Box<[T]>, DatabaseError> {
        let mut numbers = Vec::with_capacity(self.games() as usize);
        self.each_block(section, |block| {
            // No number spans two blocks.
            let (parts, _) = block.as_chunks();
            numbers.extend(parts.iter().map(|&part| number(part)));
        })?;
        Ok(numbers.into())
    }

    /// Returns a column of 32-bit numbers.
    #[inline]
    pub(crate) fn words(&self, section: Section) -> Result<&[u32], DatabaseError> {
        let make = || self.column(section, u32::from_le_bytes);
        let column = self.words[section as usize].get_or_make(make)?;
        Ok(column)
    }

    /// Returns a column of 16-bit numbers.
    #[inline]
    pub(crate) fn halves(&self, section: Section) -> Result<&[u16], DatabaseError> {
        let make = || self.column(section, u16::from_le_bytes);
        let column = self.halves[section as usize].get_or_make(make)?;
        Ok(column)
    }

    /// Returns the flags of all games.
    #[inline]
    pub(crate) fn flags(&self) -> Result<&[u8], DatabaseError> {
        let flags = self.flags.get_or_make(|| Ok(self.read_all(Section::Flags)?.into()))?;
        Ok(flags)
    }

    /// Returns the rows of all games.
    pub(crate) fn rows(&self) -> Result<&[GameRow], DatabaseError> {
        let rows = self.rows.get_or_make(|| {
            let [white, black] = [Section::WhiteElo, Section::BlackElo].map(|it| self.halves(it));
            let elos = white?.iter().zip(black?).map(|(&white, &black)| [white, black]);
            let rest = self.words(Section::Date)?.iter().zip(self.flags()?);
            let row = |(elos, (&date, &flags))| GameRow::new(elos, date, flags);
            Ok(elos.zip(rest).map(row).collect())
        })?;
        Ok(rows)
    }

    pub(crate) fn flags_of(&self, game: u32) -> Result<Flags, DatabaseError> {
        if self.flags.get().is_none()
            && let Some([flags]) = self.single(Section::Flags, game)?
        {
            return Ok(Flags(flags));
        }
        let flags = self.flags()?.get(game as usize);
        flags.map(|&flags| Flags(flags)).ok_or_else(|| self.no_such_game(game))
    }

    /// Returns a game's value from a 32-bit column.
    pub(crate) fn word(&self, section: Section, game: u32) -> Result<u32, DatabaseError> {
        if self.words[section as usize].get().is_none()
            && let Some(number) = self.single(section, game)?
        {
            return Ok(u32::from_le_bytes(number));
        }
        let number = self.words(section)?.get(game as usize);
        number.copied().ok_or_else(|| self.no_such_game(game))
    }

    /// Returns a game's value from a 16-bit column.
    pub(crate) fn half(&self, section: Section, game: u32) -> Result<u16, DatabaseError> {
        if self.halves[section as usize].get().is_none()
            && let Some(number) = self.single(section, game)?
        {
            return Ok(u16::from_le_bytes(number));
        }
        let number = self.halves(section)?.get(game as usize);
        number.copied().ok_or_else(|| self.no_such_game(game))
    }

    /// Reads the value of a single game, as long as only a few values of the column are requested.
    /// A query for a rare position thus need not load a column of a million games. Returns `None`
    /// if the column should be loaded.
    #[cold]
    fn single<const N: usize>(
        &self,
        section: Section,
        game: u32,
    ) -> Result<Option<[u8; N]>, DatabaseError> {
        if game >= self.games() {
            return Err(self.no_such_game(game));
        }
        let window = &self.windows[section as usize];
        let mut window = window.lock().unwrap_or_else(PoisonError::into_inner);
        window.value(game, self.games(), |number, out| {
            let block = self.snapshot.block(self.number(), section, number)?;
            out.extend_from_slice(block.bytes());
            Ok(())
        })
    }

    /// Returns the row of a game, for use when few rows are requested.
    pub(crate) fn row(&self, game: u32) -> Result<GameRow, DatabaseError> {
        let elos = [self.half(Section::WhiteElo, game)?, self.half(Section::BlackElo, game)?];
        Ok(GameRow::new(elos, self.word(Section::Date, game)?, self.flags_of(game)?.0))
    }

    /// Returns the rows of all games if they are loaded, or if requesting `asked` rows makes
    /// loading them worthwhile; otherwise `None`.
    pub(crate) fn rows_for(&self, asked: u64) -> Result<Option<&[GameRow]>, DatabaseError> {
        /// Loading all rows is worthwhile if at least one row is requested per this many games.
        const SHARE: u64 = 256;

        if self.rows.get().is_none() && asked < u64::from(self.games()) / SHARE {
            return Ok(None);
        }
        self.rows().map(Some)
    }

    fn no_such_game(&self, game: u32) -> DatabaseError {
        self.damaged(Section::Positions, u64::from(game), Damage::NUMBER)
    }

    pub(crate) fn names(&self) -> Result<&NameTable, DatabaseError> {
        self.names.table(|| self.read_names(NameTable::read))
    }

    fn read_names<T>(
        &self,
        read: impl FnOnce(&[u8]) -> Result<T, Damage>,
    ) -> Result<T, DatabaseError> {
        let section = self.read_all(Section::Names)?;
        read(&section).map_err(|damage| self.damaged(Section::Names, 0, damage))
    }

    /// Returns a game's name from a column. Meant for callers that request many names.
    pub(crate) fn text(&self, section: Section, game: u32) -> Result<&[u8], DatabaseError> {
        let name = self.names()?.get(self.word(section, game)?);
        name.ok_or_else(|| self.damaged(section, u64::from(game), Damage::NUMBER))
    }

    /// Returns a game's name from a column without decoding the other names. Meant for callers that
    /// request few names.
    pub(crate) fn one_text(
        &self,
        part: Section,
        game: u32,
    ) -> Result<Cow<'_, [u8]>, DatabaseError> {
        let number = self.word(part, game)?;
        let name = match self.names.packed(|| self.read_names(PackedNames::read))? {
            Some(packed) => packed.get(number).map(Cow::Owned),
            None => self.names()?.get(number).map(Cow::Borrowed),
        };
        name.ok_or_else(|| self.damaged(part, u64::from(game), Damage::NUMBER))
    }

    /// Returns the tag layouts.
    pub(crate) fn layouts(&self) -> Result<&[TagLayout], DatabaseError> {
        let layouts = self.layouts.get_or_make(|| {
            let damaged = |damage| self.damaged(Section::Templates, 0, damage);
            let bytes = self.read_all(Section::Templates)?;
            let mut cursor = ByteCursor::new(&bytes);
            let mut layouts = Vec::new();
            while !cursor.is_empty() {
                let layout = cursor.bytes().and_then(read_layout);
                layouts.push(layout.map_err(damaged)?);
            }
            Ok(layouts)
        })?;
        Ok(layouts)
    }

    fn frames(&self) -> Result<&[Frame], DatabaseError> {
        let frames = self.frames.get_or_make(|| {
            let bytes = self.read_all(Section::ExtraFrames)?;
            let (rows, _) = bytes.as_chunks::<12>();
            let mut frames: Vec<Frame> = Vec::with_capacity(rows.len());
            for row in rows {
                let [a, b, c, d, start @ ..] = *row;
                let start = u64::from_le_bytes(start);
                if let Some(last) = frames.last_mut() {
                    last.end = start;
                }
                let end = self.descriptor.length(Section::Extra);
                frames.push(Frame { first: u32::from_le_bytes([a, b, c, d]), start, end });
            }
            Ok(frames)
        })?;
        Ok(frames)
    }

    /// Returns the extra record of a game. The game must have an extra record.
    pub(crate) fn extra(&self, game: u32) -> Result<ExtraRecord, DatabaseError> {
        self.with_extra(game, read_extra)
    }

    /// Returns value `index` of the tag values in a game's extra record.
    pub(crate) fn extra_value(&self, game: u32, index: usize) -> Result<Vec<u8>, DatabaseError> {
        self.with_extra(game, |record| {
            let mut values = ByteCursor::new(extra_values(record)?);
            for _ in 0..index {
                values.bytes()?;
            }
            Ok(values.bytes()?.to_vec())
        })
    }

    /// Calls a function with the extra record of a game. The game must have an extra record.
    fn with_extra<T>(
        &self,
        game: u32,
        read: impl FnOnce(&[u8]) -> Result<T, Damage>,
    ) -> Result<T, DatabaseError> {
        let frames = self.frames()?;
        let index = frames.partition_point(|frame| frame.first <= game).checked_sub(1);
        let damaged = |damage| self.damaged(Section::Extra, u64::from(game), damage);
        let index = index.ok_or_else(|| damaged(Damage::MISSING))?;
        let UnpackedFrame { raw, place: (first, start), .. } = self.frame(index, frames[index])?;
        let start = if first <= game { start } else { 0 };
        let (record, next) = find_extra(&raw, start, game).map_err(damaged)?;
        let mut unpacked = self.unpacked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(frame) = unpacked.iter_mut().rfind(|frame| frame.index == index) {
            frame.place = (game + 1, next);
        }
        drop(unpacked);
        read(record).map_err(damaged)
    }

    /// Calls a function for each game that has an extra record. The function receives the game, the
    /// record, and the start position in the record.
    pub(crate) fn each_extra(
        &self,
        mut each: impl FnMut(u32, &[u8], Option<String>),
    ) -> Result<(), DatabaseError> {
        for (index, &frame) in self.frames()?.iter().enumerate() {
            let raw = self.frame(index, frame)?.raw;
            let mut cursor = ByteCursor::new(&raw);
            let mut read = || {
                while !cursor.is_empty() {
                    let game = cursor.varint32()?;
                    let record = cursor.bytes()?;
                    each(game, record, read_fen(&mut ByteCursor::new(record))?);
                }
                Ok(())
            };
            let first = u64::from(frame.first);
            read().map_err(|damage| self.damaged(Section::Extra, first, damage))?;
        }
        Ok(())
    }

    /// Returns a frame.
    fn frame(&self, index: usize, frame: Frame) -> Result<UnpackedFrame, DatabaseError> {
        let lock = || self.unpacked.lock().unwrap_or_else(PoisonError::into_inner);
        let mut unpacked = lock();
        if let Some(place) = unpacked.iter().rposition(|frame| frame.index == index) {
            let found = unpacked.remove(place);
            unpacked.push(found.clone());
            return Ok(found);
        }
        drop(unpacked);
        let damaged = |damage| self.damaged(Section::ExtraFrames, index as u64, damage);
        let len = frame.end.checked_sub(frame.start).and_then(|len| usize::try_from(len).ok());
        let len = len.ok_or_else(|| damaged(Damage::ORDER))?;
        let bytes = self.read(Section::Extra, frame.start, len)?;
        let raw = Arc::new(decompress(&bytes).map_err(damaged)?);
        let mut unpacked = lock();
        if unpacked.len() >= FRAMES {
            unpacked.remove(0);
        }
        let frame = UnpackedFrame { index, raw, place: (0, 0) };
        unpacked.push(frame.clone());
        Ok(frame)
    }

    /// Returns the move bytes of a game.
    pub(crate) fn codes(&self, game: u32) -> Result<Vec<u8>, DatabaseError> {
        let (start, len) = self.code_range(game)?;
        self.read(Section::Moves, start, len)
    }

    /// Returns the location of a game's moves in their section: the first byte and the length.
    pub(crate) fn code_range(&self, game: u32) -> Result<(u64, usize), DatabaseError> {
        self.range_of(Section::MoveEnd, game)
    }

    /// Returns the location of a game's bytes in a section. `ends` is the column that holds the end
    /// of each game.
    pub(crate) fn range_of(&self, ends: Section, game: u32) -> Result<(u64, usize), DatabaseError> {
        let end = self.word(ends, game)?;
        let start = match game {
            0 => 0,
            game => self.word(ends, game - 1)?,
        };
        let len = end.checked_sub(start);
        let len = len.ok_or_else(|| self.damaged(ends, u64::from(game), Damage::ORDER))?;
        Ok((u64::from(start), len as usize))
    }

    /// Returns the start position of a game.
    pub(crate) fn start(&self, game: u32) -> Result<Position, DatabaseError> {
        if !self.flags_of(game)?.has_extra() {
            return Ok(Position::startpos());
        }
        self.start_of(game, self.extra(game)?.fen.as_deref())
    }

    pub(crate) fn start_of(&self, game: u32, fen: Option<&str>) -> Result<Position, DatabaseError> {
        let Some(fen) = fen else { return Ok(Position::startpos()) };
        kept_start(fen).ok_or_else(|| self.damaged(Section::Extra, u64::from(game), Damage::START))
    }

    /// Calls a function with each position of the main line and the move played there, until the
    /// function returns `false`.
    pub(crate) fn replay(
        &self,
        game: u32,
        each: impl FnMut(&Position, Option<reynard::Move>) -> bool,
    ) -> Result<(), DatabaseError> {
        let start = self.start(game)?;
        self.replay_from(game, start, each)
    }

    pub(crate) fn replay_from(
        &self,
        game: u32,
        start: Position,
        each: impl FnMut(&Position, Option<reynard::Move>) -> bool,
    ) -> Result<(), DatabaseError> {
        let codes = self.codes(game)?;
        replay_codes(&codes, self.flags_of(game)?, start, each)
            .map_err(|damage| self.damaged(Section::Moves, u64::from(game), damage))
    }

    /// Calls a function with the list of games for every position. Returns the number of blocks.
    pub(crate) fn each_position_list(
        &self,
        mut each: impl FnMut(&PostingList<'_>) -> Result<(), Damage>,
    ) -> Result<u64, DatabaseError> {
        let bits = self.descriptor.group_bits;
        self.each_position_block(|first, block| {
            each_group(block, first, |group, bytes| {
                each_key(bytes, group, bits, |_, kind| {
                    each_list(kind, |_, list| each(&list))?;
                    Ok(true)
                })
            })
        })
    }

    /// Calls a function with the bytes of each block of positions and the number of the block's
    /// first group. The function must return the number of groups in the block. Returns the number
    /// of blocks.
    pub(crate) fn each_position_block(
        &self,
        mut each: impl FnMut(u32, &[u8]) -> Result<u32, Damage>,
    ) -> Result<u64, DatabaseError> {
        let (mut count, mut next_group) = (0, 0);
        while count < self.descriptor.position_blocks
            && next_group < 1 << self.descriptor.group_bits
        {
            let block = self.snapshot.block(self.number(), Section::Positions, next_group)?;
            let damaged = |damage| self.damaged(Section::Positions, next_group.into(), damage);
            next_group = each(next_group, block.bytes())
                .and_then(|groups| next_group.checked_add(groups).ok_or(Damage::NUMBER))
                .map_err(damaged)?;
            count += 1;
        }
        Ok(count)
    }
}
