//! A segment under construction: columns, moves and names in memory, positions in a sorter.

use std::collections::HashMap;

use reynard_base::sort::HashedSorter;

use crate::DatabaseError;
use crate::batch::{Batch, BatchGame, Flags};
use crate::bytes::{low_half, put_bytes};
use crate::descriptor::SegmentDescriptor;
use crate::names::Interner;
use crate::options::Budget;
use crate::position_writer::PositionWriter;
use crate::section::Section;
use crate::segment::Segment;
use crate::segment_writer::{MAX_GAMES, MAX_MOVES, SegmentColumns, put_sums, write_positions};
use crate::store::Transaction;
use crate::tag_layout::{
    ColumnTag, FREE_LAYOUT, ValueSource, date_of_tags, date_text, eco_number, eco_text, elo_number,
    put_layout_tag,
};

/// Collects the games of a segment.
pub(crate) struct SegmentBuilder {
    names: Interner,
    /// Columns. Names are represented by the numbers that the interner assigns.
    columns: SegmentColumns,
    known_layouts: HashMap<Box<[u8]>, u16>,
    sorter: HashedSorter,
    /// Layout bytes of the current game. The memory is reused.
    layout: Vec<u8>,
}

impl SegmentBuilder {
    pub(crate) fn new(budget: &Budget) -> Self {
        // Half is for the sorter, the rest for columns, moves and the data held by the readers.
        let sorter = HashedSorter::new(budget.memory / 2).with_threads(budget.threads);
        Self {
            names: Interner::default(),
            columns: SegmentColumns::default(),
            known_layouts: HashMap::new(),
            sorter,
            layout: Vec::new(),
        }
    }

    /// Returns the number of games.
    pub(crate) fn games(&self) -> u32 {
        self.columns.games()
    }

    /// Returns `true` if the segment should be written before more games are added, because it uses
    /// too much memory.
    pub(crate) fn is_heavy(&self, budget: &Budget) -> bool {
        let moves = self.columns.moves.len();
        let heavy =
            self.columns.extra.len() + self.names.heap_size() + moves + self.columns.material.len();
        heavy > budget.memory / 3 || moves > MAX_MOVES / 2
    }

    /// Adds the games of a batch.
    pub(crate) fn add(&mut self, batch: &Batch) -> Result<(), DatabaseError> {
        let base = self.games();
        if batch.games.len() > (MAX_GAMES - base) as usize {
            return Err(DatabaseError::TooLarge("games"));
        }
        for record in &batch.games {
            self.add_game(batch, record)?;
        }
        for entry in &batch.entries {
            self.sorter.push(entry.with_game(base + entry.game()))?;
        }
        Ok(())
    }

    fn add_game(&mut self, batch: &Batch, record: &BatchGame) -> Result<(), DatabaseError> {
        let empty = self.names.number(b"");
        let date = date_of_tags(&batch.tags(record));
        let mut game = GameColumns { texts: [empty; 5], date, ..GameColumns::default() };
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
            let number = self.games();
            self.columns.extra.push(number, &extra);
        }
        self.push_columns(&game, record, flags, layout_number);
        self.columns.push_material(batch.material_of(record));
        self.columns.push_moves(batch.codes(record))
    }

    fn push_columns(&mut self, game: &GameColumns, record: &BatchGame, flags: Flags, layout: u16) {
        let columns = &mut self.columns;
        for (column, number) in columns.texts.iter_mut().zip(game.texts) {
            column.push(number);
        }
        for (column, elo) in columns.elos.iter_mut().zip(game.elos) {
            column.push(elo);
        }
        columns.dates.push(game.date);
        columns.ecos.push(game.eco);
        columns.plies.push(record.plies);
        columns.flags.push(flags.0);
        columns.layouts.push(layout);
    }

    /// Puts the value of a tag into its column, and returns the location of its exact value.
    fn take_tag(
        &mut self,
        name: &[u8],
        value: &[u8],
        record: &BatchGame,
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
            // The column may have the date of another tag.
            ColumnTag::Date => return exact(date_text(game.date).as_bytes() == value),
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

    /// Returns the number of a layout. The flag is `true` if no number is left for the layout, in
    /// which case the tag names must go into the extra record.
    fn layout_number(&mut self, layout: &[u8]) -> (u16, bool) {
        if let Some(&number) = self.known_layouts.get(layout) {
            return (number, false);
        }
        let number = low_half(self.known_layouts.len() as u64);
        if self.known_layouts.len() >= usize::from(FREE_LAYOUT) {
            return (FREE_LAYOUT, true);
        }
        self.known_layouts.insert(layout.into(), number);
        put_bytes(&mut self.columns.layout_list, layout);
        (number, false)
    }

    /// Writes the whole segment except its positions.
    fn write_columns(
        &mut self,
        number: u32,
        transaction: &mut Transaction<'_>,
    ) -> Result<SegmentDescriptor, DatabaseError> {
        let (names, ranks) = std::mem::take(&mut self.names).finish();
        for text in self.columns.texts.iter_mut().flatten() {
            *text = ranks[*text as usize];
        }
        self.columns.extra.end_frame();
        self.columns.write(number, &names, transaction)
    }

    /// Replaces the columns of an existing segment that has the same games with the same moves. The
    /// positions of that segment are kept.
    pub(crate) fn finish_columns(
        mut self,
        old_segment: &Segment,
        transaction: &mut Transaction<'_>,
    ) -> Result<SegmentDescriptor, DatabaseError> {
        let old = &old_segment.descriptor;
        let mut segment = self.write_columns(old.number, transaction)?;
        let positions = Section::Positions as usize;
        segment.lengths[positions] = old.lengths[positions];
        segment.positions = old.positions;
        segment.postings = old.postings;
        segment.position_blocks = old.position_blocks;
        segment.group_bits = old.group_bits;
        let rows = self.columns.rows();
        let is_summed_as_before = old.has_sums()
            && *old_segment.rows()? == *rows
            && *old_segment.words(Section::Date)? == *self.columns.dates;
        if is_summed_as_before {
            let read = |section| old_segment.read_all(section);
            let [index, records] = [read(Section::SumsIndex)?, read(Section::Sums)?];
            put_sums(&mut segment, transaction, [&index, &records])?;
        } else {
            let sums = old_segment.sums_of(self.columns.summed(&rows))?;
            put_sums(&mut segment, transaction, [&sums.index, &sums.records])?;
        }
        Ok(segment)
    }

    /// Writes the whole segment.
    pub(crate) fn finish(
        mut self,
        number: u32,
        transaction: &mut Transaction<'_>,
    ) -> Result<SegmentDescriptor, DatabaseError> {
        let mut segment = self.write_columns(number, transaction)?;
        let rows = self.columns.rows();
        write_positions(&mut segment, transaction, self.columns.summed(&rows), |bits, sink| {
            let mut writer = PositionWriter::new(bits, sink);
            self.sorter.finish(|visits| writer.add(visits))?;
            writer.finish()
        })?;
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

/// The column tags that have occurred in a game so far. If a tag is repeated, only its first value
/// goes into the column.
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

/// Returns the parts of a game that are not in the columns; `None` if there are none.
fn extra_record(
    record: &BatchGame,
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
