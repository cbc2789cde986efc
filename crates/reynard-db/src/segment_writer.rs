//! Writes the sections of a new segment to the store.

use crate::DatabaseError;
use crate::bytes::{len32, put_bytes, put_varint};
use crate::descriptor::SegmentDescriptor;
use crate::game_row::{GameRow, SummedGames};
use crate::group_writer::PositionCounts;
use crate::names::compress;
use crate::positions::group_bits;
use crate::section::Section;
use crate::store::{BLOCK, Transaction};
use crate::sums_section::SumsWriter;

/// Minimum uncompressed size of a frame of extra records.
const FRAME: usize = 32 << 10;

/// Maximum size in bytes of a segment's moves, since their offsets have 32 bits.
pub(crate) const MAX_MOVES: usize = u32::MAX as usize - (1 << 20);

/// Maximum number of games in a segment: a position that only one game reaches has 21 bits for the
/// number of that game.
pub(crate) const MAX_GAMES: u32 = 1 << 21;

/// The 32-bit columns that contain name numbers.
pub(crate) const TEXT_COLUMNS: [Section; 5] =
    [Section::White, Section::Black, Section::Event, Section::Site, Section::Round];

/// Everything in a segment except its names and positions.
#[derive(Debug, Default)]
pub(crate) struct SegmentColumns {
    pub(crate) texts: [Vec<u32>; 5],
    pub(crate) dates: Vec<u32>,
    pub(crate) elos: [Vec<u16>; 2],
    pub(crate) ecos: Vec<u16>,
    pub(crate) plies: Vec<u16>,
    pub(crate) flags: Vec<u8>,
    pub(crate) layouts: Vec<u16>,
    pub(crate) move_ends: Vec<u32>,
    pub(crate) moves: Vec<u8>,
    pub(crate) material_ends: Vec<u32>,
    pub(crate) material: Vec<u8>,
    /// The tag layouts in numerical order.
    pub(crate) layout_list: Vec<u8>,
    pub(crate) extra: ExtraFrames,
}

/// Extra records in compressed frames.
#[derive(Debug, Default)]
pub(crate) struct ExtraFrames {
    /// The first game and the first byte of each frame.
    index: Vec<u8>,
    bytes: Vec<u8>,
    open: Vec<u8>,
    first: u32,
}

/// A function that receives each block of positions in two parts, with the number of its first
/// group and the numbers of the groups that may contain a crowded position.
pub(crate) type BlockSink<'a> =
    &'a mut dyn FnMut(u32, [&[u8]; 2], &[u32]) -> Result<(), DatabaseError>;

impl ExtraFrames {
    /// Adds the record of a game. Records must be added in order.
    pub(crate) fn push(&mut self, game: u32, record: &[u8]) {
        if self.open.is_empty() {
            self.first = game;
        }
        put_varint(&mut self.open, u64::from(game));
        put_bytes(&mut self.open, record);
        if self.open.len() >= FRAME {
            self.end_frame();
        }
    }

    /// Returns the number of bytes in memory.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len() + self.open.len()
    }

    /// Ends a frame. Must be called after the last record.
    pub(crate) fn end_frame(&mut self) {
        if self.open.is_empty() {
            return;
        }
        self.index.extend_from_slice(&self.first.to_le_bytes());
        self.index.extend_from_slice(&(self.bytes.len() as u64).to_le_bytes());
        self.bytes.extend(compress(&self.open));
        self.open.clear();
    }
}

impl SegmentColumns {
    /// Returns the number of games.
    pub(crate) fn games(&self) -> u32 {
        len32(self.flags.len())
    }

    /// Returns the number of bytes in memory.
    pub(crate) fn heap_size(&self) -> usize {
        let words: usize = self.texts.iter().map(Vec::len).sum::<usize>()
            + self.dates.len()
            + self.move_ends.len()
            + self.material_ends.len();
        let halves: usize = self.elos.iter().map(Vec::len).sum::<usize>()
            + self.ecos.len()
            + self.plies.len()
            + self.layouts.len();
        let bytes = self.flags.len() + self.moves.len() + self.material.len();
        4 * words + 2 * halves + bytes + self.layout_list.len() + self.extra.len()
    }

    /// Adds the move bytes of the next game.
    pub(crate) fn push_moves(&mut self, codes: &[u8]) -> Result<(), DatabaseError> {
        self.moves.extend_from_slice(codes);
        if self.moves.len() > MAX_MOVES {
            return Err(DatabaseError::TooLarge("moves"));
        }
        self.move_ends.push(len32(self.moves.len()));
        Ok(())
    }

    /// Adds the material of the next game.
    pub(crate) fn push_material(&mut self, bytes: &[u8]) {
        self.material.extend_from_slice(bytes);
        self.material_ends.push(len32(self.material.len()));
    }

