//! A segment in the making: columns, moves and texts in memory, positions in a sorter.

use std::collections::HashMap;

use reynard_sort::Sorter;

use crate::DatabaseError;
use crate::batch::{Batch, Flags, GameRecord};
use crate::bytes::{len32, low_half, put_bytes, put_varint};
use crate::descriptor::SegmentDescriptor;
use crate::entry::Entry;
use crate::names::{Interner, compress};
use crate::options::Budget;
use crate::positions::{PositionWriter, group_bits};
use crate::section::Section;
use crate::store::{BLOCK, Transaction};
use crate::tag_layout::{
    ColumnTag, FREE_LAYOUT, ValueSource, date_number, date_text, eco_number, eco_text, elo_number,
    put_layout_tag,
};

/// Bytes of a frame of extra records before compression, at least.
const FRAME: usize = 32 << 10;

/// Most bytes of the moves of a segment: their places have 32 bits.
const MAX_MOVES: usize = u32::MAX as usize - (1 << 20);

/// Bytes of positions that are handed to the store at once.
const WRITE: usize = 4 << 20;

/// Columns of 32 bits with texts, as the interner numbers them.
const TEXT_COLUMNS: [Section; 5] =
    [Section::White, Section::Black, Section::Event, Section::Site, Section::Round];

/// Collects the games of a segment.
pub(crate) struct SegmentBuilder {
    names: Interner,
    texts: [Vec<u32>; 5],
    dates: Vec<u32>,
    elos: [Vec<u16>; 2],
    ecos: Vec<u16>,
    plies: Vec<u16>,
    flags: Vec<u8>,
    layouts: Vec<u16>,
    move_ends: Vec<u32>,
    moves: Vec<u8>,
    known_layouts: HashMap<Box<[u8]>, u16>,
    layout_list: Vec<u8>,
    frames: FrameWriter,
    sorter: Sorter<Entry>,
    entries: u64,
    /// Bytes of the layout of the current game, to reuse its memory.
    layout: Vec<u8>,
}

/// Extra records in compressed frames.
#[derive(Debug, Default)]
struct FrameWriter {
    /// First game and first byte of each frame.
    index: Vec<u8>,
    bytes: Vec<u8>,
    open: Vec<u8>,
    first: u32,
}

impl FrameWriter {
    fn push(&mut self, game: u32, record: &[u8]) {
        if self.open.is_empty() {
            self.first = game;
        }
        put_varint(&mut self.open, u64::from(game));
        put_bytes(&mut self.open, record);
        if self.open.len() >= FRAME {
            self.end_frame();
        }
    }

    fn end_frame(&mut self) {
        if self.open.is_empty() {
            return;
        }
        self.index.extend_from_slice(&self.first.to_le_bytes());
        self.index.extend_from_slice(&(self.bytes.len() as u64).to_le_bytes());
        self.bytes.extend(compress(&self.open));
        self.open.clear();
    }
}

impl SegmentBuilder {
    pub(crate) fn new(budget: &Budget) -> Self {
        // Half for the sorter; the rest is columns, moves and what the readers have in hand.
        let sorter = Sorter::new(budget.memory / 2).with_threads(budget.threads);
        Self {
            names: Interner::default(),
            texts: Default::default(),
            dates: Vec::new(),
            elos: Default::default(),
            ecos: Vec::new(),
            plies: Vec::new(),
            flags: Vec::new(),
            layouts: Vec::new(),
            move_ends: Vec::new(),
            moves: Vec::new(),
            known_layouts: HashMap::new(),
            layout_list: Vec::new(),
            frames: FrameWriter::default(),
            sorter,
            entries: 0,
            layout: Vec::new(),
        }
    }

    /// Returns the number of games.
    pub(crate) fn games(&self) -> u32 {
        len32(self.flags.len())
    }

    /// Returns `true` if the segment should be written before more games come, for want of memory.
    pub(crate) fn is_heavy(&self, budget: &Budget) -> bool {
        let extra = self.frames.bytes.len() + self.frames.open.len();
        let heavy = extra + self.names.heap_size() + self.moves.len();
        heavy > budget.memory / 3 || self.moves.len() > MAX_MOVES / 2
    }

    /// Adds the games of a batch.
    pub(crate) fn add(&mut self, batch: &Batch) -> Result<(), DatabaseError> {
        let base = self.games();
        for record in &batch.games {
            self.add_game(batch, record)?;
        }
        for entry in &batch.entries {
            self.sorter.push(entry.with_game(base + entry.game()))?;
        }
        self.entries += batch.entries.len() as u64;
        Ok(())
    }

