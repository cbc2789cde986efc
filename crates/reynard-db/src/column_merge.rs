//! Merges the columns, moves and stored text of several segments.

use std::collections::HashMap;

use crate::bytes::{ByteCursor, len32, put_bytes};
use crate::names::write_names;
use crate::section::Section;
use crate::segment::Segment;
use crate::segment_part::SegmentPart;
use crate::segment_writer::{SegmentColumns, TEXT_COLUMNS};
use crate::tag_layout::FREE_LAYOUT;
use crate::{Damage, DatabaseError};

/// Everything in a new segment except its positions.
pub(crate) struct MergedColumns {
    pub(crate) columns: SegmentColumns,
    pub(crate) names: Vec<u8>,
    /// Start positions other than the standard one, by game number.
    pub(crate) starts: Vec<(u32, String)>,
}

impl MergedColumns {
    /// Returns the heap memory in use, in bytes.
    pub(crate) fn heap_size(&self) -> usize {
        let starts = self.starts.iter().map(|(_, fen)| size_of::<(u32, String)>() + fen.len());
        self.columns.heap_size() + self.names.len() + starts.sum::<usize>()
    }
}

/// Concatenates the columns of all parts. Returns `None` if the games have more tag layouts than
/// the format can number. In that case, some layouts must go into extra records, so the games must
/// be added one by one.
pub(crate) fn merge_columns(
    parts: &[SegmentPart<'_>],
) -> Result<Option<MergedColumns>, DatabaseError> {
    let (names, ranks) = merge_names(parts)?;
    let mut columns = SegmentColumns::default();
    let mut layouts = LayoutNumbers::default();
    let mut starts = Vec::new();
    for (part, ranks) in parts.iter().zip(&ranks) {
        for (section, column) in TEXT_COLUMNS.into_iter().zip(&mut columns.texts) {
            add_texts(part, section, ranks, column)?;
        }
        let segment = part.segment;
        add(part, segment.words(Section::Date)?, &mut columns.dates)?;
        for (section, column) in
            [Section::WhiteElo, Section::BlackElo].into_iter().zip(&mut columns.elos)
        {
            add(part, segment.halves(section)?, column)?;
        }
        add(part, segment.halves(Section::Eco)?, &mut columns.ecos)?;
        add(part, segment.halves(Section::Plies)?, &mut columns.plies)?;
        add(part, segment.flags()?, &mut columns.flags)?;
        if !layouts.add(part, &mut columns)? {
            return Ok(None);
        }
        add_moves(part, &mut columns)?;
        add_material(part, &mut columns)?;
        segment.each_extra(|game, record, fen| {
            if let Some(number) = part.number(game) {
                columns.extra.push(part.first + number, record);
                starts.extend(fen.map(|fen| (part.first + number, fen)));
            }
        })?;
    }
    columns.extra.end_frame();
    Ok(Some(MergedColumns { columns, names, starts }))
}

/// Merges the names of all parts into one section. Returns the section and, for each part, the new
/// numbers of its names, indexed by old number.
fn merge_names(parts: &[SegmentPart<'_>]) -> Result<(Vec<u8>, Vec<Vec<u32>>), DatabaseError> {
    let mut texts: Vec<(&[u8], usize, u32)> = Vec::new();
    let mut ranks = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let table = part.segment.names()?;
        let used = used_names(part, table.len())?;
        // The empty text represents a missing name, so it is always used.
        let is_used = |number: &u32| {
            used.as_ref().is_none_or(|used| used[*number as usize])
                || table.get(*number).is_some_and(<[u8]>::is_empty)
        };
        let names = (0..table.len()).filter(is_used);
        texts.extend(names.filter_map(|number| Some((table.get(number)?, index, number))));
        ranks.push(vec![0; table.len() as usize]);
    }
    // Each part is sorted, which a stable sort exploits.
    texts.sort();
    let mut unique: Vec<&[u8]> = Vec::new();
    for (text, index, number) in texts {
        if unique.last() != Some(&text) {
            unique.push(text);
        }
        ranks[index][number as usize] = len32(unique.len() - 1);
    }
    Ok((write_names(unique.into_iter()), ranks))
}

/// Marks the names used by the games of a part. Returns `None` if all names are used.
fn used_names(part: &SegmentPart<'_>, count: u32) -> Result<Option<Vec<bool>>, DatabaseError> {
    if part.is_whole() {
        return Ok(None);
    }
    let mut used = vec![false; count as usize];
    for section in TEXT_COLUMNS {
        let column = part.segment.words(section)?;
        for game in part.games() {
            let number = *at(part.segment, section, column, game)? as usize;
            let damaged = || part.segment.damaged(section, u64::from(game), Damage::NUMBER);
            *used.get_mut(number).ok_or_else(damaged)? = true;
        }
    }
    Ok(Some(used))
}

/// Returns a game's value from a column.
fn at<'a, T>(
    segment: &Segment,
    section: Section,
    column: &'a [T],
    game: u32,
) -> Result<&'a T, DatabaseError> {
    let damaged = || segment.damaged(section, u64::from(game), Damage::SHORT);
    column.get(game as usize).ok_or_else(damaged)
}