    /// Returns the rows of all games.
    pub(crate) fn rows(&self) -> Vec<GameRow> {
        let [white, black] = &self.elos;
        let elos = white.iter().zip(black).map(|(&white, &black)| [white, black]);
        let rest = self.dates.iter().zip(&self.flags);
        let row = |(elos, (&date, &flags))| GameRow::new(elos, date, flags);
        elos.zip(rest).map(row).collect()
    }

    /// Returns the rows and dates of all games, in the form used by the sums.
    pub(crate) fn summed<'a>(&'a self, rows: &'a [GameRow]) -> SummedGames<'a> {
        SummedGames { rows, dates: &self.dates }
    }

    /// Returns the move bytes of a game.
    pub(crate) fn codes(&self, game: u32) -> &[u8] {
        let end = |game: u32| self.move_ends.get(game as usize).map_or(0, |&end| end as usize);
        let start = game.checked_sub(1).map_or(0, end);
        self.moves.get(start..end(game)).unwrap_or_default()
    }

    /// Writes the sections of the segment numbered `number`. The last frame of extra records must
    /// have been ended.
    pub(crate) fn write(
        &self,
        number: u32,
        names: &[u8],
        transaction: &mut Transaction<'_>,
    ) -> Result<SegmentDescriptor, DatabaseError> {
        let mut segment = SegmentDescriptor::new(number, self.games());
        segment.plies = self.plies.iter().map(|&plies| u64::from(plies)).sum();
        let mut put =
            |section, bytes: &[u8]| put_section(&mut segment, transaction, section, bytes);
        put(Section::Names, names)?;
        for (section, column) in TEXT_COLUMNS.into_iter().zip(&self.texts) {
            put(section, &words(column))?;
        }
        put(Section::Date, &words(&self.dates))?;
        put(Section::WhiteElo, &halves(&self.elos[0]))?;
        put(Section::BlackElo, &halves(&self.elos[1]))?;
        put(Section::Eco, &halves(&self.ecos))?;
        put(Section::Plies, &halves(&self.plies))?;
        put(Section::Flags, &self.flags)?;
        put(Section::Template, &halves(&self.layouts))?;
        put(Section::MoveEnd, &words(&self.move_ends))?;
        put(Section::Moves, &self.moves)?;
        put(Section::Templates, &self.layout_list)?;
        put(Section::ExtraFrames, &self.extra.index)?;
        put(Section::Extra, &self.extra.bytes)?;
        put(Section::MaterialEnd, &words(&self.material_ends))?;
        put(Section::Material, &self.material)?;
        Ok(segment)
    }
}

fn words(column: &[u32]) -> Vec<u8> {
    column.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn halves(column: &[u16]) -> Vec<u8> {
    column.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Writes a section that is a sequence of bytes.
fn put_section(
    segment: &mut SegmentDescriptor,
    transaction: &mut Transaction<'_>,
    section: Section,
    bytes: &[u8],
) -> Result<(), DatabaseError> {
    segment.lengths[section as usize] = bytes.len() as u64;
    let mut blocks = transaction.blocks(segment.number, section);
    for (number, block) in (0..).zip(bytes.chunks(BLOCK)) {
        blocks.put(number, [block, &[]])?;
    }
    blocks.flush()
}

/// Writes the index and the records of the sums over the games of positions.
pub(crate) fn put_sums(
    segment: &mut SegmentDescriptor,
    transaction: &mut Transaction<'_>,
    [index, records]: [&[u8]; 2],
) -> Result<(), DatabaseError> {
    put_section(segment, transaction, Section::SumsIndex, index)?;
    put_section(segment, transaction, Section::Sums, records)
}

/// Writes the positions of a segment, and the sums over the games that reach them. `fill` receives
/// the number of key bits that select a group, and passes the blocks to a sink.
pub(crate) fn write_positions(
    segment: &mut SegmentDescriptor,
    transaction: &mut Transaction<'_>,
    games: SummedGames<'_>,
    fill: impl FnOnce(u32, BlockSink<'_>) -> Result<PositionCounts, DatabaseError>,
) -> Result<(), DatabaseError> {
    // The number of positions in all games, if no game repeats a position.
    segment.group_bits = group_bits(segment.plies + u64::from(segment.games));
    let mut blocks = transaction.blocks(segment.number, Section::Positions);
    let mut sums = SumsWriter::new(segment.group_bits, games);
    let (mut total, mut count) = (0, 0);
    let mut sink = |first: u32, block: [&[u8]; 2], crowded: &[u32]| {
        total += block.iter().map(|part| part.len() as u64).sum::<u64>();
        count += 1;
        sums.add_crowded(first, block, crowded)
            .map_err(|damage| damage.of("positions", u64::from(first)))?;
        blocks.put(first, block)
    };
    let counts = fill(segment.group_bits, &mut sink)?;
    blocks.flush()?;
    segment.positions = counts.positions;
    segment.postings = counts.postings;
    segment.position_blocks = count;
    segment.lengths[Section::Positions as usize] = total;
    put_sums(segment, transaction, [&sums.index, &sums.records])
}
