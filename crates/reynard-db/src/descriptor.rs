//! The records that describe a segment and the whole database.

use crate::Damage;
use crate::bytes::{ByteCursor, put_varint};
use crate::options::DatabaseOptions;
use crate::positions::are_group_bits;
use crate::section::Section;

/// The newest version of the format.
pub(crate) const FORMAT: u32 = 5;

/// The oldest supported version of the format. Segments of that version do not record material.
pub(crate) const OLDEST: u32 = 3;

/// Sizes of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SegmentDescriptor {
    pub(crate) number: u32,
    pub(crate) games: u32,
    pub(crate) plies: u64,
    /// Number of distinct positions.
    pub(crate) positions: u64,
    /// Number of postings: the sum, over all positions, of the number of games that reach the
    /// position.
    pub(crate) postings: u64,
    pub(crate) position_blocks: u64,
    /// Number of bits of a key that select its group.
    pub(crate) group_bits: u32,
    /// Size of each section in bytes.
    pub(crate) lengths: [u64; Section::ALL.len()],
}

impl SegmentDescriptor {
    pub(crate) const fn new(number: u32, games: u32) -> Self {
        Self {
            number,
            games,
            plies: 0,
            positions: 0,
            postings: 0,
            position_blocks: 0,
            group_bits: 0,
            lengths: [0; Section::ALL.len()],
        }
    }

    pub(crate) const fn length(&self, section: Section) -> u64 {
        self.lengths[section as usize]
    }

    fn write(&self, out: &mut Vec<u8>, version: u32) {
        let numbers = [
            u64::from(self.number),
            u64::from(self.games),
            self.plies,
            self.positions,
            self.postings,
            self.position_blocks,
            u64::from(self.group_bits),
        ];
        let lengths = &self.lengths[..Section::count(version)];
        numbers.iter().chain(lengths).for_each(|&number| put_varint(out, number));
    }

    /// Returns `true` if the segment stores sums over the games of crowded positions.
    pub(crate) const fn has_sums(&self) -> bool {
        self.length(Section::SumsIndex) > 0
    }

    /// Returns `true` if the segment has format version 3, which lacks data that cannot be derived
    /// from the rest.
    pub(crate) const fn is_old(&self) -> bool {
        self.games > 0 && self.length(Section::MaterialEnd) == 0
    }

    fn read(cursor: &mut ByteCursor<'_>, version: u32) -> Result<Self, Damage> {
        let mut segment = Self::new(cursor.varint32()?, cursor.varint32()?);
        segment.plies = cursor.varint()?;
        segment.positions = cursor.varint()?;
        segment.postings = cursor.varint()?;
        segment.position_blocks = cursor.varint()?;
        segment.group_bits = cursor.varint32()?;
        for length in &mut segment.lengths[..Section::count(version)] {
            *length = cursor.varint()?;
        }
        let columns = Section::ALL.iter().filter_map(|&section| Some((section, width(section)?)));
        let fits = columns
            .filter(|(section, _)| *section != Section::MaterialEnd || !segment.is_old())
            .all(|(section, width)| segment.length(section) == width * u64::from(segment.games));
        if !are_group_bits(segment.group_bits) || segment.number >= 1 << 24 || !fits {
            return Err(Damage::NUMBER);
        }
        Ok(segment)
    }
}

/// Returns the width in bytes of the values in a column; `None` if the section is not a column.
pub(crate) const fn width(section: Section) -> Option<u64> {
    match section {
        Section::White
        | Section::Black
        | Section::Event
        | Section::Site
        | Section::Round
        | Section::Date
        | Section::MaterialEnd
        | Section::MoveEnd => Some(4),
        Section::WhiteElo
        | Section::BlackElo
        | Section::Eco
        | Section::Plies
        | Section::Template => Some(2),
        Section::Flags => Some(1),
        _ => None,
    }
}

/// The state of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BaseRecord {
    pub(crate) options: DatabaseOptions,
    /// The number of the next segment.
    pub(crate) next_segment: u32,
    /// The segments in the order of their games.
    pub(crate) segments: Vec<SegmentDescriptor>,
}

impl BaseRecord {
    pub(crate) const fn new(options: DatabaseOptions) -> Self {
        Self { options, next_segment: 0, segments: Vec::new() }
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        self.write_as(FORMAT)
    }

    /// Serializes the state in the given format version.
    pub(crate) fn write_as(&self, version: u32) -> Vec<u8> {
        let mut out = Vec::new();
        put_varint(&mut out, u64::from(version));
        self.options.write(&mut out);
        put_varint(&mut out, u64::from(self.next_segment));
        put_varint(&mut out, self.segments.len() as u64);
        self.segments.iter().for_each(|segment| segment.write(&mut out, version));
        out
    }

    /// Reads the state. Returns `Ok(Err(version))` for an unknown version.
    pub(crate) fn read(bytes: &[u8]) -> Result<Result<Self, u32>, Damage> {
        let mut cursor = ByteCursor::new(bytes);
        let version = cursor.varint32()?;
        if !(OLDEST..=FORMAT).contains(&version) {
            return Ok(Err(version));
        }
        let options = DatabaseOptions::read(&mut cursor)?;
        let next_segment = cursor.varint32()?;
        let count = cursor.varint()?;
        let mut segments = Vec::new();
        for _ in 0..count {
            segments.push(SegmentDescriptor::read(&mut cursor, version)?);
        }
        Ok(Ok(Self { options, next_segment, segments }))
    }
}
