//! Values of the tags that have a column: players, events, sites, rounds.

use std::collections::HashMap;
use std::io::Read;

use crate::Damage;
use crate::bytes::{ByteCursor, len32, put_bytes, put_varint};

/// Zstandard compression level. A higher level gains little for names.
const LEVEL: i32 = 3;

/// Maximum uncompressed size of a section of names.
const MAX_NAMES: u64 = 1 << 31;

/// Maximum memory reserved before decompression, in bytes per compressed byte. Names expand at most
/// fivefold.
const MAX_RATIO: usize = 64;

/// Assigns numbers to names, in order of first appearance.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    numbers: HashMap<Box<[u8]>, u32>,
    bytes: usize,
}

impl Interner {
    pub(crate) fn number(&mut self, text: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = len32(self.numbers.len());
        self.bytes += text.len();
        self.numbers.insert(text.into(), number);
        number
    }

    /// Returns an estimate of the memory in use, in bytes.
    pub(crate) fn heap_size(&self) -> usize {
        self.bytes + self.numbers.len() * 48
    }

    /// Returns the section and, indexed by a name's number, the name's rank in sorted order.
    pub(crate) fn finish(self) -> (Vec<u8>, Vec<u32>) {
        let mut texts: Vec<(Box<[u8]>, u32)> = self.numbers.into_iter().collect();
        texts.sort_unstable();
        let mut ranks = vec![0; texts.len()];
        for (rank, (_, number)) in (0..).zip(&texts) {
            ranks[*number as usize] = rank;
        }
        (write_names(texts.iter().map(|(text, _)| &text[..])), ranks)
    }
}

/// Writes a name section from sorted names.
pub(crate) fn write_names<'a>(texts: impl ExactSizeIterator<Item = &'a [u8]>) -> Vec<u8> {
    let (mut raw, mut before): (Vec<u8>, &[u8]) = (Vec::new(), &[]);
    put_varint(&mut raw, texts.len() as u64);
    for text in texts {
        let shared = text.iter().zip(before).take_while(|(a, b)| a == b).count();
        put_varint(&mut raw, shared as u64);
        put_bytes(&mut raw, &text[shared..]);
        before = text;
    }
    compress(&raw)
}

/// Reads one entry: the length of the prefix shared with the previous name, and the remaining
/// bytes.
pub(crate) fn read_entry<'a>(cursor: &mut ByteCursor<'a>) -> Result<(usize, &'a [u8]), Damage> {
    let shared = usize::try_from(cursor.varint()?).map_err(|_| Damage::NUMBER)?;
    Ok((shared, cursor.bytes()?))
}

/// Calls a function for each name of an uncompressed name section, with the first byte of its
/// entry, the length of the prefix shared with the previous name, and the remaining bytes.
pub(crate) fn each_entry(
    raw: &[u8],
    mut each: impl FnMut(u32, usize, &[u8]) -> Result<(), Damage>,
) -> Result<(), Damage> {
    let mut cursor = ByteCursor::new(raw);
    let mut before = 0;
    for _ in 0..cursor.varint()? {
        let start = len32(raw.len() - cursor.rest().len());
        let (shared, suffix) = read_entry(&mut cursor)?;
        if shared > before {
            return Err(Damage::NUMBER);
        }
        each(start, shared, suffix)?;
        before = shared + suffix.len();
    }
    Ok(())
}

/// Compresses bytes, and prepends their uncompressed length.
pub(crate) fn compress(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    put_varint(&mut out, raw.len() as u64);
    // This fails only if memory is exhausted.
    out.extend(zstd::bulk::compress(raw, LEVEL).unwrap_or_default());
    out
}

/// Decompresses the output of [`compress`].
pub(crate) fn decompress(bytes: &[u8]) -> Result<Vec<u8>, Damage> {
    let mut cursor = ByteCursor::new(bytes);
    let len = cursor.varint()?;
    if len > MAX_NAMES {
        return Err(Damage::NUMBER);
    }
    let packed = cursor.rest();
    // A damaged length must not cause a large allocation.
    let room = usize::try_from(len).unwrap_or(usize::MAX).min(MAX_RATIO * packed.len());
    let mut raw = Vec::with_capacity(room);
    let decoder = zstd::stream::read::Decoder::with_buffer(packed);
    let read = decoder.and_then(|decoder| decoder.take(len).read_to_end(&mut raw));
    if read.is_err() || raw.len() as u64 != len {
        return Err(Damage::COMPRESSION);
    }
    Ok(raw)
}

/// The names of a segment in order.
#[derive(Debug, Default)]
pub(crate) struct NameTable {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl NameTable {
    pub(crate) fn read(section: &[u8]) -> Result<Self, Damage> {
        let raw = decompress(section)?;
        // A text shares about half of its length.
        let mut table = Self { bytes: Vec::with_capacity(2 * raw.len()), ends: Vec::new() };
        each_entry(&raw, |_, shared, suffix| {
            if table.bytes.len() as u64 > MAX_NAMES {
                return Err(Damage::NUMBER);
            }
            let last = table.last_start();
            table.bytes.extend_from_within(last..last + shared);
            table.bytes.extend_from_slice(suffix);
            table.ends.push(len32(table.bytes.len()));
            Ok(())
        })?;
        Ok(table)
    }

    pub(crate) fn len(&self) -> u32 {
        len32(self.ends.len())
    }

    pub(crate) fn get(&self, number: u32) -> Option<&[u8]> {
        let index = number as usize;
        let end = *self.ends.get(index)? as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.bytes.get(start..end)
    }

    fn last_start(&self) -> usize {
        match self.ends.len() {
            0 | 1 => 0,
            len => self.ends[len - 2] as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_read_as_they_were() {
        let names = ["Tal", "Carlsen, Magnus", "", "Carlsen, Henrik", "Tal", "R\u{e9}ti"];
        let mut interner = Interner::default();
        let numbers: Vec<u32> = names.iter().map(|name| interner.number(name.as_bytes())).collect();
        let (section, ranks) = interner.finish();
        let table = NameTable::read(&section).expect("intact");
        assert_eq!(table.len(), 5);
        for (name, number) in names.iter().zip(numbers) {
            assert_eq!(table.get(ranks[number as usize]), Some(name.as_bytes()));
        }
        assert!(table.get(5).is_none());
        assert!((1..5).all(|rank| table.get(rank - 1) < table.get(rank)));
    }
}