    fn add_game(&mut self, batch: &Batch, record: &GameRecord) -> Result<(), DatabaseError> {
        let empty = self.names.number(b"");
        let mut game = GameColumns { texts: [empty; 5], ..GameColumns::default() };
        let mut extra = Vec::new();
        self.layout.clear();
        let mut seen = Seen::default();
        let mut layout = std::mem::take(&mut self.layout);
        for (name, value) in batch.tags(record) {
            let source = self.take_tag(name, value, record, &mut game, &mut seen);
            put_layout_tag(&mut layout, name, source);
            if source == ValueSource::Extra {
                put_bytes(&mut extra, value);
            }
        }
        let (layout_number, free) = self.layout_number(&layout);
        self.layout = layout;
        let extra = extra_record(record, free.then_some(&self.layout), &extra);
        let flags = match extra {
            Some(_) => record.flags.extra(),
            None => record.flags,
        };
        if let Some(extra) = extra {
            self.frames.push(self.games(), &extra);
        }
        self.push_columns(&game, record, flags, layout_number);
        self.moves.extend_from_slice(batch.codes(record));
        if self.moves.len() > MAX_MOVES {
            return Err(DatabaseError::TooLarge("moves"));
        }
        self.move_ends.push(len32(self.moves.len()));
        Ok(())
    }

    fn push_columns(&mut self, game: &GameColumns, record: &GameRecord, flags: Flags, layout: u16) {
        for (column, number) in self.texts.iter_mut().zip(game.texts) {
            column.push(number);
        }
        for (column, elo) in self.elos.iter_mut().zip(game.elos) {
            column.push(elo);
        }
        self.dates.push(game.date);
        self.ecos.push(game.eco);
        self.plies.push(record.plies);
        self.flags.push(flags.0);
        self.layouts.push(layout);
    }

    /// Puts the value of a tag into its column; returns the place of its exact text.
    fn take_tag(
        &mut self,
        name: &[u8],
        value: &[u8],
        record: &GameRecord,
        game: &mut GameColumns,
        seen: &mut Seen,
    ) -> ValueSource {
        let Some(tag) = ColumnTag::of(name).filter(|&tag| seen.is_first(tag)) else {
            return ValueSource::Extra;
        };
        let exact = |same: bool| match same {
            _ if value.is_empty() => ValueSource::Empty,
            true => ValueSource::Column,
            false => ValueSource::Extra,
        };
        let text = match tag {
            ColumnTag::White => 0,
            ColumnTag::Black => 1,
            ColumnTag::Event => 2,
            ColumnTag::Site => 3,
            ColumnTag::Round => 4,
            ColumnTag::Date => {
                game.date = date_number(value);
                return exact(date_text(game.date).as_bytes() == value);
            }
            ColumnTag::WhiteElo | ColumnTag::BlackElo => {
                let elo = elo_number(value);
                game.elos[usize::from(tag == ColumnTag::BlackElo)] = elo;
                return exact(elo > 0 && elo.to_string().as_bytes() == value);
            }
            ColumnTag::Eco => {
                game.eco = eco_number(value);
                return exact(eco_text(game.eco).is_some_and(|code| code.as_bytes() == value));
            }
            ColumnTag::Result => {
                return exact(record.flags.result().as_str().as_bytes() == value);
            }
            ColumnTag::PlyCount => return exact(record.plies.to_string().as_bytes() == value),
        };
        game.texts[text] = self.names.number(value);
        ValueSource::Column
    }

    /// The number of a layout; with `true` if it has none, and its names go into the extra record.
    fn layout_number(&mut self, layout: &[u8]) -> (u16, bool) {
        if let Some(&number) = self.known_layouts.get(layout) {
            return (number, false);
        }
        let number = low_half(self.known_layouts.len() as u64);
        if self.known_layouts.len() >= usize::from(FREE_LAYOUT) {
            return (FREE_LAYOUT, true);
        }
        self.known_layouts.insert(layout.into(), number);
        put_bytes(&mut self.layout_list, layout);
        (number, false)
    }

