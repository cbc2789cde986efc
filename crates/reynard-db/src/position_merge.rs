//! Positions of several segments as those of one. Lists of games are copied as they are coded.

use std::collections::BTreeMap;

use crate::entry::KEY_BITS;
use crate::key_reader::KeyReader;
use crate::positions::PositionWriter;
use crate::posting_list::{ListBuilder, Posting};
use crate::segment_part::SegmentPart;
use crate::segment_writer::BlockSink;
use crate::shared_keys::{NewGames, SharedKeys};
use crate::{Damage, DatabaseError};

/// What the first pass over the keys of all parts has found.
#[derive(Debug, Default)]
pub(crate) struct KeySummary {
    /// Games over all positions.
    pub(crate) postings: u64,
    /// Keys, without the bits that are not kept, by which parts mean different positions; in order.
    pub(crate) different: Vec<u64>,
}

/// Counts the games over all positions, and finds the keys by which parts mean different positions.
pub(crate) fn summarize(games: &NewGames<'_>, memory: usize) -> Result<KeySummary, DatabaseError> {
    if let [part] = games.parts
        && part.is_whole()
    {
        let postings = part.segment.descriptor.postings;
        return Ok(KeySummary { postings, different: Vec::new() });
    }
    let mut postings = 0;
    let mut shared = SharedKeys::new(games, memory);
    let mut first_games = Vec::new();
    each_key(games.parts, |key, readers| {
        let is_alone = readers.alone().is_some();
        if is_alone && readers.iter().all(|reader| reader.only_game().is_some()) {
            postings += 1;
            return Ok(());
        }
        first_games.clear();
        for reader in readers.iter() {
            reader.each_list(|_, list| {
                postings += list.len;
                let game = list.first()?.game;
                if game >= reader.part.len() {
                    return Err(Damage::NUMBER);
                }
                first_games.push(game + reader.part.first);
                Ok(())
            })?;
        }
        // Keys that are split in a part are looked at one by one.
        if is_alone || readers.iter().any(KeyReader::is_split) {
            return Ok(());
        }
        shared.push(key, &first_games)
    })?;
    Ok(KeySummary { postings, different: shared.finish()? })
}

/// Writes the positions of all parts.
pub(crate) fn merge_positions(
    games: &NewGames<'_>,
    different: &[u64],
    writer: &mut PositionWriter<BlockSink<'_>>,
) -> Result<(), DatabaseError> {
    let mut merged = ListBuilder::default();
    let mut different = different.iter().copied().peekable();
    each_key(games.parts, |key, readers| {
        if let Some(reader) = readers.alone()
            && let Some(posting) = reader.only_game()
        {
            let game = posting.game + reader.part.first;
            return writer.write_single(key, Posting { game, ..posting });
        }
        if different.next_if_eq(&key).is_some() || readers.iter().any(KeyReader::is_split) {
            return write_apart(games, key, readers, writer);
        }
        merged.clear();
        readers.iter().try_for_each(|reader| reader.append_to(&mut merged))?;
        writer.write_one(key, &merged)
    })
}

/// Writes a key that different positions have.
fn write_apart(
    games: &NewGames<'_>,
    key: u64,
    readers: &FoundReaders<'_>,
    writer: &mut PositionWriter<BlockSink<'_>>,
) -> Result<(), DatabaseError> {
    let mut positions: BTreeMap<u64, ListBuilder> = BTreeMap::new();
    for reader in readers.iter() {
        let first = reader.part.first;
        let mut lists = Vec::new();
        reader.each_list(|low, list| {
            let mut shifted = ListBuilder::default();
            shifted.append(&list, first)?;
            lists.push((low, shifted));
            Ok(())
        })?;
        for (low, list) in lists {
            let damaged = |damage| reader.damaged(damage);
            let whole = match low {
                Some(low) => key << (64 - KEY_BITS) | u64::from(low),
                None => games.whole_key(list.list().first().map_err(damaged)?.game, key)?,
            };
            positions.entry(whole).or_default().append(&list.list(), 0).map_err(damaged)?;
        }
    }
    let positions: Vec<(u64, ListBuilder)> = positions.into_iter().collect();
    match &positions[..] {
        [(_, list)] => writer.write_one(key, list),
        positions => writer.write_split(positions),
    }
}

/// The readers that have a key.
struct FoundReaders<'a> {
    readers: &'a [KeyReader<'a>],
    found: &'a [usize],
}

impl<'a> FoundReaders<'a> {
    fn iter(&self) -> impl Iterator<Item = &'a KeyReader<'a>> {
        self.found.iter().map(|&index| &self.readers[index])
    }

    /// Returns the reader if there is only one.
    #[inline]
    fn alone(&self) -> Option<&'a KeyReader<'a>> {
        match *self.found {
            [index] => Some(&self.readers[index]),
            _ => None,
        }
    }
}

/// Calls a function with each key and the readers of the parts that have it.
fn each_key(
    parts: &[SegmentPart<'_>],
    mut each: impl FnMut(u64, &FoundReaders<'_>) -> Result<(), DatabaseError>,
) -> Result<(), DatabaseError> {
    let mut readers = Vec::with_capacity(parts.len());
    for part in parts {
        readers.push(KeyReader::new(part)?);
    }
    let mut found = Vec::with_capacity(readers.len());
    loop {
        let mut smallest = None;
        for (index, reader) in readers.iter().enumerate() {
            let Some(key) = reader.key else { continue };
            if smallest.is_none_or(|smallest| key < smallest) {
                smallest = Some(key);
                found.clear();
            }
            if smallest == Some(key) {
                found.push(index);
            }
        }
        let Some(key) = smallest else { return Ok(()) };
        each(key, &FoundReaders { readers: &readers, found: &found })?;
        for &index in &found {
            readers[index].advance()?;
        }
    }
}