fn add<T: Copy>(
    part: &SegmentPart<'_>,
    column: &[T],
    out: &mut Vec<T>,
) -> Result<(), DatabaseError> {
    if part.is_whole() {
        out.extend_from_slice(column);
        return Ok(());
    }
    for game in part.games() {
        out.push(*at(part.segment, Section::Flags, column, game)?);
    }
    Ok(())
}

fn add_texts(
    part: &SegmentPart<'_>,
    section: Section,
    ranks: &[u32],
    out: &mut Vec<u32>,
) -> Result<(), DatabaseError> {
    let column = part.segment.words(section)?;
    for game in part.games() {
        let number = *at(part.segment, section, column, game)?;
        out.push(*at(part.segment, section, ranks, number)?);
    }
    Ok(())
}

fn add_moves(part: &SegmentPart<'_>, columns: &mut SegmentColumns) -> Result<(), DatabaseError> {
    each_part(part, [Section::Moves, Section::MoveEnd], |bytes| columns.push_moves(bytes))
}

fn add_material(part: &SegmentPart<'_>, columns: &mut SegmentColumns) -> Result<(), DatabaseError> {
    each_part(part, [Section::Material, Section::MaterialEnd], |bytes| {
        columns.push_material(bytes);
        Ok(())
    })
}

/// Calls a function with the bytes of each game in a section. Another section stores where the
/// bytes of each game end.
fn each_part(
    part: &SegmentPart<'_>,
    [section, ends]: [Section; 2],
    mut each: impl FnMut(&[u8]) -> Result<(), DatabaseError>,
) -> Result<(), DatabaseError> {
    let segment = part.segment;
    let bytes = segment.read_all(section)?;
    for game in part.games() {
        let (start, len) = segment.range_of(ends, game)?;
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let damaged = || segment.damaged(ends, u64::from(game), Damage::ORDER);
        let end = start.checked_add(len).ok_or_else(damaged)?;
        each(bytes.get(start..end).ok_or_else(damaged)?)?;
    }
    Ok(())
}

/// The tag layouts and their numbers, which are assigned in order of first use.
#[derive(Default)]
struct LayoutNumbers(HashMap<Vec<u8>, u16>);

impl LayoutNumbers {
    /// Adds the layouts of a part. Returns `false` if there are more than the format can number.
    fn add(
        &mut self,
        part: &SegmentPart<'_>,
        columns: &mut SegmentColumns,
    ) -> Result<bool, DatabaseError> {
        let (segment, section) = (part.segment, Section::Templates);
        let bytes = segment.read_all(section)?;
        let mut cursor = ByteCursor::new(&bytes);
        let mut layouts = Vec::new();
        while !cursor.is_empty() {
            layouts.push(cursor.bytes().map_err(|damage| segment.damaged(section, 0, damage))?);
        }
        let mut known = vec![None; layouts.len()];
        let column = segment.halves(Section::Template)?;
        for game in part.games() {
            let old = *at(segment, Section::Template, column, game)?;
            if old == FREE_LAYOUT {
                return Ok(false);
            }
            let layout = *at(segment, Section::Template, &layouts, old.into())?;
            let number = match known[usize::from(old)] {
                Some(number) => number,
                None => match self.number(layout, &mut columns.layout_list) {
                    Some(number) => *known[usize::from(old)].insert(number),
                    None => return Ok(false),
                },
            };
            columns.layouts.push(number);
        }
        Ok(true)
    }

    fn number(&mut self, layout: &[u8], list: &mut Vec<u8>) -> Option<u16> {
        if let Some(&number) = self.0.get(layout) {
            return Some(number);
        }
        let number = u16::try_from(self.0.len()).ok().filter(|&number| number < FREE_LAYOUT)?;
        self.0.insert(layout.to_owned(), number);
        put_bytes(list, layout);
        Some(number)
    }
}
