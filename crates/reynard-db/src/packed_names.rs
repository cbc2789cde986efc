//! Decodes single names of a segment without loading the table of all names.

use crate::Damage;
use crate::bytes::ByteCursor;
use crate::names::{decompress, each_entry, read_entry};

/// A name section from which single names are decoded on demand.
#[derive(Debug)]
pub(crate) struct PackedNames {
    raw: Vec<u8>,
    /// The index of the first byte of each entry.
    starts: Vec<u32>,
}

impl PackedNames {
    /// Reads a name section written by [`write_names`](crate::names::write_names).
    pub(crate) fn read(section: &[u8]) -> Result<Self, Damage> {
        let raw = decompress(section)?;
        let mut starts = Vec::new();
        each_entry(&raw, |start, _, _| {
            starts.push(start);
            Ok(())
        })?;
        Ok(Self { raw, starts })
    }

    /// Returns the name numbered `number`; `None` if it does not exist.
    pub(crate) fn get(&self, number: u32) -> Option<Vec<u8>> {
        let (shared, suffix) = self.entry(number)?;
        let mut text = vec![0; shared];
        text.extend_from_slice(suffix);
        // The prefix comes from previous texts.
        let (mut number, mut missing) = (number, shared);
        while missing > 0 {
            number = number.checked_sub(1)?;
            let (shared, suffix) = self.entry(number)?;
            if let Some(part) = text.get_mut(shared..missing) {
                part.copy_from_slice(suffix.get(..part.len())?);
                missing = shared;
            }
        }
        Some(text)
    }

    fn entry(&self, number: u32) -> Option<(usize, &[u8])> {
        let start = *self.starts.get(number as usize)? as usize;
        read_entry(&mut ByteCursor::new(self.raw.get(start..)?)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::{NameTable, compress, write_names};

    #[test]
    fn texts_are_those_of_the_table() {
        let mut names: Vec<String> =
            (0..500).map(|it| format!("{}{}", "Name ".repeat(it % 4), it * it % 91)).collect();
        names.push(String::new());
        names.sort_unstable();
        names.dedup();
        let section = write_names(names.iter().map(String::as_bytes));
        let table = NameTable::read(&section).expect("intact");
        let packed = PackedNames::read(&section).expect("intact");
        for number in 0..=table.len() {
            assert_eq!(packed.get(number).as_deref(), table.get(number), "{number}");
        }
    }

    #[test]
    fn damaged_texts_are_refused() {
        // Two bytes of a one-byte text, a length beyond the end, a count without texts.
        for raw in [&[2, 0, 1, b'a', 2, 0][..], &[1, 0, 9, b'a'], &[9, 0, 1, b'a']] {
            let section = compress(raw);
            assert!(PackedNames::read(&section).is_err(), "{raw:?}");
            assert!(NameTable::read(&section).is_err(), "{raw:?}");
        }
    }
}