    /// Writes all of the segment.
    pub(crate) fn finish(
        mut self,
        number: u32,
        transaction: &mut Transaction,
    ) -> Result<SegmentDescriptor, DatabaseError> {
        let mut segment = SegmentDescriptor::new(number, self.games());
        segment.plies = self.plies.iter().map(|&plies| u64::from(plies)).sum();
        self.frames.end_frame();
        let (names, ranks) = self.names.finish();
        let mut put = |section: Section, bytes: &[u8]| {
            segment.lengths[section as usize] = bytes.len() as u64;
            let blocks = (0..).zip(bytes.chunks(BLOCK));
            transaction.put_blocks(number, section, blocks)
        };
        put(Section::Names, &names)?;
        for (section, column) in TEXT_COLUMNS.into_iter().zip(&self.texts) {
            put(section, &words(column.iter().map(|&text| ranks[text as usize])))?;
        }
        put(Section::Date, &words(self.dates.iter().copied()))?;
        put(Section::WhiteElo, &halves(&self.elos[0]))?;
        put(Section::BlackElo, &halves(&self.elos[1]))?;
        put(Section::Eco, &halves(&self.ecos))?;
        put(Section::Plies, &halves(&self.plies))?;
        put(Section::Flags, &self.flags)?;
        put(Section::Template, &halves(&self.layouts))?;
        put(Section::MoveEnd, &words(self.move_ends.iter().copied()))?;
        put(Section::Moves, &self.moves)?;
        put(Section::Templates, &self.layout_list)?;
        put(Section::ExtraFrames, &self.frames.index)?;
        put(Section::Extra, &self.frames.bytes)?;
        segment.group_bits = group_bits(self.entries);
        write_positions(self.sorter, &mut segment, transaction)?;
        Ok(segment)
    }
}

/// The columns of one game.
#[derive(Debug, Default)]
struct GameColumns {
    texts: [u32; 5],
    elos: [u16; 2],
    date: u32,
    eco: u16,
}

/// The tags with a column that a game has had: the first one of a name counts.
#[derive(Debug, Default)]
struct Seen(u16);

impl Seen {
    const fn is_first(&mut self, tag: ColumnTag) -> bool {
        let bit = 1 << tag as u16;
        let first = self.0 & bit == 0;
        self.0 |= bit;
        first
    }
}

/// Parts of a game that the columns lack; `None` if they have all.
fn extra_record(
    record: &GameRecord,
    free_layout: Option<&Vec<u8>>,
    values: &[u8],
) -> Option<Vec<u8>> {
    let parts = [
        record.fen.as_ref().map(|fen| fen.as_bytes()),
        free_layout.map(|layout| &layout[..]),
        (!values.is_empty()).then_some(values),
        record.text.as_deref(),
    ];
    if parts.iter().all(Option::is_none) {
        return None;
    }
    let mut extra = vec![0];
    for (bit, part) in parts.into_iter().enumerate() {
        if let Some(part) = part {
            extra[0] |= 1 << bit;
            put_bytes(&mut extra, part);
        }
    }
    Some(extra)
}

fn words(column: impl Iterator<Item = u32>) -> Vec<u8> {
    column.flat_map(u32::to_le_bytes).collect()
}

fn halves(column: &[u16]) -> Vec<u8> {
    column.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Sorts the visits and writes them.
fn write_positions(
    sorter: Sorter<Entry>,
    segment: &mut SegmentDescriptor,
    transaction: &mut Transaction,
) -> Result<(), DatabaseError> {
    let number = segment.number;
    let mut blocks: Vec<(u32, Vec<u8>)> = Vec::new();
    let (mut bytes, mut total, mut count) = (0, 0, 0_u64);
    let mut flush = |blocks: &mut Vec<(u32, Vec<u8>)>| {
        let written = blocks.iter().map(|(first, block)| (*first, &block[..]));
        transaction.put_blocks(number, Section::Positions, written)?;
        blocks.clear();
        Ok::<(), DatabaseError>(())
    };
    let mut writer = PositionWriter::new(segment.group_bits, |first, block: &[u8]| {
        bytes += block.len();
        total += block.len() as u64;
        count += 1;
        blocks.push((first, block.to_vec()));
        if bytes > WRITE {
            bytes = 0;
            flush(&mut blocks)?;
        }
        Ok(())
    });
    for entry in sorter.finish()? {
        writer.push(entry?)?;
    }
    let counts = writer.finish()?;
    flush(&mut blocks)?;
    segment.positions = counts.positions;
    segment.postings = counts.postings;
    segment.position_blocks = count;
    segment.lengths[Section::Positions as usize] = total;
    Ok(())
}
